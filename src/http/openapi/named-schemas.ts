import * as z from "zod";
import { ACTIONS } from "../../domain/access.ts";
import { THREAD_EVENTS } from "../../domain/events.ts";
import type { IdKind } from "../../domain/ids.ts";
import { assetSummary } from "../wire/assets/asset-summary.ts";
import { asset, assetStep } from "../wire/assets/asset.ts";
import { listedAsset, listedAssets } from "../wire/assets/listed-asset.ts";
import { multipart } from "../wire/assets/multipart.ts";
import { bareCollection, collection, treeNode } from "../wire/collections/collection.ts";
import { crawl } from "../wire/collections/crawl.ts";
import { deletionReceipt } from "../wire/collections/deletion.ts";
import { serviceStatusSchema } from "../wire/service-status.ts";
import { locator } from "../../domain/locator.ts";
import { organizationContext } from "../wire/fields.ts";
import { eitherSpelling, idBytes, idString, nullableIdBytes } from "../wire/identifier.ts";
import { importReceipt } from "../wire/import-receipt.ts";
import { listedModelKeys } from "../wire/model-keys.ts";
import { pagination } from "../wire/pagination.ts";
import { accessRecord } from "../wire/sharing/access-record.ts";
import { claimResult } from "../wire/sharing/claim-result.ts";
import { shareResult } from "../wire/sharing/share-result.ts";
import { listedThread, listedThreads } from "../wire/threads/listed-thread.ts";
import { checkedCitation } from "../wire/threads/checked-citation.ts";
import { message } from "../wire/threads/message.ts";
import { citation, scope, shareToken, thread } from "../wire/threads/thread.ts";
import { account } from "../wire/users/account.ts";
import { apiKey } from "../wire/users/api-key.ts";
import { healResult } from "../wire/users/heal-result.ts";
import { mergeResult } from "../wire/users/merge-result.ts";
import { person } from "../wire/users/people.ts";
import { user } from "../wire/users/user.ts";
import { dryRun } from "../wire/dry-run.ts";
import { metadata, nullableString, nullableTime, nullableTimestamp, timestamp } from "../wire/values.ts";
import { webhook, withSecret } from "../wire/webhooks/webhook.ts";

/** The envelope with every operation's `data`. */
export const envelopeSchema = z.object({
  code: z.string().meta({ description: "`ok`, or an error code." }),
  data: z.unknown(),
  details: z.object({
    consumption: z.object({
      units: z.int().min(0).meta({ description: "Tokens that models and ingestion used." }),
    }),
    operation: z.object({
      duration: z.int().min(0).meta({ description: "Whole milliseconds." }),
      operationId: z.string().meta({
        description: "Also in the `x-operation-id` header and the log.",
        examples: ["op_01h455vb4pex5vsknk084sn02q"],
      }),
    }),
    collectionTreeTruncated: z
      .literal(true)
      .optional()
      .meta({ description: "`data` is an incomplete tree." }),
  }),
  done: z.boolean().meta({ description: "False while work of the operation continues." }),
  eventKey: z.string().meta({ description: "The audit event of a change; empty without a change." }),
  message: z.string().meta({ description: "One sentence for users." }),
});

/** `data` of an error: the invalid fields, or nothing. */
export const errorData = z.object({
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

interface NamedSchema {
  readonly schema: z.ZodType;
  /** Description that generated clients show. */
  readonly description: string;
}

const is = (schema: z.ZodType, description: string): NamedSchema => ({ schema, description });
const { knowledgeChangeV1, promptV1 } = THREAD_EVENTS;

/** Names of identifiers by kind. */
const ID_NAMES = {
  asset: "Asset",
  chunk: "Chunk",
  cite: "Citation",
  col: "Collection",
  delivery: "Delivery",
  device: "Device",
  diag: "Diagnostic",
  event: "Event",
  hook: "Webhook",
  job: "Job",
  key: "ApiKey",
  msg: "Message",
  op: "Operation",
  org: "Organization",
  tenant: "Tenant",
  thread: "Thread",
  token: "Token",
  user: "User",
} as const satisfies Partial<Record<IdKind, string>>;

function identifierSchemas([kind, name]: [string, string]): [string, NamedSchema][] {
  const noun = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
  const article = /^[aeio]/.test(noun) ? "an" : "a";
  const either = z.unknown().meta(eitherSpelling(kind as IdKind));
  return [
    [`${name}Id`, is(idString(kind as IdKind), `The identifier of ${article} ${noun} as text.`)],
    [`${name}Identifier`, is(either, `The identifier of ${article} ${noun}, as text or as bytes.`)],
  ];
}

/** Schemas that the document defines once, by name. */
export const NAMED_SCHEMAS: Readonly<Record<string, NamedSchema>> = {
  ...Object.fromEntries(Object.entries(ID_NAMES).flatMap(identifierSchemas)),
  AccessRecord: is(accessRecord, "A member, an invitation or a link that has access to a collection."),
  Account: is(account, "A deleted or restored account."),
  Action: is(z.enum(ACTIONS), "An action that can be granted on a collection."),
  ApiKey: is(apiKey, "An API key without its secret."),
  Asset: is(asset, "A document: its properties, its processing, and its readable collections."),
  AssetStep: is(assetStep, "One stage of the processing of an asset."),
  AssetSummary: is(
    assetSummary,
    "A document in threads, recent assets and knowledge events. Its identifiers are strings.",
  ),
  BareCollection: is(bareCollection, "A collection of the tree, without `metadata`."),
  CheckedCitation: is(checkedCitation, "A citation and its place in the current text of the document."),
  Citation: is(citation, "A quote that an answer rests on, with its place in the document."),
  ClaimResult: is(claimResult, "The collections that an invitation opens."),
  Collection: is(collection, "A collection, with its path from the topmost one that the caller may read."),
  CollectionTreeNode: is(treeNode, "A collection of the tree with its descendants, recursively."),
  Confirmation: is(z.object({ message: z.string() }), "A sentence that says that it is done."),
  Crawl: is(crawl, "The progress of a crawl."),
  DeletionReceipt: is(deletionReceipt, "The progress of a deletion, for each store."),
  Envelope: is(envelopeSchema, "The answer around every operation's `data`."),
  ErrorData: is(errorData, "The invalid fields of a request; empty for other errors."),
  EventAssetSummary: is(
    knowledgeChangeV1.shape.knowledgeFull.shape.assetContext.shape.added.element,
    "A document in an event. Its identifiers are strings.",
  ),
  HealResult: is(healResult, "The number of user snapshots that one call repaired."),
  IdentifierBytes: is(idBytes, "An identifier as bytes."),
  ImportReceipt: is(importReceipt, "The progress of an import."),
  KnowledgeChange: is(
    promptV1.shape.knowledge,
    "Records that were added to and removed from the scope of a thread.",
  ),
  ListedAsset: is(listedAsset, "An asset in a listing. Its own identifiers are strings."),
  ListedAssets: is(listedAssets, "A page of assets, and the collections that hold them."),
  ListedThread: is(listedThread, "A thread in a listing, without its messages."),
  ListedThreads: is(listedThreads, "A page of threads, and the collections that hold them."),
  Locator: is(locator, "A place in a document as people count it, in addition to exact offsets."),
  MergeResult: is(mergeResult, "The records that a merge of two accounts changed."),
  Message: is(message, "A message of a thread: a question, a text or an answer."),
  Metadata: is(metadata, "Users and times of a record's creation, change and deletion; null for none."),
  ModelKeys: is(listedModelKeys, "The models that take a key of the organization, without the keys."),
  MultipartUpload: is(multipart, "The state of an upload in parts."),
  NullableIdentifierBytes: is(nullableIdBytes, "An identifier as bytes; null for none."),
  NullableString: is(nullableString, "An optional text, present if `Valid` is true."),
  NullableTime: is(nullableTime, "An optional time, present if `Valid` is true."),
  NullableTimestamp: is(nullableTimestamp, "A moment in ISO 8601, UTC; null for none."),
  OrganizationContext: is(organizationContext, "The organization and the tenant of a record."),
  Pagination: is(pagination, "The place of a page among all matches."),
  Person: is(person, "The name and the picture of a user."),
  Rehearsal: is(dryRun, "The response to `dryRun=true`: gained and lost rights."),
  Scope: is(scope, "The assets and collections that the answers of a thread may use."),
  ServiceStatus: is(serviceStatusSchema, "The state of the service."),
  ShareResult: is(shareResult, "The users and invitations that have access now."),
  ShareToken: is(shareToken, "The public link of a thread."),
  Thread: is(thread, "A thread: its messages, its scope, and the sources of its answers."),
  Timestamp: is(timestamp, "A moment in ISO 8601, UTC."),
  User: is(user, "A user: profile, settings and working context."),
  Webhook: is(webhook, "A webhook without its secret."),
  WebhookWithSecret: is(withSecret, "A webhook with its secret, which is shown once."),
};
