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

/** The answer around every operation's `data`. */
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
    collectionTreeTruncated: z.literal(true).optional().meta({ description: "`data` is a tree of which something was left out." }),
  }),
  done: z.boolean().meta({ description: "False while work that the operation started is still under way." }),
  eventKey: z.string().meta({ description: "The audit event of a change; empty when nothing changed." }),
  message: z.string().meta({ description: "One sentence for a person." }),
});

/** `data` of an error: empty, or what is wrong with which field. */
export const errorData = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })).optional() });

/** Records that stand once in the document, under their names. */
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

/** What each of them is: clients that are made from the document show it where their users look a type up. */
export const SCHEMA_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Asset: "A document: what it is, how far its processing is, and the collections that hold it and may be read.",
  AssetSummary: "A document in threads, recent assets and knowledge events. Its identifiers are strings.",
  BareCollection: "A collection as the tree has it: without `metadata`.",
  Collection: "A collection, with its path from the topmost one that the caller may read.",
  CollectionTreeNode: "A collection of the tree and what is below it: the same shape all the way down.",
  Envelope: "The answer around every operation's `data`.",
  ErrorData: "What is wrong with which field of a request; empty where that is not what is wrong.",
  Locator: "A place in a document as its readers count it: beside the exact offsets of a quote, for people.",
  Message: "A message of a thread: what was asked, said or answered.",
  Metadata: "Who made, changed and deleted a record, and when; null where nobody did.",
  Rehearsal: "What a call with `dryRun=true` answers: who would gain and lose what.",
  NullableString: "A text that may be missing: it counts where `Valid` is true.",
  NullableTime: "A moment that may be missing: it counts where `Valid` is true.",
  OrganizationContext: "The organization and the tenant that something is in.",
  Thread: "A thread: its messages, what its answers may use, and what they rest on.",
  User: "A user: their profile, their settings and what they work in.",
};
