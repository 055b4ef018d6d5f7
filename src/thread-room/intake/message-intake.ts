import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import type { AlarmScheduler } from "../alarms.ts";
import { type AcceptInput, acceptInput, type AcceptResult } from "../api.ts";
import { acceptance, type AcceptWaiters, refusal } from "../queue/accept-waiters.ts";
import { enqueue } from "../queue/turn-queue.ts";
import type { TurnStore } from "../queue/turn-store.ts";

/** Within this time after a crash a turn that was cut off is taken up again. */
export const WATCHDOG_MS = 5_000;

interface Deps {
  readonly turns: TurnStore;
  readonly waiters: AcceptWaiters;
  readonly alarms: Pick<AlarmScheduler, "schedule">;
  readonly transaction: <T>(change: () => T) => T;
  readonly now: () => number;
  /** Puts everything into D1 that it does not hold yet. */
  readonly storeAll: () => Promise<unknown>;
  /** Is called when there may be a turn to answer. */
  readonly answerNext: () => void;
}

/** Takes messages in. A turn is in the room's SQLite, and the alarm armed, before anything else happens; then D1 is to hold it. */
export class MessageIntake {
  readonly #deps: Deps;
  /** Each message has a moment of its own: a text that D1 holds is known by it. */
  #acceptedAt = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @param scope what the asker may use, if it has just been read */
  async accept(given: AcceptInput, scope: AnswerScope | null = null): Promise<AcceptResult> {
    const { turns, waiters, alarms, transaction, now } = this.#deps;
    const { success, data, error } = acceptInput.safeParse(given);
    if (!success) return refusal("invalid_argument", `${error.issues[0]?.path.join(".")}: ${error.issues[0]?.message}`);
    this.#acceptedAt = Math.max(now(), this.#acceptedAt + 1);
    const enqueued = transaction(() => enqueue(turns, data, this.#acceptedAt, scope));
    if (enqueued.kind === "refused") return refusal(enqueued.code, enqueued.message);
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
