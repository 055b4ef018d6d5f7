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
  /** Id of the audit event; "" if D1 had already stored the change or nothing changed. */
  readonly eventKey: Id<"event"> | "";
  /** The sources for the answer to generate. */
  readonly scope: AnswerScope | null;
  /** The complete answer of a question; null if the answer is pending. */
  readonly answered: Answered | null;
  readonly thread: ThreadRows | null;
  /** Enqueued jobs to run immediately. */
  readonly starts: readonly OutboxEntry[];
  /** The version to show from now on, and the version that it replaces. */
  readonly shows?: { readonly shown: string; readonly replaces: string };
}

/** A resent message that D1 has stored from an ended turn. */
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
  return {
    kind: "stored",
    events,
    eventKey: "",
    scope: null,
    answered: null,
    thread: null,
    starts: [],
    ...rest,
  };
}
