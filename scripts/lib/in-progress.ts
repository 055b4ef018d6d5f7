import type { IncomingMessage, ServerResponse } from "node:http";

const EVENT_STREAM = /\btext\/event-stream\b/;

/** The answers that a server has begun or still owes. */
export class InProgress {
  readonly #answers = new Map<ServerResponse, IncomingMessage>();
  #onEmpty: (() => void) | null = null;

  /** @param asked the request of the answer */
  add(asked: IncomingMessage, answer: ServerResponse): void {
    this.#answers.set(answer, asked);
    answer.once("close", () => {
      this.#answers.delete(answer);
      if (this.#answers.size === 0) this.#onEmpty?.();
    });
    if (this.#onEmpty !== null) answer.shouldKeepAlive = false;
  }

  /**
   * Waits for the answers. Streams that a `GET` opened never end by themselves, so it ends them: their clients
   * connect again and lose nothing.
   * @param maxMs the longest wait, in milliseconds
   */
  async end(maxMs: number): Promise<void> {
    for (const [answer, asked] of this.#answers) {
      if (asked.method === "GET" && EVENT_STREAM.test(asked.headers.accept ?? "")) answer.destroy();
      else answer.shouldKeepAlive = false;
    }
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#onEmpty = () => resolve(undefined);
    if (this.#answers.size === 0) return;
    const timer = setTimeout(() => resolve(undefined), maxMs);
    await promise;
    clearTimeout(timer);
  }
}
