import { setTimeout as pause } from "node:timers/promises";

const RETRY_MS = 25;
/** Close codes from here on are rejections by the service. Any other may come from a kill. */
const FIRST_REJECTION_CODE = 4_400;
/** Too much is unread. A guest gets it after each 256 KiB and reconnects. */
const BEHIND = 4_408;

interface Events {
  readonly origin: string;
  readonly threadId: string;
}

export interface ThreadAddress extends Events {
  readonly token: string;
  /** Whether to receive drafts too. */
  readonly drafts?: true;
}

/** An address where clients with the thread's public link may listen. */
export interface GuestAddress extends Events {
  readonly publicToken: string;
}

export interface RawFrame {
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Listener {
  onFrame(frame: RawFrame): void;
  /** The service rejected it for good, with this close code. */
  onRejected(code: number): void;
}

/**
 * A socket of a thread that reconnects after the last received event. It neither filters nor sorts, so that
 * tests see each fault of the service.
 */
export class RawSocket {
  /** Number of connections that opened. */
  connections = 0;
  #lastSeq: number;
  readonly #place: ThreadAddress | GuestAddress;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #isStopped = false;
  readonly #ended: Promise<void>;

  constructor(place: ThreadAddress | GuestAddress, listener: Listener, since = 0) {
    this.#place = place;
    this.#listener = listener;
    this.#lastSeq = since;
    this.#ended = this.#stayConnected();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Drops the frame while the socket is not open. */
  send(frame: object): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(frame));
  }

  /** Breaks the connection, and reconnects. */
  reconnect(): void {
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
      if (code >= FIRST_REJECTION_CODE && code !== BEHIND) return this.#listener.onRejected(code);
      await pause(RETRY_MS);
    }
  }

  /**
   * One connection from start to end.
   * @returns the close code
   */
  #connection(): Promise<number> {
    const { origin, threadId } = this.#place;
    const url = new URL(
      `/v1/threads/${threadId}/events?since=${this.#lastSeq}`,
      origin.replace(/^http/, "ws"),
    );
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
