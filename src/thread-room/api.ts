import { MESSAGE_KINDS } from "../domain/message-kind.ts";
import { RECORDED_OPERATIONS } from "../domain/operation-ids.ts";
import * as z from "zod";
import { ACTIONS } from "../domain/access.ts";
import type { ErrorCode } from "../domain/errors.ts";
import { REQUESTED_VERIFICATIONS } from "../domain/verification-mode.ts";
import { sampling, wellFormed } from "../domain/events.ts";
import { idText } from "../domain/id-text.ts";
import type { Id, IdKind } from "../domain/ids.ts";
import { MAX_CONTENT_CHARS, MAX_MESSAGES_SHOWN } from "../domain/message-window.ts";
import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import type { EndedAnswer } from "../storage/d1/answers/answers.ts";
import type { Source } from "../storage/d1/answers/citable-sources.ts";
import type { KEY_IS_NEW } from "../domain/conflicts.ts";
import type { QueryStats } from "../storage/d1/core/database.ts";
import type { ThreadRows } from "../storage/d1/threads/thread-view.ts";

/** Parameters and results of the RPC methods of `ThreadRoom`. */
export interface ThreadRoomApi extends Rpc.DurableObjectBranded {
  accept(input: AcceptInput, scope?: AnswerScope | null): Promise<AcceptResult>;
  waitForAnswer(messageId: string, timeoutMs: number): Promise<{ readonly done: boolean }>;
  closeGuests(tokenId: string): void;
  recheckAccess(): Promise<void>;
  assetProgressed(assetId: Id<"asset">): Promise<void>;
  provenSoFar(messageId: string): Promise<ProvenAnswer | null>;
  answerStopped(messageId: string): Promise<void>;
  requestResync(change: string): Promise<void>;
  dropEvents(change: string, deletedAt: number): Promise<void>;
  deleteAll(): Promise<void>;
  countStored(): number;
  lastSeq(): number;
  countConnections(userId: string): number;
}

/** Recipients of a message, at most. */
const MAX_RECIPIENTS = 100;
const MAX_RECIPIENT_CHARS = 320;

/** The ids of a room's thread and of the thread's owners. */
export const threadRef = z.object({
  threadId: idText("thread"),
  organizationId: idText("org"),
  tenantId: idText("tenant"),
});
export type ThreadRef = z.output<typeof threadRef>;

/** Identifiers in each list of a frame, at most. */
export const MAX_NAMED = 200;
const named = <K extends IdKind>(kind: K) => z.array(idText(kind)).max(MAX_NAMED);

/**
 * Sources to attach to and detach from a thread's scope. `world` null keeps the setting for knowledge outside
 * the scope.
 */
export const scopeDelta = z.object({
  addedAssetIds: named("asset"),
  removedAssetIds: named("asset"),
  addedCollectionIds: named("col"),
  removedCollectionIds: named("col"),
  world: z.boolean().nullable(),
});
export type ScopeDelta = z.output<typeof scopeDelta>;

/**
 * The sources of one answer. If the first two lists are empty, the answer uses the thread's scope. Mentions
 * extend the scope, in groups that the prompt names together.
 */
export const promptScope = z.object({
  assetIds: named("asset"),
  collectionIds: named("col"),
  mentionedAssets: z.array(named("asset")).max(MAX_NAMED),
  mentionedCollections: z.array(named("col")).max(MAX_NAMED),
});
export type PromptScope = z.output<typeof promptScope>;

/**
 * The answer that gets a new version (`askAgain`), or the version to show (`chooseAnswer`, with `answerId`).
 */
const slot = z.object({
  questionId: idText("msg"),
  questionRowId: idText("msg"),
  variant: z.int().nullable(),
  answerId: idText("msg").nullable(),
});

const PROMPT_MEMBERS = ["promptV1", "promptV2", "promptCampaignV1", "promptCampaignV2"] as const;

/**
 * Fields that a client sent besides the text. The message's event repeats them to all listeners, except
 * `verification`.
 */
export const promptExtras = z.object({
  ...sampling.shape,
  member: z.enum(PROMPT_MEMBERS),
  model: z.string().max(200),
  verification: z.enum(REQUESTED_VERIFICATIONS).default(""),
});
export type PromptExtras = z.output<typeof promptExtras>;
export const PLAIN_PROMPT: PromptExtras = promptExtras.parse({ member: "promptV2", model: "" });

/** The API key of the caller, which limits all reads and writes for this caller. */
export const roomKey = z.object({
  keyId: idText("key"),
  actions: z.array(z.enum(ACTIONS)),
  namesCollections: z.boolean(),
});
export type RoomKey = z.output<typeof roomKey>;

export const acceptInput = z.object({
  ...threadRef.shape,
  kind: z.enum([...MESSAGE_KINDS, "scopeChange", "askAgain", "chooseAnswer"]),
  /** The id that the client chose, or null if the room creates one. */
  messageId: idText("msg").nullable(),
  /**
   * The id of the message's row, if the row exists. An id that a client chose is unique only within its
   * thread.
   */
  rowId: idText("msg").nullable().default(null),
  /**
   * Text of the message; "" for scope changes and version choices, which have ids but are no messages. For
   * `askAgain`, the question.
   */
  content: wellFormed(MAX_CONTENT_CHARS),
  /** The client's id for the answer's first transformation. A campaign's frame requires it. */
  askedAs: idText("inter").nullable().default(null),
  /** A scope change; for `promptV1` and `promptCampaignV1`, a change for their answers only. */
  knowledge: scopeDelta.nullable().default(null),
  /** Scope of the answer to `promptV2` and `promptCampaignV2`. */
  scope: promptScope.nullable().default(null),
  /** Target of `askAgain` and `chooseAnswer`. */
  slot: slot.nullable().default(null),
  recipients: z.array(wellFormed(MAX_RECIPIENT_CHARS)).max(MAX_RECIPIENTS),
  /** Whether an answer may use knowledge outside the scope; null applies the thread's setting. */
  worldKnowledge: z.boolean().nullable(),
  /** Author of the message. `key` is null for a person. */
  author: z.object({ userId: idText("user"), key: roomKey.nullable().default(null) }),
  operation: z.enum(RECORDED_OPERATIONS),
  operationId: z.string().min(1),
  /** Number of newest messages to return with the thread; null returns no thread. */
  messagesShown: z.int().min(0).max(MAX_MESSAGES_SHOWN).nullable().default(null),
  /** The thread version that the caller requires. The room rejects any other version with `aborted`. */
  ifVersion: z.int().nullable().default(null),
  /**
   * The caller's `Idempotency-Key`. D1 stores the key with the message and rejects a second message with this
   * key as `KEY_IS_NEW`.
   */
  idempotency: z
    .object({ key: z.string(), principal: z.string(), operation: z.string(), bodyHash: z.string() })
    .nullable()
    .default(null),
  extras: promptExtras.default(PLAIN_PROMPT),
});
export type AcceptInput = z.input<typeof acceptInput>;
export type AcceptedInput = z.output<typeof acceptInput>;

export type RejectionCode = ErrorCode | typeof KEY_IS_NEW;

export interface Rejection {
  readonly ok: false;
  readonly code: RejectionCode;
  readonly message: string;
  /** Seconds until a retry may succeed, if a quota rejected the request. */
  readonly retryAfterSeconds?: number;
  readonly meter: QueryStats;
}

export interface Acceptance {
  readonly ok: true;
  readonly messageId: Id<"msg">;
  /** Id of the answer; null for a text or a rename, which gets no answer. */
  readonly answerMessageId: Id<"msg"> | null;
  readonly transformationId: string | null;
  /** Id of the change's audit event; "" for a resent message, which changes nothing. */
  readonly eventKey: Id<"event"> | "";
  readonly meter: QueryStats;
  /**
   * The thread with its author's access, if the caller requested it. Only for a text, a rename, or a prompt
   * whose answer is complete.
   */
  readonly thread: ThreadRows | null;
  /** The prompt's answer if it is complete; null if the answer follows. */
  readonly answered: Answered | null;
}

/** The proven part of an unfinished answer, as a stop stores it. */
export interface ProvenAnswer {
  readonly answer: EndedAnswer;
  /** The attempt that writes the answer. */
  readonly transformationId: string;
  /** The documents that the text rests on. */
  readonly sources: readonly Source[];
}

export interface Answered {
  /** Text tokens that the answer used. */
  readonly units: number;
}

export type AcceptResult = Acceptance | Rejection;

export const NO_COST: QueryStats = { trips: 0, rowsRead: 0 };
