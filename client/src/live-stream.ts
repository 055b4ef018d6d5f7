import { EventParser, eventsAfter } from "./event-parser.ts";
import type { Heartbeat, SocketListener } from "./live-socket.ts";
import type { Fetch } from "./requests.ts";

/** The close code of a broken or ended stream. */
const CONNECTION_LOST = 1006;
/** HTTP statuses and the equal close codes of sockets. */
const CODES: Readonly<Record<number, number>> = {
  400: 4400,
  401: 4401,
  403: 4403,
  404: 4404,
  413: 4413,
  429: 4429,
};

export interface StreamListener extends SocketListener {
  /** Receives the thread's present sequence number before the first event. */
  onBeginning(seq: number): void;
}

export interface StreamAddress {
  readonly url: string;
  /** Headers that authenticate the caller. */
  readonly headers: Readonly<Record<string, string>>;
  /** The last received event; null for new events only. */
  readonly since: number | null;
}

/**
 * One receive-only connection: server-sent events for runtimes and networks without WebSockets. It carries
 * the same events as a socket.
 */
export class LiveStream {
  readonly #heartbeat: Heartbeat;
  readonly #leaving = new AbortController();
  #listener: StreamListener | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAlive = false;

  constructor(fetch: Fetch, address: StreamAddress, heartbeat: Heartbeat, listener: StreamListener) {
    this.#heartbeat = heartbeat;
    this.#listener = listener;
    this.#wait();
    void this.#listen(fetch, address).catch(() => this.#end(CONNECTION_LOST, "The connection was lost."));
  }

  /** Streams cannot send. */
  send(_frame: string): void {}

  /** Ends the stream without an event for the listener. */
  drop(): void {
    this.#listener = null;
    clearTimeout(this.#timer);
    this.#leaving.abort();
  }

  async #listen(fetch: Fetch, { url, headers, since }: StreamAddress): Promise<void> {
    const response = await fetch(url, {
      headers: { ...eventsAfter(since), ...headers },
      signal: this.#leaving.signal,
    });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      return this.#end(CODES[response.status] ?? CONNECTION_LOST, `The service answered ${response.status}.`);
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const events = new EventParser(
      (text) => this.#listener?.onFrame(text),
      (seq) => this.#listener?.onBeginning(seq),
    );
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return this.#end(CONNECTION_LOST, "The stream has ended.");
      this.#wait();
      events.push(value);
      if (this.#isAlive) continue;
      this.#isAlive = true;
      this.#listener?.onAlive();
    }
  }

  /** The service sends at least one line every 15 seconds. */
  #wait(): void {
    clearTimeout(this.#timer);
    const { pingMs, silenceMs } = this.#heartbeat;
    if (this.#listener !== null)
      this.#timer = setTimeout(
        () => this.#end(CONNECTION_LOST, "The connection timed out."),
        pingMs + silenceMs,
      );
  }

  #end(code: number, reason: string): void {
    const listener = this.#listener;
    this.drop();
    listener?.onEnd(code, reason);
  }
}
