import type { NotesProgress } from "../../answering/notes-job.ts";
import { AsyncMutex } from "../../domain/async-mutex.ts";
import { findReadAssets } from "../../storage/d1/assets/watchers.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { summaryEvent } from "../protocol/scope-change-events.ts";
import { logRoomFault } from "./log-fault.ts";
import type { Publish } from "./publisher.ts";

/** Maximum number of events of one attempt, besides the first. The log of a thread is limited. */
const MAX_EVENTS = 10;

interface Deps {
  readonly threadId: string;
  readonly publish: Publish;
  readonly database: () => Database;
  readonly now: () => number;
}

/** Thrown if the turn ended before its progress was sent. */
class SummaryHasEnded extends Error {
  override readonly name = "SummaryHasEnded";
}

/** Notifies a thread's users how far a model has read the documents of a summary. */
export class SummaryNotifier {
  readonly #deps: Deps;
  readonly #chain = new AsyncMutex();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Sends the progress if it is the first, the last or a tenth further. Nothing is sent after the turn's end.
   * A failure is logged, because the answer does not depend on it.
   */
  async notify(progress: NotesProgress, isPending: () => boolean): Promise<void> {
    if (!isShown(progress)) return;
    const { threadId } = this.#deps;
    try {
      await this.#chain.run(async () => await this.#send(progress, isPending));
    } catch (error) {
      if (error instanceof SummaryHasEnded) return;
      logRoomFault({ threadId, doing: "telling the progress of a summary", attempt: 1 }, error);
    }
  }

  async #send({ read, parts, assetIds }: NotesProgress, isPending: () => boolean): Promise<void> {
    const { threadId, publish, database, now } = this.#deps;
    const db = database();
    const { assets } = await db.read({ assets: findReadAssets(db, threadId, assetIds) });
    const [first] = assets;
    if (first === undefined) return;
    const { organizationId, tenantId } = first;
    const event = summaryEvent({ threadId, organizationId, tenantId }, assets, { read, parts }, now());
    await publish([event], () => {
      if (!isPending()) throw new SummaryHasEnded();
    });
  }
}

function isShown({ read, parts }: NotesProgress): boolean {
  const tenths = (some: number): number => Math.floor((some * MAX_EVENTS) / parts);
  return read === 0 || tenths(read) > tenths(read - 1);
}
