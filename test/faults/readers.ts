import { createClient, type ThreadConnection } from "../../client/src/index.ts";
import { type ThreadAddress, RawSocket } from "./raw-socket.ts";
import { Transcript } from "./transcript.ts";

/** The client library's delays suit networks. This service is back within a second. */
export const QUICK_BACKOFF = { baseMs: 50, maxMs: 400 };

/** Listens to a thread through every crash. */
export interface Reader {
  readonly transcript: Transcript;
  stop(): Promise<void>;
}

/** A reader without a library that could hide faults of the service. */
export class RawReader implements Reader {
  readonly transcript: Transcript;
  readonly #socket: RawSocket;

  constructor(name: string, place: ThreadAddress) {
    const transcript = new Transcript(name, place.threadId);
    this.transcript = transcript;
    this.#socket = new RawSocket(place, {
      onFrame: ({ text, body }) => transcript.hear(text, body),
      onRejected: (code) => transcript.faults.push(`was rejected with ${code}`),
    });
  }

  /** Breaks its connection, and reconnects. */
  reconnect(): void {
    this.#socket.reconnect();
  }

  async stop(): Promise<void> {
    await this.#socket.stop();
  }
}

/** Reads with the client library. */
export class ClientReader implements Reader {
  readonly transcript: Transcript;
  readonly #connection: ThreadConnection;
  readonly #reading: Promise<void>;

  constructor(name: string, { origin, token, threadId }: ThreadAddress) {
    this.transcript = new Transcript(name, threadId);
    this.#connection = createClient({ origin, token }).openThread(threadId, {
      since: 0,
      backoff: QUICK_BACKOFF,
    });
    this.#reading = this.#read();
  }

  async stop(): Promise<void> {
    this.#connection.close();
    await this.#reading;
  }

  async #read(): Promise<void> {
    for await (const frame of this.#connection) this.transcript.hear(JSON.stringify(frame), frame);
    const { code } = await this.#connection.closed;
    if (code >= 4_400) this.transcript.faults.push(`was rejected with ${code}`);
  }
}
