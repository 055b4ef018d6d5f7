/** Upper limit of a pause. */
const MAX_SLEEP_MS = 100;

/**
 * Yields to the event loop for as long as the last piece of work took. Where D1, R2 and Durable Objects run
 * in one process, their calls never wait for the network. A run of many calls would block every request until
 * its end.
 */
export class YieldTimer {
  #since = Date.now();

  async yield(): Promise<void> {
    await scheduler.wait(Math.min(Math.max(Date.now() - this.#since, 0), MAX_SLEEP_MS));
    this.#since = Date.now();
  }
}
