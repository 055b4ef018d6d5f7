import type { Database } from "../../storage/d1/core/database.ts";
import { findAliveThread } from "../../storage/d1/threads/threads.ts";
import type { EventLog } from "./event-log.ts";
import type { Invalidations } from "./invalidations.ts";

/** Maximum clock difference between a Worker and the room, in milliseconds. */
const CLOCK_SKEW_MS = 5_000;

interface Deps {
  readonly threadId: string;
  readonly guard: { readonly ensure: () => Promise<void> };
  readonly log: Pick<EventLog, "appendResync" | "clear" | "lastSeq">;
  readonly invalidations: Invalidations;
  readonly connections: { readonly broadcast: (frames: readonly string[], now: number) => void };
  /** Runs a transaction of the room's SQLite. */
  readonly transaction: <T>(change: () => T) => T;
  readonly database: () => Database;
  readonly now: () => number;
}

/**
 * Makes clients read the thread again, once per change, however many assets the change deleted or restored.
 * The event has a number, so clients that reconnect later also receive it.
 */
export class ResyncNotifier {
  readonly #deps: Deps;
  #isOver = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Stops all notifications, because the room is removing the thread's data. */
  end(): void {
    this.#isOver = true;
  }

  /**
   * @param change id of the change's operation
   * @throws ServiceError `unavailable` if D1 is unavailable, in which case nothing was sent
   */
  async requestResync(change: string): Promise<void> {
    const { log, invalidations } = this.#deps;
    if (!(await this.#maySend()) || invalidations.has(change)) return;
    this.#send(change, () => log.appendResync());
  }

  /**
   * Deletes all events, because one may contain text of a removed document. Clients read the thread again,
   * unless a resync event after the deletion has already requested this.
   * @param change id of the deletion
   * @param deletedAt milliseconds since 1970
   * @throws ServiceError as `requestResync`
   */
  async dropEvents(change: string, deletedAt: number): Promise<void> {
    const { log, invalidations, transaction } = this.#deps;
    if (!(await this.#maySend())) return;
    if (invalidations.has(change) || invalidations.lastAt() > deletedAt + CLOCK_SKEW_MS)
      return transaction(() => log.clear());
    this.#send(change, () => {
      log.clear();
      return log.appendResync();
    });
  }

  /**
   * Whether the room may send. A room without any event may have been removed, so the room checks in D1 that
   * its thread exists.
   */
  async #maySend(): Promise<boolean> {
    const { threadId, guard, log, database } = this.#deps;
    await guard.ensure();
    if (log.lastSeq() > 0) return !this.#isOver;
    const db = database();
    const { alive } = await db.read({ alive: findAliveThread(db, threadId) });
    return alive.length > 0 && !this.#isOver;
  }

  #send(change: string, append: () => string): void {
    const { log, invalidations, connections, transaction, now } = this.#deps;
    const frame = transaction(() => {
      const appended = append();
      invalidations.record(change, log.lastSeq(), now());
      return appended;
    });
    connections.broadcast([frame], now());
  }
}
