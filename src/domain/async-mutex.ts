/**
 * Runs jobs one at a time in the order of their arrival. A Durable Object needs it, because other requests
 * can run at every await.
 */
export class AsyncMutex {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(job);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
