import { locator } from "./locator.ts";
import { PASSED_OVER_REASONS } from "./model-choice.ts";
import { SUPPORTS } from "./proof/support.ts";
import * as z from "zod";

/** The events of a thread as the contract's "Events" describes them: a frame has exactly one member of `THREAD_EVENTS`, all its fields, and `seq`. */

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

/** How far the processing of an asset is. `step` is what is being done or has failed, "" for neither. */
const assetProgress = z.object({
  lifecycleState: z.string(),
  step: z.string(),
  message: z.string(),
  failureReason: z.string(),
  textTokens: z.int(),
  version: z.int(),
});
export type AssetProgress = z.output<typeof assetProgress>;

/** Lone surrogates are refused: no store keeps them. */
export function wellFormed(maximum: number) {
  return z
    .string()
    .max(maximum)
    .refine((text) => text.isWellFormed(), "must be well-formed Unicode");
}

/** How a client wants its prompt sampled; a model that has no such setting ignores it. */
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

/** A citation whole, as it was said: what may be read of its document now is for `GET` to tell. Ids are strings. */
const sentCitation = z.object({
  id: z.string(),
  ordinal: z.int(),
  quote: z.string(),
  assetId: z.string(),
  displayName: z.string(),
  page: z.int(),
  /** Where the quote begins, as readers of the document count; null when its format has no such places. */
  locator: locator.nullable(),
  start: z.int(),
  end: z.int(),
  version: z.string(),
  /** How the quote stands to what cites it; "": nobody knows. */
  support: z.enum([...SUPPORTS, ""]),
});

/** A model that was to write an answer, and did not. */
export const passedOver = z.object({ model: z.string(), reason: z.enum(PASSED_OVER_REASONS) });

const provenance = z.object({
  citations: z.array(sentCitation),
  /** How many sentences a model wrote that did not stay. */
  droppedSentences: z.int(),
  inputTokens: z.int(),
  /** The question together with what the conversation added to it; "" when that was nothing. */
  interpretedAs: z.string(),
  /** What the first quote says in a word, a number, a name or a day, where that can be said safely; derived. */
  lead: z.string(),
  outputTokens: z.int(),
  /** How many documents in scope were not read yet when the answer was written; counted up to 1,000. */
  pendingAssets: z.int(),
  /** Models that were asked before the one that wrote it, and why they did not. Guests receive an empty list. */
  passedOver: z.array(passedOver),
  processedByModel: z.string(),
  /** The message in whose place this answer is shown from now on, by its string id; "": nothing changes in that. */
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
    /** By string ids of assets. */
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

/** Sent first when what was asked for is no longer kept: read the thread again; live frames follow from `seq` + 1. */
export interface ResyncFrame {
  readonly resync: true;
  readonly seq: number;
}

/** Tells a client to read the thread again. */
export function resyncFrame(seq: number): string {
  return JSON.stringify({ resync: true, seq } satisfies ResyncFrame);
}

/** The answer to a frame that could not be taken; `messageId` is the string id it named, or "". */
export interface ErrorFrame {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly messageId: string;
    /** Only of a socket's last frame: the code that it is closed with. */
    readonly closeCode?: number;
  };
}

/** Somebody who listens. */
export interface PresentPerson {
  readonly userId: number[];
  /** "" for guests, who see a pseudonym. */
  readonly displayName: string;
}

/** Who is here, for sockets that asked for it: not in the log, so without a number. At most 100 people are listed. */
export interface PresenceFrame {
  readonly presence: {
    /** Everybody: first of all, and where too much has changed to be told one by one. */
    readonly here?: readonly PresentPerson[];
    readonly joined?: readonly PresentPerson[];
    readonly left?: readonly number[][];
    /** Everybody who types, at most 20. */
    readonly typing: readonly number[][];
    readonly people: number;
    readonly guests: number;
  };
}

/**
 * An answer that is being written, for sockets that asked for it: not in the log, so without a number. `text` stands from `from` on, in UTF-16 code
 * units, in place of all that stood there. It is void once a draft of another transformation comes, or any event of the message.
 */
export interface DraftFrame {
  readonly draft: {
    /** The answer's string id, and its question's. */
    readonly messageId: string;
    readonly inReplyTo: string;
    readonly transformationId: string;
    readonly from: number;
    readonly text: string;
    /** So many code units of all of it, from the beginning, are sentences that are proven, and stay unless this attempt fails. */
    readonly proven: number;
  };
}

/** Closes that are told by a frame first: anyone who only listens may learn late of a connection's end. */
const TOLD_CLOSES: Readonly<Record<number, string>> = { 4401: "unauthenticated", 4403: "permission_denied", 4412: "unavailable" };

/** The last frame of a socket that is about to be closed; null where the close alone is enough. */
export function closingFrame(closeCode: number, message: string): string | null {
  const code = TOLD_CLOSES[closeCode];
  return code === undefined ? null : JSON.stringify({ error: { code, message, messageId: "", closeCode } } satisfies ErrorFrame);
}

export function isEventKind(name: string): name is EventKind {
  return Object.hasOwn(THREAD_EVENTS, name);
}
