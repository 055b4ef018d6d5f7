import * as z from "zod";
import type { ErrorCode } from "../domain/errors.ts";
import { sampling, wellFormed } from "../domain/events.ts";
import { type Id, type IdKind, parseId } from "../domain/ids.ts";
import type { KEY_IS_NEW } from "../storage/d1/commit.ts";
import type { Meter } from "../storage/d1/database.ts";
import type { ThreadRows } from "../storage/d1/thread-view.ts";

/** The longest message, in UTF-16 code units. */
export const MAX_CONTENT_CHARS = 32_768;
const MAX_RECIPIENTS = 100;
const MAX_RECIPIENT_CHARS = 320;

/** A string id of one kind. */
export function idText<K extends IdKind>(kind: K) {
  return z.custom<Id<K>>((value) => typeof value === "string" && parseId(kind, value) !== null, `must be a ${kind}_… identifier`);
}

/** Where a room belongs. */
export const place = z.object({ threadId: idText("thread"), organizationId: idText("org"), tenantId: idText("tenant") });
export type Place = z.output<typeof place>;

/** What a client sent beside its words; echoed to everybody in the message's own event. */
export const promptExtras = z.object({ ...sampling.shape, member: z.enum(["promptV1", "promptV2"]), model: z.string().max(200) });
export type PromptExtras = z.output<typeof promptExtras>;
export const PLAIN_PROMPT: PromptExtras = promptExtras.parse({ member: "promptV2", model: "" });

export const acceptInput = z.object({
  ...place.shape,
  kind: z.enum(["promptV2", "textV1", "renameThreadV1"]),
  /** The client's own choice, or null: the room makes one. */
  messageId: idText("msg").nullable(),
  content: wellFormed(MAX_CONTENT_CHARS).min(1),
  recipients: z.array(wellFormed(MAX_RECIPIENT_CHARS)).max(MAX_RECIPIENTS),
  worldKnowledge: z.boolean(),
  author: z.object({ userId: idText("user") }),
  operation: z.string().min(1),
  operationId: z.string().min(1),
  /** Whether the caller will ask for the thread as it is once the message (a prompt: its answer) is stored. */
  wantsThread: z.boolean().default(false),
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
  readonly meter: Meter;
}

export interface Acceptance {
  readonly ok: true;
  readonly messageId: Id<"msg">;
  /** Null for a remark or a rename, which get no answer. */
  readonly answerMessageId: Id<"msg"> | null;
  readonly transformationId: string | null;
  /** The audit event of this call's change; "" for a resend, which changes nothing. */
  readonly eventKey: string;
  readonly meter: Meter;
  /** Only for a remark or a rename whose caller wanted the thread. */
  readonly thread: ThreadRows | null;
}

export type AcceptResult = Acceptance | Refusal;

export interface Ending {
  /** False: the time is up and the answer is still being written. */
  readonly done: boolean;
  readonly meter: Meter;
  /** Text tokens that the answer cost; 0 when unknown. */
  readonly units: number;
  /** Null when nobody asked for it in time, or the room has been restarted since: read D1. */
  readonly thread: ThreadRows | null;
}

export const NO_COST: Meter = { trips: 0, rowsRead: 0 };
