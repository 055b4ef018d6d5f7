/** Runs jobs one after the other in the order they came: an object interleaves its callers at every await. */
export class SerialChain {
  #tail: Promise<unknown> = Promise.resolve();

  run<T>(job: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(job);
    this.#tail = result.catch(() => undefined);
    return result;
  }
}
