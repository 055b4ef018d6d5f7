import { setTimeout as pause } from "node:timers/promises";

const RETRY_MS = 25;
/** Refusals by the service; everything else may come of its being killed. */
const FIRST_REFUSAL = 4_400;
/** Much may be unread: a guest hears it after each 256 KiB, and comes back. */
const BEHIND = 4_408;

interface Events {
  readonly origin: string;
  readonly threadId: string;
}

export interface Place extends Events {
  readonly token: string;
  /** Whether drafts are told too. */
  readonly drafts?: true;
}

/** Where anyone who has the thread's public link may listen. */
export interface GuestPlace extends Events {
  readonly publicToken: string;
}

export interface RawFrame {
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Listener {
  onFrame(frame: RawFrame): void;
  /** It was refused for good: `code` is the close code. */
  onRefused(code: number): void;
}

/**
 * A socket of a thread that comes back by itself after the last event that it was sent. It leaves nothing out and puts nothing in order, so
 * that whatever the service does wrong is seen.
 */
export class RawSocket {
  /** Counts connections that have been open. */
  connections = 0;
  #lastSeq: number;
  readonly #place: Place | GuestPlace;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #isStopped = false;
  readonly #ended: Promise<void>;

  constructor(place: Place | GuestPlace, listener: Listener, since = 0) {
    this.#place = place;
    this.#listener = listener;
    this.#lastSeq = since;
    this.#ended = this.#stayConnected();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Nothing is sent while it is not open. */
  send(frame: object): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(frame));
  }

  /** Breaks the connection; it comes back. */
  hop(): void {
    this.#socket?.close();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#socket?.close();
    await this.#ended;
  }

  async #stayConnected(): Promise<void> {
    while (!this.#isStopped) {
      const code = await this.#connection();
      if (code >= FIRST_REFUSAL && code !== BEHIND) return this.#listener.onRefused(code);
      await pause(RETRY_MS);
    }
  }

  /** One connection from its beginning to its end. @returns the close code */
  #connection(): Promise<number> {
    const { origin, threadId } = this.#place;
    const url = new URL(`/v1/threads/${threadId}/events?since=${this.#lastSeq}`, origin.replace(/^http/, "ws"));
    const protocols = ["knowledge.v1"];
    if ("drafts" in this.#place) url.searchParams.set("drafts", "true");
    if ("token" in this.#place) protocols.push(`bearer.${this.#place.token}`);
    else url.searchParams.set("publicAccessToken", this.#place.publicToken);
    const socket = new WebSocket(url.href, protocols);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.connections += 1;
      if (this.#isStopped) socket.close();
    });
    socket.addEventListener("message", ({ data }) => this.#hear(String(data)));
    return new Promise((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));
  }

  #hear(text: string): void {
    const body = JSON.parse(text) as Record<string, unknown>;
    if (typeof body["seq"] === "number") this.#lastSeq = body["seq"];
    this.#listener.onFrame({ text, body });
  }
}
