import type { Database } from "../../storage/d1/core/database.ts";
import { findAliveThread } from "../../storage/d1/threads/threads.ts";
import type { EventLog } from "./event-log.ts";
import type { Voided } from "./voided.ts";

/** How much the clocks of a Worker and of the room may differ. */
const CLOCK_SKEW_MS = 5_000;

interface Deps {
  readonly threadId: string;
  readonly guard: { readonly ensure: () => Promise<void> };
  readonly log: Pick<EventLog, "appendResync" | "clear" | "lastSeq">;
  readonly voided: Voided;
  readonly connections: { readonly broadcast: (frames: readonly string[], now: number) => void };
  /** All or nothing in the room's SQLite. */
  readonly transaction: <T>(change: () => T) => T;
  readonly database: () => Database;
  readonly now: () => number;
}

/**
 * Has those who listen read the thread again, once for each change, however many assets it deleted or restored; and those who are away, as it is
 * sent under a number of the log.
 */
export class RereadNotifier {
  readonly #deps: Deps;
  #isOver = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The thread goes for good: nothing is written for it any more. */
  end(): void {
    this.#isOver = true;
  }

  /** @param change its operation's id @throws ServiceError `unavailable` when who may listen could not be found out: nothing was sent */
  async readAgain(change: string): Promise<void> {
    const { log, voided } = this.#deps;
    if (!(await this.#maySend()) || voided.has(change)) return;
    this.#send(change, () => log.appendResync());
  }

  /**
   * Forgets every event, as one may tell of what is removed for good. Who listens or comes back reads the thread; that is not said once more where
   * it was said since the deletion.
   * @param change names the removal @param deletedAt milliseconds since 1970
   * @throws ServiceError as `readAgain`
   */
  async forgetEvents(change: string, deletedAt: number): Promise<void> {
    const { log, voided, transaction } = this.#deps;
    if (!(await this.#maySend())) return;
    if (voided.has(change) || voided.lastAt() > deletedAt + CLOCK_SKEW_MS) return transaction(() => log.clear());
    this.#send(change, () => {
      log.clear();
      return log.appendResync();
    });
  }

  /** A room that has sent nothing may be what is left of one that is gone. */
  async #maySend(): Promise<boolean> {
    const { threadId, guard, log, database } = this.#deps;
    await guard.ensure();
    if (log.lastSeq() > 0) return !this.#isOver;
    const db = database();
    const { alive } = await db.read({ alive: findAliveThread(db, threadId) });
    return alive.length > 0 && !this.#isOver;
  }

  #send(change: string, append: () => string): void {
    const { log, voided, connections, transaction, now } = this.#deps;
    const frame = transaction(() => {
      const appended = append();
      voided.note(change, log.lastSeq(), now());
      return appended;
    });
    connections.broadcast([frame], now());
  }
}
