import { resyncFrame } from "../../domain/events.ts";
import { listGoneAssets } from "../../storage/d1/assets/assets.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import type { EventLog } from "./event-log.ts";
import { logFault } from "./log-fault.ts";

/** A newcomer to whom events would tell of more assets reads the thread. */
const MAX_ASKED = 2_000;
/** So often it is asked; in a thread that tells of others each time, a newcomer reads the thread. */
const MAX_TURNS = 5;

/** What a newcomer has missed, and the number of the newest event, which it is sent where that is too much to send. */
export interface Missed {
  readonly frames: Iterable<string>;
  readonly lastSeq: number;
}

interface Deps {
  readonly threadId: string;
  readonly log: Pick<EventLog, "since" | "lastSeq" | "assetsShownAfter">;
  readonly database: () => Database;
}

/**
 * What newcomers have missed. Events tell names and quotes of documents that may have been deleted since, so D1 is asked about each of them:
 * where one is, the newcomer reads the thread, which knows. What is restored is replayed again.
 */
export class Replays {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * While it is asked, events may tell of further assets: those are asked about too, a few times.
   * @param meanwhile asked beside it, each time
   * @returns what reads the log: call it with no await before the newcomer joins
   */
  async prepare<T>(since: number | null, meanwhile: () => Promise<T>): Promise<{ readonly read: () => Missed; readonly beside: T }> {
    const { log } = this.#deps;
    if (since === null) return { read: () => ({ frames: [], lastSeq: log.lastSeq() }), beside: await meanwhile() };
    const asked = new Set<string>();
    const late = (): string[] => log.assetsShownAfter(since, MAX_ASKED + 1).filter((id) => !asked.has(id));
    for (let turn = 1; ; turn += 1) {
      const ids = late();
      for (const id of ids) asked.add(id);
      const isTooMuch = asked.size > MAX_ASKED;
      const [isHidden, beside] = await Promise.all([isTooMuch || this.#someAreGone(ids), meanwhile()]);
      if (!isHidden && turn < MAX_TURNS && late().length > 0) continue;
      const read = (): Missed => {
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
      const { gone } = await db.read({ gone: listGoneAssets(db, assetIds, 1) });
      return gone.length > 0;
    } catch (error) {
      logFault({ threadId, doing: "asking what was deleted", attempt: 1 }, error);
      return true;
    }
  }
}
