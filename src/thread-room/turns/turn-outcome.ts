import type { ThreadEvent } from "../../domain/events.ts";
import type { Id } from "../../domain/ids.ts";
import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import type { OutboxEntry } from "../../storage/d1/service/outbox.ts";
import type { ThreadRows } from "../../storage/d1/threads/thread-view.ts";
import type { Answered, RefusalCode } from "../api.ts";
import type { MessageTurn, Turn } from "../queue/turn-store.ts";

/** What became of a turn in D1. */
export type TurnOutcome = Stored | Resend | Refused;

export interface Stored {
  readonly kind: "stored";
  /** What everybody is sent. */
  readonly events: readonly ThreadEvent[];
  /** Of the audit event; "" where D1 held it already, and where nothing changed. */
  readonly eventKey: Id<"event"> | "";
  /** What the answer may use that is still to be written. */
  readonly scope: AnswerScope | null;
  /** Of a question that is answered already. */
  readonly answered: Answered | null;
  readonly thread: ThreadRows | null;
  /** Deliveries that were ordered, and are to be made at once. */
  readonly starts: readonly OutboxEntry[];
  /** Which version of an answer is shown from now on, and in whose place. */
  readonly shows?: { readonly shown: string; readonly replaces: string };
}

/** D1 holds it from an earlier turn that has ended: the client sent it again. */
export interface Resend {
  readonly kind: "resend";
  readonly answerMessageId: Id<"msg"> | null;
  readonly transformationId: string | null;
}

export interface Refused {
  readonly kind: "refused";
  readonly code: RefusalCode;
  readonly message: string;
  /** When it may be done again: where a quota refused it. */
  readonly retryAfterSeconds?: number;
}

export interface Settled {
  readonly turn: Turn;
  readonly outcome: TurnOutcome;
}

/** Messages that go to D1 together. */
export type TurnBatch = readonly [MessageTurn, ...MessageTurn[]];

export function stored(events: readonly ThreadEvent[], rest: Partial<Stored> = {}): Stored {
  return { kind: "stored", events, eventKey: "", scope: null, answered: null, thread: null, starts: [], ...rest };
}
