import * as z from "zod";
import { assetSummary } from "../wire/assets/asset-summary.ts";
import { asset } from "../wire/assets/asset.ts";
import { bareCollection, collection, treeNode } from "../wire/collections/collection.ts";
import { locator } from "../../domain/locator.ts";
import { organizationContext } from "../wire/fields.ts";
import { idBytes } from "../wire/identifier.ts";
import { message } from "../wire/threads/message.ts";
import { thread } from "../wire/threads/thread.ts";
import { user } from "../wire/users/user.ts";
import { rehearsal } from "../wire/rehearsal.ts";
import { metadata, nullableString, nullableTime } from "../wire/values.ts";

/** The envelope around every operation's `data`. */
export const envelopeSchema = z.object({
  code: z.string().meta({ description: "`ok`, or an error code." }),
  data: z.unknown(),
  details: z.object({
    consumption: z.object({ units: z.int().min(0).meta({ description: "Tokens that models and ingestion used." }) }),
    operation: z.object({
      duration: z.int().min(0).meta({ description: "Whole milliseconds." }),
      operationId: z
        .string()
        .meta({ description: "Also in the `x-operation-id` header and the log.", examples: ["op_01h455vb4pex5vsknk084sn02q"] }),
    }),
    collectionTreeTruncated: z.literal(true).optional().meta({ description: "`data` is an incomplete tree." }),
  }),
  done: z.boolean().meta({ description: "False while work of the operation continues." }),
  eventKey: z.string().meta({ description: "The audit event of a change; empty without a change." }),
  message: z.string().meta({ description: "One sentence for users." }),
});

/** `data` of an error: the invalid fields, or empty. */
export const errorData = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })).optional() });

/** Schemas that the document lists once, by name. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Asset: asset,
  AssetSummary: assetSummary,
  BareCollection: bareCollection,
  Collection: collection,
  CollectionTreeNode: treeNode,
  Envelope: envelopeSchema,
  ErrorData: errorData,
  IdentifierBytes: idBytes,
  Locator: locator,
  Message: message,
  Metadata: metadata,
  Rehearsal: rehearsal,
  NullableString: nullableString,
  NullableTime: nullableTime,
  OrganizationContext: organizationContext,
  Thread: thread,
  User: user,
};

/** Descriptions of these schemas; generated clients show them with their types. */
export const SCHEMA_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Asset: "A document: its properties, its processing, and its readable collections.",
  AssetSummary: "A document in threads, recent assets and knowledge events. Its identifiers are strings.",
  BareCollection: "A collection of the tree, without `metadata`.",
  Collection: "A collection, with its path from the topmost one that the caller may read.",
  CollectionTreeNode: "A collection of the tree with its descendants, recursively.",
  Envelope: "The answer around every operation's `data`.",
  ErrorData: "The invalid fields of a request; empty for other errors.",
  Locator: "A place in a document as people count it, in addition to exact offsets.",
  Message: "A message of a thread: a question, a text or an answer.",
  Metadata: "Users and times of a record's creation, change and deletion; null for none.",
  Rehearsal: "The response to `dryRun=true`: gained and lost rights.",
  NullableString: "An optional text, present if `Valid` is true.",
  NullableTime: "An optional time, present if `Valid` is true.",
  OrganizationContext: "The organization and the tenant of a record.",
  Thread: "A thread: its messages, its scope, and the sources of its answers.",
  User: "A user: profile, settings and working context.",
};
