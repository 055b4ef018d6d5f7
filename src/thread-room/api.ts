import { MESSAGE_KINDS } from "../domain/message-kind.ts";
import { RECORDED_OPERATIONS } from "../domain/operation-ids.ts";
import * as z from "zod";
import { ACTIONS } from "../domain/access.ts";
import type { ErrorCode } from "../domain/errors.ts";
import { sampling, wellFormed } from "../domain/events.ts";
import { idText } from "../domain/id-text.ts";
import type { Id, IdKind } from "../domain/ids.ts";
import { MAX_CONTENT_CHARS, MAX_MESSAGES_SHOWN } from "../domain/message-window.ts";
import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
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
  answerStopped(messageId: string): Promise<void>;
  requestResync(change: string): Promise<void>;
  dropEvents(change: string, deletedAt: number): Promise<void>;
  deleteAll(): Promise<void>;
  countStored(): number;
  countConnections(userId: string): number;
}

/** The longest message, in characters (code points). */
const MAX_RECIPIENTS = 100;
const MAX_RECIPIENT_CHARS = 320;

/** The owner ids of a room. */
export const threadRef = z.object({ threadId: idText("thread"), organizationId: idText("org"), tenantId: idText("tenant") });
export type ThreadRef = z.output<typeof threadRef>;

/** The number of identifiers in each list of a frame. */
export const MAX_NAMED = 200;
const named = <K extends IdKind>(kind: K) => z.array(idText(kind)).max(MAX_NAMED);

/** Attaches to or detaches from a thread's scope. `world` null keeps the setting. */
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
 * add to it, in groups named together.
 */
export const promptScope = z.object({
  assetIds: named("asset"),
  collectionIds: named("col"),
  mentionedAssets: z.array(named("asset")).max(MAX_NAMED),
  mentionedCollections: z.array(named("col")).max(MAX_NAMED),
});
export type PromptScope = z.output<typeof promptScope>;

/**
 * The answer that gets a new version (`askAgain`) or the version to show (`chooseAnswer`, with `answerId`).
 */
const slot = z.object({
  questionId: idText("msg"),
  questionRowId: idText("msg"),
  variant: z.int().nullable(),
  answerId: idText("msg").nullable(),
});

const PROMPT_MEMBERS = ["promptV1", "promptV2", "promptCampaignV1", "promptCampaignV2"] as const;

/** Fields that a client sent beside its text. The message's event repeats them to everybody. */
export const promptExtras = z.object({ ...sampling.shape, member: z.enum(PROMPT_MEMBERS), model: z.string().max(200) });
export type PromptExtras = z.output<typeof promptExtras>;
export const PLAIN_PROMPT: PromptExtras = promptExtras.parse({ member: "promptV2", model: "" });

/** The API key of the caller. It narrows all reads and writes for them. */
export const roomKey = z.object({ keyId: idText("key"), actions: z.array(z.enum(ACTIONS)), namesCollections: z.boolean() });
export type RoomKey = z.output<typeof roomKey>;

export const acceptInput = z.object({
  ...threadRef.shape,
  kind: z.enum([...MESSAGE_KINDS, "scopeChange", "askAgain", "chooseAnswer"]),
  /** The client's own id, or null: the room creates one. */
  messageId: idText("msg").nullable(),
  /** The id of the message's row, if it exists. A client's own id is unique within its thread only. */
  rowId: idText("msg").nullable().default(null),
  /**
   * "" for scope changes and version choices, which are no messages but have ids. For `askAgain`, the
   * question.
   */
  content: wellFormed(MAX_CONTENT_CHARS),
  /** The client's own id of the answer's first transformation. A campaign's frame requires it. */
  askedAs: idText("inter").nullable().default(null),
  /** Of a scope change, and of `promptV1` and `promptCampaignV1` for their answers alone. */
  knowledge: scopeDelta.nullable().default(null),
  /** Of `promptV2` and `promptCampaignV2`. */
  scope: promptScope.nullable().default(null),
  /** Of `askAgain` and `chooseAnswer`. */
  slot: slot.nullable().default(null),
  recipients: z.array(wellFormed(MAX_RECIPIENT_CHARS)).max(MAX_RECIPIENTS),
  /** Whether an answer may use knowledge outside the scope. Null follows the thread's setting. */
  worldKnowledge: z.boolean().nullable(),
  /** `key` is null for a person. */
  author: z.object({ userId: idText("user"), key: roomKey.nullable().default(null) }),
  operation: z.enum(RECORDED_OPERATIONS),
  operationId: z.string().min(1),
  /** The number of newest messages to return with the thread. Null returns no thread. */
  messagesShown: z.int().min(0).max(MAX_MESSAGES_SHOWN).nullable().default(null),
  /** The thread's version that the caller requires. The room rejects any other with `aborted`. */
  ifVersion: z.int().nullable().default(null),
  /**
   * The caller's `Idempotency-Key`. D1 stores it with the message and rejects a second message with it as
   * `KEY_IS_NEW`.
   */
  idempotency: z.object({ key: z.string(), principal: z.string(), operation: z.string(), bodyHash: z.string() }).nullable().default(null),
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
  /** Null for a text or a rename, which get no answer. */
  readonly answerMessageId: Id<"msg"> | null;
  readonly transformationId: string | null;
  /** The audit event of this call's change; "" for a resend, which changes nothing. */
  readonly eventKey: Id<"event"> | "";
  readonly meter: QueryStats;
  /**
   * The thread as its author may see it, if the caller asked for it: for a text, a rename, or a prompt that
   * has its answer already.
   */
  readonly thread: ThreadRows | null;
  /** The answer of a prompt that has one already. Null: the answer follows. */
  readonly answered: Answered | null;
}

export interface Answered {
  /** Text tokens that the answer used. */
  readonly units: number;
}

export type AcceptResult = Acceptance | Rejection;

export const NO_COST: QueryStats = { trips: 0, rowsRead: 0 };
