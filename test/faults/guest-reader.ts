import { type GuestAddress, type RawFrame, RawSocket } from "./raw-socket.ts";

const FOR_GUESTS: ReadonlySet<string> = new Set(["textV1", "renameThreadV1"]);

/**
 * Listens to a thread by its public link through every crash. The numbers have gaps for events that guests do
 * not receive.
 */
export class GuestReader {
  readonly name: string;
  readonly threadId: string;
  /** Each frame as received. */
  readonly frames: string[] = [];
  /** The number of the last frame. */
  lastSeq = 0;
  readonly faults: string[] = [];
  readonly #socket: RawSocket;

  /** @param since the number of the last frame received */
  constructor(name: string, place: GuestAddress, since = 0) {
    this.name = name;
    this.threadId = place.threadId;
    this.lastSeq = since;
    const listener = {
      onFrame: (frame: RawFrame) => this.#hear(frame),
      onRejected: (code: number) => this.faults.push(`was rejected with ${code}`),
    };
    this.#socket = new RawSocket(place, listener, since);
  }

  /** Number of reconnects after the last received number. */
  get reconnects(): number {
    return Math.max(0, this.#socket.connections - 1);
  }

  /** Breaks its connection, and reconnects. */
  reconnect(): void {
    this.#socket.reconnect();
  }

  async stop(): Promise<void> {
    await this.#socket.stop();
  }

  #hear({ text, body: { seq, ...event } }: RawFrame): void {
    const kinds = Object.keys(event);
    if (typeof seq !== "number" || kinds.length !== 1) this.faults.push(`got ${text.slice(0, 200)}`);
    else if (!FOR_GUESTS.has(kinds.join()))
      this.faults.push(`received number ${seq}, ${kinds.join()}, which is not for guests`);
    else if (seq <= this.lastSeq) this.faults.push(`got number ${seq} after ${this.lastSeq}`);
    else {
      this.frames.push(text);
      this.lastSeq = seq;
    }
  }
}
