/** As much of a WebSocket as is used here: a browser's, Node's and that of the package `ws` are such. */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number): void;
  addEventListener(type: "open" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number; readonly reason: string }) => void): void;
}
export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;

/** Milliseconds. */
export interface Heartbeat {
  /** From a pong to the next ping. */
  readonly pingMs: number;
  /** A connection that is silent for so long while a pong is awaited, or that takes so long to open, is given up. */
  readonly silenceMs: number;
}

export const HEARTBEAT: Heartbeat = { pingMs: 25_000, silenceMs: 20_000 };

/** A ping is due early after so much: the room takes for unread what it has sent since the last one. */
const PING_EVERY_CHARS = 16_384;
const NORMAL_CLOSURE = 1000;
/** How a connection that broke is reported. */
const CONNECTION_LOST = 1006;

export interface SocketListener {
  /** The room has taken the socket, and has said what was missed. */
  onAlive(): void;
  onFrame(text: string): void;
  /** Once, and nothing comes after it. */
  onEnd(code: number, reason: string): void;
}

/**
 * One connection. A refused socket opens too, and is closed then; so it counts as alive only with the pong to the ping with which it
 * begins. That comes behind the events that the room sends first.
 */
export class LiveSocket {
  readonly #socket: WebSocketLike;
  readonly #heartbeat: Heartbeat;
  #listener: SocketListener | null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAlive = false;
  #awaitsPong = false;
  #heardChars = 0;
  #heardAt = performance.now();

  /** @throws what the constructor throws for a URL or a protocol that cannot be one */
  constructor(WebSocketClass: WebSocketConstructor, url: string, protocols: string[], heartbeat: Heartbeat, listener: SocketListener) {
    this.#heartbeat = heartbeat;
    this.#listener = listener;
    this.#socket = new WebSocketClass(url, protocols);
    this.#socket.addEventListener("open", () => this.#ping());
    this.#socket.addEventListener("message", ({ data }) => this.#receive(data));
    this.#socket.addEventListener("error", () => {});
    this.#socket.addEventListener("close", ({ code, reason }) => this.#end(code, reason));
    this.#awaitWord(heartbeat.silenceMs);
  }

  send(frame: string): void {
    this.#socket.send(frame);
  }

  /** Closes it without telling the listener. */
  drop(): void {
    this.#listener = null;
    clearTimeout(this.#timer);
    this.#socket.close(NORMAL_CLOSURE);
  }

  #receive(data: unknown): void {
    const listener = this.#listener;
    if (listener === null || typeof data !== "string") return;
    this.#heardAt = performance.now();
    if (data !== "pong") {
      this.#heardChars += data.length;
      if (this.#heardChars >= PING_EVERY_CHARS && !this.#awaitsPong) this.#ping();
      return listener.onFrame(data);
    }
    this.#awaitsPong = false;
    this.#arm(this.#heartbeat.pingMs, () => this.#ping());
    if (this.#isAlive) return;
    this.#isAlive = true;
    listener.onAlive();
  }

  #ping(): void {
    if (this.#listener === null) return;
    this.#heardAt = performance.now();
    this.#awaitsPong = true;
    this.#heardChars = 0;
    this.#awaitWord(this.#heartbeat.silenceMs);
    this.#socket.send("ping");
  }

  #awaitWord(ms: number): void {
    this.#arm(ms, () => {
      const leftMs = this.#heartbeat.silenceMs - (performance.now() - this.#heardAt);
      if (leftMs > 0) return this.#awaitWord(leftMs);
      const listener = this.#listener;
      this.drop();
      listener?.onEnd(CONNECTION_LOST, "Nothing came for too long.");
    });
  }

  #end(code: number, reason: string): void {
    const listener = this.#listener;
    this.#listener = null;
    clearTimeout(this.#timer);
    listener?.onEnd(code, reason);
  }

  #arm(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }
}
