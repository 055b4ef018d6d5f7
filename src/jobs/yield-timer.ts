/** Upper limit of a pause, in milliseconds. */
const MAX_SLEEP_MS = 100;

/**
 * Yields to the event loop for as long as the preceding work took. If D1, R2 and Durable Objects run in one
 * process, calls to them never wait for the network. Without pauses, a run with many calls would block all
 * requests.
 */
export class YieldTimer {
  #since = Date.now();

  async yield(): Promise<void> {
    await scheduler.wait(Math.min(Math.max(Date.now() - this.#since, 0), MAX_SLEEP_MS));
    this.#since = Date.now();
  }
}
