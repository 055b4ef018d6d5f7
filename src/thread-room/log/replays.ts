import { resyncFrame } from "../../domain/events.ts";
import { listGoneAssets } from "../../storage/d1/assets/assets.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import type { EventLog } from "./event-log.ts";
import { logFault } from "./log-fault.ts";

/** A newcomer to whom events would tell of more assets reads the thread. */
const MAX_ASKED = 2_000;

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

  /** @returns what reads the log: call it with no await before the newcomer joins */
  async prepare(since: number | null): Promise<() => Missed> {
    const { log } = this.#deps;
    if (since === null) return () => ({ frames: [], lastSeq: log.lastSeq() });
    const asked = new Set(log.assetsShownAfter(since, MAX_ASKED + 1));
    const isHidden = asked.size > MAX_ASKED || (await this.#someAreGone([...asked]));
    return () => {
      const lastSeq = log.lastSeq();
      const isLate = log.assetsShownAfter(since, MAX_ASKED + 1).some((id) => !asked.has(id));
      return { frames: isHidden || isLate ? [resyncFrame(lastSeq)] : log.since(since), lastSeq };
    };
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
