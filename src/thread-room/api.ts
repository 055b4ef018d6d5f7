import * as z from "zod";
import { ACTIONS } from "../domain/access.ts";
import type { ErrorCode } from "../domain/errors.ts";
import { sampling, wellFormed } from "../domain/events.ts";
import { idText } from "../domain/id-text.ts";
import type { Id, IdKind } from "../domain/ids.ts";
import { MAX_CONTENT_CHARS, MAX_MESSAGES_SHOWN } from "../domain/message-window.ts";
import type { AnswerScope } from "../storage/d1/answers/answer-scope.ts";
import type { KEY_IS_NEW } from "../domain/conflicts.ts";
import type { Meter } from "../storage/d1/core/database.ts";
import type { ThreadRows } from "../storage/d1/threads/thread-view.ts";

/** What the methods of `ThreadRoom` take and return over RPC. */
export interface ThreadRoomApi extends Rpc.DurableObjectBranded {
  accept(input: AcceptInput, scope?: AnswerScope | null): Promise<AcceptResult>;
  waitForAnswer(messageId: string, timeoutMs: number): Promise<{ readonly done: boolean }>;
  closeGuests(tokenId: string): void;
  recheckAccess(): Promise<void>;
  assetProgressed(assetId: Id<"asset">): Promise<void>;
  answerStopped(messageId: string): Promise<void>;
  readAgain(change: string): Promise<void>;
  forgetEvents(change: string, deletedAt: number): Promise<void>;
  forget(): Promise<void>;
  countKept(): number;
  countConnections(userId: string): number;
}

/** The longest message, in characters (code points). */
const MAX_RECIPIENTS = 100;
const MAX_RECIPIENT_CHARS = 320;

/** Where a room belongs. */
export const place = z.object({ threadId: idText("thread"), organizationId: idText("org"), tenantId: idText("tenant") });
export type Place = z.output<typeof place>;

/** How many identifiers one frame may name in each of its lists. */
export const MAX_NAMED = 200;
const named = <K extends IdKind>(kind: K) => z.array(idText(kind)).max(MAX_NAMED);

/** What is attached to a thread's scope, or taken out of it; `world` null: as it is. */
export const scopeDelta = z.object({
  addedAssetIds: named("asset"),
  removedAssetIds: named("asset"),
  addedCollectionIds: named("col"),
  removedCollectionIds: named("col"),
  world: z.boolean().nullable(),
});
export type ScopeDelta = z.output<typeof scopeDelta>;

/** What one answer may use: no id in the first two lists means the thread's scope; mentions come to it, in groups that were named together. */
export const promptScope = z.object({
  assetIds: named("asset"),
  collectionIds: named("col"),
  mentionedAssets: z.array(named("asset")).max(MAX_NAMED),
  mentionedCollections: z.array(named("col")).max(MAX_NAMED),
});
export type PromptScope = z.output<typeof promptScope>;

/** An answer of which a version is asked for (`askAgain`) or chosen (`chooseAnswer`, with `answerId`). */
const slot = z.object({
  questionId: idText("msg"),
  questionRowId: idText("msg"),
  variant: z.int().nullable(),
  answerId: idText("msg").nullable(),
});

const PROMPT_MEMBERS = ["promptV1", "promptV2", "promptCampaignV1", "promptCampaignV2"] as const;

/** What a client sent beside its words; echoed to everybody in the message's own event. */
export const promptExtras = z.object({ ...sampling.shape, member: z.enum(PROMPT_MEMBERS), model: z.string().max(200) });
export type PromptExtras = z.output<typeof promptExtras>;
export const PLAIN_PROMPT: PromptExtras = promptExtras.parse({ member: "promptV2", model: "" });

/** By which API key somebody came: it narrows whatever is read and written for them. */
export const roomKey = z.object({ keyId: idText("key"), actions: z.array(z.enum(ACTIONS)), namesCollections: z.boolean() });
export type RoomKey = z.output<typeof roomKey>;

export const acceptInput = z.object({
  ...place.shape,
  kind: z.enum(["promptV2", "textV1", "renameThreadV1", "knowledgeChangeV1", "askAgain", "chooseAnswer"]),
  /** The client's own choice, or null: the room makes one. */
  messageId: idText("msg").nullable(),
  /** The id of the message's row, if it has been made: a client's own choice is unique in its thread only. */
  rowId: idText("msg").nullable().default(null),
  /** "" for a change of the knowledge and for a choice, which are no messages; they have their ids all the same. Of `askAgain`, the question. */
  content: wellFormed(MAX_CONTENT_CHARS),
  /** The client's own choice of the answer's first transformation; a campaign's frame needs it. */
  askedAs: idText("inter").nullable().default(null),
  /** Of a change of the knowledge; and of `promptV1` and `promptCampaignV1`, for their answers alone. */
  knowledge: scopeDelta.nullable().default(null),
  /** Of `promptV2` and `promptCampaignV2`. */
  scope: promptScope.nullable().default(null),
  /** Of `askAgain` and `chooseAnswer`. */
  slot: slot.nullable().default(null),
  recipients: z.array(wellFormed(MAX_RECIPIENT_CHARS)).max(MAX_RECIPIENTS),
  /** Whether an answer may use what the scope does not hold; null: as the thread has it. */
  worldKnowledge: z.boolean().nullable(),
  /** `key` is null for a person. */
  author: z.object({ userId: idText("user"), key: roomKey.nullable().default(null) }),
  operation: z.string().min(1),
  operationId: z.string().min(1),
  /** With how many of its newest messages the caller wants the thread, if it is read with what is stored; null: not at all. */
  messagesShown: z.int().min(0).max(MAX_MESSAGES_SHOWN).nullable().default(null),
  /** The thread's version that the caller insists on; any other is refused as `aborted`. */
  ifVersion: z.int().nullable().default(null),
  /** The caller's `Idempotency-Key`: kept with the message, and a second message with it is refused as `KEY_IS_NEW`. */
  idempotency: z.object({ key: z.string(), principal: z.string(), operation: z.string(), bodyHash: z.string() }).nullable().default(null),
  extras: promptExtras.default(PLAIN_PROMPT),
});
export type AcceptInput = z.input<typeof acceptInput>;
export type AcceptedInput = z.output<typeof acceptInput>;

export type RefusalCode = ErrorCode | typeof KEY_IS_NEW;

export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  readonly message: string;
  /** When it may be done again: where a quota refused it. */
  readonly retryAfterSeconds?: number;
  readonly meter: Meter;
}

export interface Acceptance {
  readonly ok: true;
  readonly messageId: Id<"msg">;
  /** Null for a text or a rename, which get no answer. */
  readonly answerMessageId: Id<"msg"> | null;
  readonly transformationId: string | null;
  /** The audit event of this call's change; "" for a resend, which changes nothing. */
  readonly eventKey: Id<"event"> | "";
  readonly meter: Meter;
  /** As its author may see it: of a text or a rename, and of a prompt that is answered already, where the caller wanted it. */
  readonly thread: ThreadRows | null;
  /** Of a prompt that is answered already; null: its answer is still to come. */
  readonly answered: Answered | null;
}

export interface Answered {
  /** Text tokens that the answer cost. */
  readonly units: number;
}

export type AcceptResult = Acceptance | Refusal;

export const NO_COST: Meter = { trips: 0, rowsRead: 0 };
