import { resyncFrame } from "../../domain/events.ts";
import { selectMissingAssets } from "../../storage/d1/assets/assets.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import type { EventLog } from "./event-log.ts";
import { logRoomFault } from "./log-fault.ts";

/**
 * Assets to check for deletion at most. If events contain more assets, a new socket receives a resync frame.
 */
const MAX_ASKED = 2_000;
/** Maximum number of D1 reads. If every read finds further assets, a new socket receives a resync frame. */
const MAX_TURNS = 5;

/**
 * The frames that a new socket missed, and the number of the newest event. If the frames exceed the socket's
 * limit, it receives only the number.
 */
export interface MissedEvents {
  readonly frames: Iterable<string>;
  readonly lastSeq: number;
}

interface Deps {
  readonly threadId: string;
  readonly log: Pick<EventLog, "since" | "lastSeq" | "assetsShownAfter">;
  readonly database: () => Database;
}

/**
 * Replays for new sockets. Events contain names and quotes of documents, so the room checks in D1 that these
 * documents still exist. If one is deleted, the socket receives a resync frame instead. After a restore,
 * replays contain the document again.
 */
export class Replays {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Checks the assets in missed events. Events may arrive during the D1 read and contain further assets,
   * which a few more reads check.
   * @param meanwhile runs concurrently with each read
   * @returns a function that reads the log; call it without an await before the socket joins
   */
  async prepare<T>(
    since: number | null,
    meanwhile: () => Promise<T>,
  ): Promise<{ readonly read: () => MissedEvents; readonly beside: T }> {
    const { log } = this.#deps;
    if (since === null)
      return { read: () => ({ frames: [], lastSeq: log.lastSeq() }), beside: await meanwhile() };
    const asked = new Set<string>();
    const late = (): string[] => log.assetsShownAfter(since, MAX_ASKED + 1).filter((id) => !asked.has(id));
    for (let turn = 1; ; turn += 1) {
      const ids = late();
      for (const id of ids) asked.add(id);
      const isTooMuch = asked.size > MAX_ASKED;
      const [isHidden, beside] = await Promise.all([isTooMuch || this.#someAreGone(ids), meanwhile()]);
      if (!isHidden && turn < MAX_TURNS && late().length > 0) continue;
      const read = (): MissedEvents => {
        const lastSeq = log.lastSeq();
        return { frames: isHidden || late().length > 0 ? [resyncFrame(lastSeq)] : log.since(since), lastSeq };
      };
      return { read, beside };
    }
  }

  async #someAreGone(assetIds: readonly string[]): Promise<boolean> {
    if (assetIds.length === 0) return false;
    const { threadId, database } = this.#deps;
    const db = database();
    try {
      const { gone } = await db.read({ gone: selectMissingAssets(db, assetIds, 1) });
      return gone.length > 0;
    } catch (error) {
      logRoomFault({ threadId, doing: "asking what was deleted", attempt: 1 }, error);
      return true;
    }
  }
}
