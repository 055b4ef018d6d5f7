/**
 * Callers that wait for the answer to a message. In memory only, so no caller waits after a restart. D1
 * stores the answer.
 */
export class AnswerWaiters {
  readonly #waiting = new Map<string, (() => void)[]>();

  /** @returns false after the timeout */
  async wait(messageId: string, timeoutMs: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), timeoutMs);
    this.#waiting.set(messageId, [...(this.#waiting.get(messageId) ?? []), () => resolve(true)]);
    const isEnded = await promise;
    clearTimeout(timer);
    return isEnded;
  }

  resolve(messageId: string): void {
    for (const wake of this.#waiting.get(messageId) ?? []) wake();
    this.#waiting.delete(messageId);
  }
}
