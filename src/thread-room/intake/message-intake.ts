import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import type { AlarmScheduler } from "../alarms.ts";
import { type AcceptInput, acceptInput, type AcceptResult } from "../api.ts";
import { acceptance, type AcceptWaiters, rejection } from "../queue/accept-waiters.ts";
import { enqueueTurn } from "../queue/enqueue-turn.ts";
import type { TurnStore } from "../queue/turn-store.ts";

/** Delay in milliseconds after which the alarm resumes a turn that a crash interrupted. */
export const WATCHDOG_MS = 5_000;

interface Deps {
  readonly turns: TurnStore;
  readonly waiters: AcceptWaiters;
  readonly alarms: Pick<AlarmScheduler, "schedule">;
  readonly transaction: <T>(change: () => T) => T;
  readonly now: () => number;
  /** Stores every turn that is not in D1 yet. */
  readonly storeAll: () => Promise<unknown>;
  /** Called after a turn that may need an answer. */
  readonly answerNext: () => void;
}

/**
 * Accepts messages. First writes the turn to the room's SQLite and sets the alarm, then stores the turn in
 * D1.
 */
export class MessageIntake {
  readonly #deps: Deps;
  /** Time of the last accepted message. Each message has a distinct time, which identifies a text in D1. */
  #acceptedAt = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @param scope the sources that the asker may use, if the caller has just read them */
  async accept(given: AcceptInput, scope: AnswerScope | null = null): Promise<AcceptResult> {
    const { turns, waiters, alarms, transaction, now } = this.#deps;
    const { success, data, error } = acceptInput.safeParse(given);
    if (!success)
      return rejection("invalid_argument", `${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}`);
    this.#acceptedAt = Math.max(now(), this.#acceptedAt + 1);
    const enqueued = transaction(() => enqueueTurn(turns, data, this.#acceptedAt, scope));
    if (enqueued.kind === "refused") return rejection(enqueued.code, enqueued.message);
    if (enqueued.turn.stored) return acceptance(enqueued.turn);
    const result = waiters.wait(enqueued.turn.seq, data.messagesShown);
    await alarms.schedule("turns", now() + WATCHDOG_MS);
    return Promise.race([result, this.#store().then(() => result)]);
  }

  async #store(): Promise<void> {
    const { storeAll, turns, alarms, now, answerNext } = this.#deps;
    await storeAll();
    const at = turns.nextDueAt();
    if (at === null || at > now()) await alarms.schedule("turns", at);
    else answerNext();
  }
}
