import type { QueryStats } from "../../storage/d1/core/database.ts";
import { type Acceptance, type AcceptResult, NO_COST, type Rejection } from "../api.ts";
import type { Turn } from "./turn-store.ts";

interface Waiter {
  readonly messagesShown: number | null;
  readonly resolve: (result: AcceptResult) => void;
}

/**
 * Callers that wait until D1 has stored their turn, by the turn's number. In memory only, so no caller waits
 * after a restart.
 */
export class AcceptWaiters {
  readonly #waiting = new Map<number, Waiter[]>();

  wait(seq: number, messagesShown: number | null): Promise<AcceptResult> {
    const { promise, resolve } = Promise.withResolvers<AcceptResult>();
    this.#waiting.set(seq, [...(this.#waiting.get(seq) ?? []), { messagesShown, resolve }]);
    return promise;
  }

  /**
   * The largest number of newest messages that the turn's callers requested; null without a request for the
   * thread.
   */
  messagesShown(seq: number): number | null {
    const wanted = (this.#waiting.get(seq) ?? []).flatMap(({ messagesShown }) => messagesShown ?? []);
    return wanted.length === 0 ? null : Math.max(...wanted);
  }

  resolve(seq: number, result: AcceptResult): void {
    for (const waiter of this.#waiting.get(seq) ?? []) waiter.resolve(result);
    this.#waiting.delete(seq);
  }

  /** Resolves the callers of this turn and of all later turns. */
  resolveFrom(first: number, result: AcceptResult): void {
    for (const seq of this.#waiting.keys()) if (seq >= first) this.resolve(seq, result);
  }
}

export function acceptance(
  { messageId, answerMessageId, transformationId }: Turn,
  { eventKey = "", meter = NO_COST, thread = null, answered = null }: Partial<Acceptance> = {},
): Acceptance {
  const asked = { answerMessageId, transformationId: answerMessageId === null ? null : transformationId };
  return { ok: true, messageId, ...asked, eventKey, meter, thread, answered };
}

export function rejection(code: Rejection["code"], message: string, meter: QueryStats = NO_COST): Rejection {
  return { ok: false, code, message, meter };
}
