import { Failure } from "../lib/failure.ts";
import { type Frame, frame } from "./wire.ts";

/** The live events of a thread as they arrive. */
export class ThreadSocket {
  /** Everything received, oldest first. */
  readonly frames: Frame[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly #socket: WebSocket;
  readonly #opened = Promise.withResolvers<void>();
  #isClosed = false;
  #wake = Promise.withResolvers<void>();

  /** @param path of the events with its query; the token is offered as a subprotocol, as a browser does */
  constructor(origin: string, path: string, token: string) {
    const url = new URL(path, origin.replace(/^http/, "ws"));
    this.#socket = new WebSocket(url.href, ["knowledge.v1", `bearer.${token}`]);
    const ended = Promise.withResolvers<{ code: number; reason: string }>();
    this.closed = ended.promise;
    this.#socket.addEventListener("open", () => this.#opened.resolve());
    this.#socket.addEventListener("message", ({ data }) => {
      this.frames.push(frame.parse(JSON.parse(String(data))));
      this.#stir();
    });
    this.#socket.addEventListener("close", ({ code, reason }) => {
      this.#isClosed = true;
      this.#opened.resolve();
      ended.resolve({ code, reason });
      this.#stir();
    });
  }

  /** Resolves once the handshake is over, one way or the other. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** The frames from the first one or, with `from`, from that position on, as they come. @throws Failure when none comes for so long, or no more can */
  async *follow(timeoutMs: number, from = 0): AsyncGenerator<Frame, never> {
    for (let position = from; ; position += 1) {
      let next = this.frames[position];
      while (next === undefined) {
        if (this.#isClosed) throw new Failure(`The thread's events ended: ${JSON.stringify(await this.closed)}`);
        await withTimeout(this.#wake.promise, timeoutMs, "No event of the thread");
        next = this.frames[position];
      }
      yield next;
    }
  }

  /** Waits until one of the frames, from the first one on, is as wanted. @throws Failure */
  async find(wanted: (frame: Frame) => boolean, timeoutMs: number): Promise<Frame> {
    for await (const next of this.follow(timeoutMs)) if (wanted(next)) return next;
    throw new Failure("unreachable: the frames do not end");
  }

  send(message: unknown): void {
    this.#socket.send(JSON.stringify(message));
  }

  close(): void {
    this.#socket.close();
  }

  #stir(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

/** Opens the events of a thread, from `since` on if given. @throws Failure when refused */
export async function openThreadSocket(origin: string, threadId: string, token: string, since?: number): Promise<ThreadSocket> {
  const socket = new ThreadSocket(origin, `/v1/threads/${threadId}/events${since === undefined ? "" : `?since=${since}`}`, token);
  await socket.opened;
  return socket;
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Failure(`${what} for ${timeoutMs / 1_000} s.`)), timeoutMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
