import { locator } from "./locator.ts";
import { PASSED_OVER_REASONS } from "./model-choice.ts";
import { SUPPORT_LEVELS } from "./verification/support-level.ts";
import * as z from "zod";

/**
 * The events of a thread, as the contract's "Events" describes them. A frame contains exactly one member of
 * `THREAD_EVENTS`, all its fields, and `seq`.
 */

const ID_BYTES = 16;
const id = z.array(z.int().min(0).max(255)).length(ID_BYTES);
const ids = z.array(id);
const moment = z.iso.datetime();

const scope = z.object({
  assetIDs: ids,
  collectionIDs: ids,
  mentions: z.object({ assets: z.array(ids), collections: z.array(ids) }),
  worldKnowledge: z.boolean(),
});

const idChanges = z.object({ added: ids, removed: ids });
const knowledge = z.object({ assetContext: idChanges, organizationContext: idChanges, world: z.boolean() });

const nullableText = z.object({ String: z.string(), Valid: z.boolean() });
const assetSummary = z.object({
  contentType: z.string(),
  createdAt: moment,
  deletedAt: z.object({ Time: moment, Valid: z.boolean() }),
  displayName: z.string(),
  etag: z.string(),
  filesize: z.int(),
  id: z.string(),
  lifecycleState: z.string(),
  modifiedAt: moment,
  organizationId: z.string(),
  originalFilename: z.string(),
  processingFailureReason: nullableText,
  processingStatusText: nullableText,
  projectId: z.string(),
  summary: z.string(),
  tenantId: z.string(),
  textTokens: z.int(),
  userDisplayName: z.string(),
  userId: z.string(),
  version: z.int(),
});
export type AssetSummary = z.output<typeof assetSummary>;

/** The progress of an asset. `step` is the running or failed step, or "". */
const assetProgress = z.object({
  lifecycleState: z.string(),
  step: z.string(),
  message: z.string(),
  failureReason: z.string(),
  textTokens: z.int(),
  version: z.int(),
});
export type AssetProgress = z.output<typeof assetProgress>;

/** Rejects lone surrogates, because no store preserves them. */
export function wellFormed(maximum: number) {
  return z
    .string()
    .max(maximum)
    .refine((text) => text.isWellFormed(), "must be well-formed Unicode");
}

/** The client's sampling settings. Models without such a setting ignore it. */
export const sampling = z.object({
  context_window: z.int().min(0).default(0),
  frequency_penalty: z.number().min(-2).max(2).default(0),
  logit_bias: z.record(wellFormed(64), z.number()).default({}),
  max_tokens: z.int().min(0).default(0),
  presence_penalty: z.number().min(-2).max(2).default(0),
  stop: z.array(wellFormed(256)).max(16).default([]),
  temperature: z.number().min(0).max(2).default(0),
  top_p: z.number().min(0).max(1).default(0),
});
export type Sampling = z.output<typeof sampling>;

const event = <K extends string, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({ createdBy: id, kind: z.literal(kind), ...shape });
const asked = { messageId: id, model: z.string(), prompt: z.string(), transformationId: z.string() };

/** A complete citation as it was sent. Only `GET` shows its document's current state. Ids are strings. */
const sentCitation = z.object({
  id: z.string(),
  ordinal: z.int(),
  quote: z.string(),
  assetId: z.string(),
  displayName: z.string(),
  page: z.int(),
  /** Start of the quote in the document's own units. Null when the format has none. */
  locator: locator.nullable(),
  start: z.int(),
  end: z.int(),
  version: z.string(),
  /** How the quote supports the sentence that cites it. "": unknown. */
  support: z.enum([...SUPPORT_LEVELS, ""]),
});

/** A model that should have written an answer and did not. */
export const passedOver = z.object({ model: z.string(), reason: z.enum(PASSED_OVER_REASONS) });

const provenance = z.object({
  citations: z.array(sentCitation),
  /** Number of the model's sentences that were dropped. */
  droppedSentences: z.int(),
  inputTokens: z.int(),
  /** The question with the context from the conversation. "" when unchanged. */
  interpretedAs: z.string(),
  /**
   * The short answer from the first quote: a word, a number, a name or a date, where it is safe to derive
   * one.
   */
  lead: z.string(),
  outputTokens: z.int(),
  /**
   * Number of documents in scope that were not processed when the answer was written, counted up to 1,000.
   */
  pendingAssets: z.int(),
  /** Models that failed before another one wrote the answer, with reasons. Guests receive an empty list. */
  passedOver: z.array(passedOver),
  processedByModel: z.string(),
  /** The string id of the message that this answer replaces in the thread. "": none. */
  replaces: z.string(),
  scoped: z.object({
    citations: ids,
    collectionAssets: ids,
    collectionReferenceIDs: ids,
    explicitAssets: ids,
    worldKnowledge: z.boolean(),
  }),
  suggestedModels: z.array(z.object({ category: z.string(), model: z.string(), score: z.number() })),
  transformationId: z.string(),
});

export const THREAD_EVENTS = {
  knowledgeChangeV1: event("knowledgeChangeV1", {
    knowledge,
    knowledgeFull: z.object({
      assetContext: z.object({ added: z.array(assetSummary), removed: z.array(assetSummary) }),
      world: z.boolean(),
    }),
    messageId: id,
    organizationId: id,
    /** By the assets' string ids. */
    progress: z.record(z.string(), assetProgress),
    tenantId: id,
    threadId: id,
  }),
  promptV1: event("promptV1", { ...asked, ...sampling.shape, knowledge }),
  promptV2: event("promptV2", { ...asked, ...sampling.shape, scope }),
  promptCampaignV1: event("promptCampaignV1", { ...asked, knowledge }),
  promptCampaignV2: event("promptCampaignV2", { ...asked, scope }),
  renameThreadV1: event("renameThreadV1", { label: z.string(), messageId: id }),
  textV1: event("textV1", {
    isDone: z.boolean(),
    label: z.string(),
    messageId: z.string(),
    organizationId: id,
    parts: z.array(z.string()),
    provenance,
    tenantId: id,
    textSuggestions: z.array(z.string()),
    threadId: id,
  }),
} as const;

export type EventKind = keyof typeof THREAD_EVENTS;
export type EventOf<K extends EventKind> = z.output<(typeof THREAD_EVENTS)[K]>;

/** One event: exactly one member. */
export type ThreadEvent = { [K in EventKind]: { readonly [M in K]: EventOf<K> } }[EventKind];

/**
 * The first frame when the requested events have been dropped: read the thread again. Live frames continue
 * from `seq` + 1.
 */
export interface ResyncFrame {
  readonly resync: true;
  readonly seq: number;
}

/** Tells a client to read the thread again. */
export function resyncFrame(seq: number): string {
  return JSON.stringify({ resync: true, seq } satisfies ResyncFrame);
}

/** The response to an invalid frame. `messageId` is the string id in that frame, or "". */
export interface ErrorFrame {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly messageId: string;
    /** The close code, only in a socket's last frame. */
    readonly closeCode?: number;
  };
}

/** A listener. */
export interface PresentPerson {
  readonly userId: number[];
  /** "" for guests, who see pseudonyms. */
  readonly displayName: string;
}

/**
 * The present users, for sockets that asked for presence. Not part of the log, so without a sequence number.
 * Lists at most 100 people.
 */
export interface PresenceFrame {
  readonly presence: {
    /** All present users. Sent in the first frame, and after too many changes for single updates. */
    readonly here?: readonly PresentPerson[];
    readonly joined?: readonly PresentPerson[];
    readonly left?: readonly number[][];
    /** All users who are typing, at most 20. */
    readonly typing: readonly number[][];
    readonly people: number;
    readonly guests: number;
  };
}

/**
 * An unfinished answer, for sockets that asked for drafts. Not part of the log, so without a sequence number.
 * `text` replaces everything from `from` on, in UTF-16 code units. A draft of another transformation, or any
 * event of the message, makes it void.
 */
export interface DraftFrame {
  readonly draft: {
    /** The string ids of the answer and of its question. */
    readonly messageId: string;
    readonly inReplyTo: string;
    readonly transformationId: string;
    readonly from: number;
    readonly text: string;
    /** Number of code units from the start that are verified. They stay unless this attempt fails. */
    readonly proven: number;
  };
}

/**
 * Closes that a frame announces, because a client that only listens may notice the end of a connection late.
 */
const ANNOUNCED_CLOSES: Readonly<Record<number, string>> = { 4401: "unauthenticated", 4403: "permission_denied", 4412: "unavailable" };

/** The last frame before a close. Null where the close alone is enough. */
export function closingFrame(closeCode: number, message: string): string | null {
  const code = ANNOUNCED_CLOSES[closeCode];
  return code === undefined ? null : JSON.stringify({ error: { code, message, messageId: "", closeCode } } satisfies ErrorFrame);
}

export function isEventKind(name: string): name is EventKind {
  return Object.hasOwn(THREAD_EVENTS, name);
}
