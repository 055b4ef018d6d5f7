/** The parts of the service's answers that a client here uses, read as any client would read them. */
import * as z from "zod";

const idBytes = z.array(z.int().min(0).max(255)).length(16);

export const envelope = z.object({
  code: z.string(),
  message: z.string(),
  data: z.unknown(),
  done: z.boolean(),
  eventKey: z.string(),
});
export type Envelope = z.output<typeof envelope>;

const bareCollection = z.object({ id: idBytes, collectionKind: z.string(), label: z.string() });
export const treeNode = z.object({
  collection: bareCollection,
  get children() {
    return z.array(treeNode);
  },
});

export const syncedUser = z.object({
  user: z.object({ id: idBytes }),
  workingContext: z.object({ CollectionTree: z.array(treeNode), organizationId: idBytes, tenantId: idBytes }),
});

export const collection = z.object({ id: idBytes });

export const asset = z.object({
  id: idBytes,
  lifecycleState: z.enum(["uploading", "uploaded", "processing", "ready", "failed", "deleted"]),
  processingMessage: z.string(),
  failureReason: z.string(),
  signedURL: z.string(),
  keywords: z.array(z.string()),
  textTokens: z.int(),
});
export type Asset = z.output<typeof asset>;

const citation = z.object({
  assetId: z.string(),
  messageId: z.string(),
  ordinal: z.int(),
  quote: z.string(),
  start: z.int(),
  end: z.int(),
  page: z.int(),
  version: z.string(),
});
export type Citation = z.output<typeof citation>;

const message = z.object({
  id: idBytes,
  content: z.string(),
  inReplyTo: idBytes.nullable(),
  isComplete: z.boolean(),
  kind: z.string(),
});

export const thread = z.object({
  threadId: idBytes,
  activeAssets: z.array(z.object({ id: z.string() })),
  collectionIDs: z.array(idBytes),
  messages: z.array(message),
  knowledgeProvenance: z.object({ assetRef: z.record(z.string(), z.unknown()), citations: z.record(z.string(), citation) }),
});
export type Thread = z.output<typeof thread>;

const textFrame = z.object({
  createdBy: idBytes,
  isDone: z.boolean(),
  messageId: z.string(),
  parts: z.array(z.string()),
  provenance: z.object({ transformationId: z.string() }),
});

/** A frame of a thread's events: members that are not read here are kept as they came. */
export const frame = z.looseObject({ seq: z.int().optional(), textV1: textFrame.optional() });
export type Frame = z.output<typeof frame>;
