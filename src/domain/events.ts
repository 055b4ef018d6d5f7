import { ANSWER_STATES } from "./answer-state.ts";
import { FAILURE_CODES } from "./failure-code.ts";
import { locator } from "./locator.ts";
import { PASSED_OVER_REASONS } from "./model-choice.ts";
import { answerSentence, SUPPORTS } from "./support.ts";
import * as z from "zod";

/**
 * Events of a thread, as section "Events" of the contract defines them. A frame contains exactly one member
 * of `THREAD_EVENTS` with all its fields, and `seq`.
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

/** Progress of an asset. `step` is the running or failed step, or "". */
const assetProgress = z.object({
  lifecycleState: z.string(),
  step: z.string(),
  message: z.string(),
  failureReason: z.string(),
  /** Kind of the failure. Empty without a visible reason. */
  failureCode: z.enum([...FAILURE_CODES, ""]),
  textTokens: z.int(),
  version: z.int(),
});
export type AssetProgress = z.output<typeof assetProgress>;

/** Returns a schema that rejects lone surrogates, because no store preserves them. */
export function wellFormed(maximum: number) {
  return z
    .string()
    .max(maximum)
    .refine((text) => text.isWellFormed(), "must be well-formed Unicode");
}

/** Sampling settings of the client. A model ignores settings that it does not support. */
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

/**
 * A citation with all fields, as it was sent. Only `GET` returns the current state of its document. Ids are
 * strings.
 */
const sentCitation = z.object({
  id: z.string(),
  ordinal: z.int(),
  quote: z.string(),
  assetId: z.string(),
  displayName: z.string(),
  page: z.int(),
  /** Start of the quote in the document's own units, such as pages or lines. Null if the format has none. */
  locator: locator.nullable(),
  start: z.int(),
  end: z.int(),
  version: z.string(),
  /** Support of the citing sentence by the quote. Empty if unknown. */
  support: z.enum([...SUPPORTS, ""]),
});

/** A preferred model that did not write the answer, or the reader that read no passage, with the reason. */
export const passedOver = z.object({ model: z.string(), reason: z.enum(PASSED_OVER_REASONS) });

const provenance = z.object({
  citations: z.array(sentCitation),
  /** Number of the model's sentences that the verifier rejected. */
  droppedSentences: z.int(),
  /** Marked parts of the answer's whole text, in order. Empty before the end and for an answer without marks. */
  sentences: z.array(answerSentence),
  inputTokens: z.int(),
  /** The question with context from the conversation. Empty if the conversation added nothing. */
  interpretedAs: z.string(),
  outputTokens: z.int(),
  /** Number of documents in scope that were unprocessed when the answer was written. Counted up to 1,000. */
  pendingAssets: z.int(),
  /** Models that failed before the answer, with reasons. Guests receive an empty list. */
  passedOver: z.array(passedOver),
  processedByModel: z.string(),
  /** String id of the message that this answer replaces in the thread. Empty if it replaces none. */
  replaces: z.string(),
  scoped: z.object({
    citations: ids,
    collectionAssets: ids,
    collectionReferenceIDs: ids,
    explicitAssets: ids,
    worldKnowledge: z.boolean(),
  }),
  /** `pending` for a part of an answer that is not the last. Texts of people are `done`. */
  state: z.enum(ANSWER_STATES),
  /** String id of the user who stopped the answer. Empty if no user did. */
  stoppedBy: z.string(),
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
    /** Progress by string id of the asset. */
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

/**
 * An event as an object with exactly one member, which is named after the event's kind, and the time of the
 * reported change. A message's time is its `createdAt` in the thread, and an answer's time its `modifiedAt`.
 */
export type ThreadEvent = { [K in EventKind]: { readonly [M in K]: EventOf<K> } }[EventKind] & {
  /** ISO 8601, UTC. */
  readonly createdAt: string;
};

/**
 * First frame if the log no longer contains the requested events. The client must read the thread again. Live
 * frames continue with `seq` + 1.
 */
export interface ResyncFrame {
  readonly resync: true;
  readonly seq: number;
}

/** Renders the frame that asks a client to read the thread again. */
export function resyncFrame(seq: number): string {
  return JSON.stringify({ resync: true, seq } satisfies ResyncFrame);
}

/** Response to an invalid frame. `messageId` is the string id in the client's frame, or "". */
export interface ErrorFrame {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly messageId: string;
    /** Close code of the socket. Present only in the last frame. */
    readonly closeCode?: number;
  };
}

/** A user who is connected to the thread. */
export interface PresentPerson {
  readonly userId: number[];
  /** Empty for guests. They see pseudonyms. */
  readonly displayName: string;
}

/**
 * Present users, for sockets that subscribed to presence. The frame has no sequence number, because it is not
 * part of the log. It lists at most 100 users.
 */
export interface PresenceFrame {
  readonly presence: {
    /** All present users. Sent in the first frame, and if too many users changed for single updates. */
    readonly here?: readonly PresentPerson[];
    readonly joined?: readonly PresentPerson[];
    readonly left?: readonly number[][];
    /** Users who are typing, at most 20. */
    readonly typing: readonly number[][];
    readonly people: number;
    readonly guests: number;
  };
}

/**
 * Text of an unfinished answer, for sockets that subscribed to drafts. The frame has no sequence number,
 * because it is not part of the log. `text` replaces the draft from offset `from` in UTF-16 code units. A
 * draft of another transformation, or any event of the message, invalidates it.
 */
export interface DraftFrame {
  readonly draft: {
    /** String id of the answer. */
    readonly messageId: string;
    readonly inReplyTo: string;
    readonly transformationId: string;
    readonly from: number;
    readonly text: string;
    /** Length of the verified prefix in UTF-16 code units. The prefix changes only if this attempt fails. */
    readonly proven: number;
  };
}

/**
 * Close codes that the service announces in a last frame. A client that only receives may notice the end of a
 * connection late.
 */
const ANNOUNCED_CLOSES: Readonly<Record<number, string>> = {
  4401: "unauthenticated",
  4403: "permission_denied",
  4412: "unavailable",
};

/** Returns the last frame before a close, or null if the close needs no announcement. */
export function closingFrame(closeCode: number, message: string): string | null {
  const code = ANNOUNCED_CLOSES[closeCode];
  return code === undefined
    ? null
    : JSON.stringify({ error: { code, message, messageId: "", closeCode } } satisfies ErrorFrame);
}

export function isEventKind(name: string): name is EventKind {
  return Object.hasOwn(THREAD_EVENTS, name);
}
