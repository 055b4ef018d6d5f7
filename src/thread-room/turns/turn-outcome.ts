import type { ThreadEvent } from "../../domain/events.ts";
import type { Id } from "../../domain/ids.ts";
import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import type { OutboxEntry } from "../../storage/d1/service/outbox.ts";
import type { ThreadRows } from "../../storage/d1/threads/thread-view.ts";
import type { Answered, RejectionCode } from "../api.ts";
import type { MessageTurn, Turn } from "../queue/turn-store.ts";

/** The outcome of storing a turn in D1. */
export type TurnOutcome = Stored | Resend | Rejected;

export interface Stored {
  readonly kind: "stored";
  /** Events for all sockets. */
  readonly events: readonly ThreadEvent[];
  /** The audit event's id; "" if D1 held the change already or nothing changed. */
  readonly eventKey: Id<"event"> | "";
  /** The sources for the answer that is still to be written. */
  readonly scope: AnswerScope | null;
  /** The answer of a question that has one already. */
  readonly answered: Answered | null;
  readonly thread: ThreadRows | null;
  /** Enqueued jobs to run immediately. */
  readonly starts: readonly OutboxEntry[];
  /** The version to show from now on, and the one it replaces. */
  readonly shows?: { readonly shown: string; readonly replaces: string };
}

/** D1 holds it from an ended turn: the client sent it again. */
export interface Resend {
  readonly kind: "resend";
  readonly answerMessageId: Id<"msg"> | null;
  readonly transformationId: string | null;
}

export interface Rejected {
  readonly kind: "refused";
  readonly code: RejectionCode;
  readonly message: string;
  /** Seconds until a retry may succeed, if a quota rejected the request. */
  readonly retryAfterSeconds?: number;
}

export interface ResolvedTurn {
  readonly turn: Turn;
  readonly outcome: TurnOutcome;
}

/** Messages of one D1 batch. */
export type TurnBatch = readonly [MessageTurn, ...MessageTurn[]];

export function stored(events: readonly ThreadEvent[], rest: Partial<Stored> = {}): Stored {
  return { kind: "stored", events, eventKey: "", scope: null, answered: null, thread: null, starts: [], ...rest };
}
