/**
 * The part of the WebSocket interface that this library uses; browsers, Node and the package `ws` provide it.
 */
export interface WebSocketLike {
  send(data: string): void;
  close(code?: number): void;
  addEventListener(type: "open" | "error", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: "close",
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
}
export type WebSocketConstructor = new (url: string, protocols: string[]) => WebSocketLike;

/** Times of a socket's ping and silence checks, in milliseconds. */
export interface Heartbeat {
  /** Delay from a pong to the next ping. */
  readonly pingMs: number;
  /** Longest silence while a pong is due or a connection opens; then the client drops the connection. */
  readonly silenceMs: number;
}

export const HEARTBEAT: Heartbeat = { pingMs: 25_000, silenceMs: 20_000 };

/**
 * Sends a ping early after this many characters, because the room counts everything since the last ping as
 * unread.
 */
const PING_EVERY_CHARS = 16_384;
const NORMAL_CLOSURE = 1000;
/** The close code of a broken connection. */
const CONNECTION_LOST = 1006;

export interface SocketListener {
  /** The room accepted the socket and has sent all missed events. */
  onAlive(): void;
  onFrame(text: string): void;
  /** Called once, as the last event. */
  onEnd(code: number, reason: string): void;
}

/**
 * One WebSocket connection. A rejected socket opens too before it closes, so the connection counts as open
 * only after the first pong. The room answers that first ping after it has sent the missed events.
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

  /** @throws the constructor's error for an invalid URL or protocol */
  constructor(
    WebSocketClass: WebSocketConstructor,
    url: string,
    protocols: string[],
    heartbeat: Heartbeat,
    listener: SocketListener,
  ) {
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

  /** Closes the socket without an event for the listener. */
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
      listener?.onEnd(CONNECTION_LOST, "The connection timed out.");
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
