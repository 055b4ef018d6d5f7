import { bearer } from "./credential.ts";
import { EventParser, eventsAfter } from "./event-parser.ts";
import type { Heartbeat, SocketListener } from "./live-socket.ts";
import type { Fetch } from "./requests.ts";

/** How a connection that broke, or that the service has ended, is reported. */
const CONNECTION_LOST = 1006;
/** HTTP refusals, as the close codes of sockets say the same. */
const CODES: Readonly<Record<number, number>> = { 400: 4400, 401: 4401, 403: 4403, 404: 4404, 413: 4413, 429: 4429 };

export interface StreamListener extends SocketListener {
  /** Where the thread is, told before anything has happened. */
  onBeginning(seq: number): void;
}

export interface StreamAddress {
  readonly url: string;
  /** "" for nobody. */
  readonly token: string;
  /** The last event that was heard; null: only what happens from now on. */
  readonly since: number | null;
}

/** One connection that only listens: server-sent events, for runtimes and networks without WebSockets. The same events as on a socket. */
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

  /** Nothing can be sent. */
  send(_frame: string): void {}

  /** Ends it without telling the listener. */
  drop(): void {
    this.#listener = null;
    clearTimeout(this.#timer);
    this.#leaving.abort();
  }

  async #listen(fetch: Fetch, { url, token, since }: StreamAddress): Promise<void> {
    const response = await fetch(url, { headers: { ...eventsAfter(since), ...bearer(token) }, signal: this.#leaving.signal });
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

  /** The service says a word at least every fifteen seconds. */
  #wait(): void {
    clearTimeout(this.#timer);
    const { pingMs, silenceMs } = this.#heartbeat;
    if (this.#listener !== null)
      this.#timer = setTimeout(() => this.#end(CONNECTION_LOST, "Nothing came for too long."), pingMs + silenceMs);
  }

  #end(code: number, reason: string): void {
    const listener = this.#listener;
    this.drop();
    listener?.onEnd(code, reason);
  }
}
