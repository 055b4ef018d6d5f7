import { type Listener, listen, type Workplace } from "../rows/workplace.ts";
import { type Frame } from "../http/room-frames.ts";

/**
 * A client that follows a thread from the beginning. When its socket breaks, it reconnects with the last
 * sequence number.
 */
export class Follower {
  readonly errors: NonNullable<Frame["error"]>[] = [];
  /** The number of sockets it has opened. */
  sockets = 0;
  readonly #place: Workplace;
  readonly #session: Record<string, unknown>;
  #listener: Listener | null = null;
  readonly #heard: Frame[] = [];
  #taken = 0;

  /** @param session the client's session for `listen` */
  constructor(place: Workplace, session: Record<string, unknown> = {}) {
    this.#place = place;
    this.#session = session;
  }

  /** The thread's events in order of arrival, across all of the client's sockets. */
  get frames(): readonly Frame[] {
    this.#take();
    return this.#heard;
  }

  isConnected(): boolean {
    return this.#listener?.socket.readyState === WebSocket.OPEN;
  }

  /** Reconnects, and retries if the room is aborted meanwhile. */
  async connect(): Promise<void> {
    if (this.isConnected()) return;
    const since = this.frames.at(-1)?.seq ?? 0;
    const open = (): Promise<Listener> => listen(this.#place, { ...this.#session, since });
    this.#listener = null;
    this.#taken = 0;
    this.#listener = await open().catch(open);
    this.sockets += 1;
  }

  disconnect(): void {
    this.#take();
    this.#listener?.socket.close(1000);
    this.#listener = null;
  }

  /** Sends a frame that only the thread's own events confirm. */
  say(frame: unknown): void {
    try {
      this.#listener?.socket.send(JSON.stringify(frame));
    } catch {
      // The socket has just broken. The client will notice its missing message.
    }
  }

  /** Receives every frame that the room has sent so far. Frames keep their order, so a pong marks the end. */
  async catchUp(): Promise<void> {
    for (let sockets = 0; sockets < 10; sockets += 1) {
      await this.connect();
      if (await this.#receivesPong()) return this.#take();
    }
    throw new Error("the client's sockets break again and again");
  }

  async #receivesPong(): Promise<boolean> {
    const listener = this.#listener as Listener;
    const pongs = (): number => listener.frames.filter((frame) => Object.keys(frame).length === 0).length;
    const before = pongs();
    let isClosed = false;
    const closed = listener.closed.then(() => (isClosed = true));
    try {
      listener.socket.send("ping");
    } catch {
      return false;
    }
    while (pongs() === before && !isClosed)
      await Promise.race([listener.received(listener.frames.length + 1), closed]);
    return pongs() > before;
  }

  #take(): void {
    for (const frame of this.#listener?.frames.slice(this.#taken) ?? []) {
      if (frame.error !== undefined) this.errors.push(frame.error);
      else if (Object.keys(frame).length > 0) this.#heard.push(frame);
    }
    this.#taken = this.#listener?.frames.length ?? 0;
  }
}
