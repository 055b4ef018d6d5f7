/** Nobody rests longer, however long was worked. */
const MAX_SLEEP_MS = 100;

/**
 * Gives the requests of others a turn, for as long as was worked since the last one. Calls of D1, R2 and objects need no look at the network where
 * all of them are in one process: a run of many would keep every request waiting until its end.
 */
export class TurnsForOthers {
  #since = Date.now();

  async give(): Promise<void> {
    await scheduler.wait(Math.min(Math.max(Date.now() - this.#since, 0), MAX_SLEEP_MS));
    this.#since = Date.now();
  }
}
