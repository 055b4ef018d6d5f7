import { setTimeout as pause } from "node:timers/promises";
import { type EventReader, followEvents } from "../support/http/event-reader.ts";
import type { ThreadAddress } from "./raw-socket.ts";
import type { Reader } from "./readers.ts";
import { Transcript } from "./transcript.ts";

const RETRY_MS = 25;
/** The last frame of a stream holds its final close code. */
const BEHIND = 4_408;

/** Reads a thread's server-sent events through every crash, and reconnects with `Last-Event-ID`. */
export class StreamReader implements Reader {
  readonly transcript: Transcript;
  readonly #place: ThreadAddress;
  readonly #reading: Promise<void>;
  #stream: EventReader | null = null;
  #isStopped = false;
  /** Number of reconnects. */
  reconnects = -1;

  constructor(name: string, place: ThreadAddress) {
    this.transcript = new Transcript(name, place.threadId);
    this.#place = place;
    this.#reading = this.#read();
  }

  /** Breaks its connection, and reconnects. */
  reconnect(): void {
    this.#stream?.leave();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stream?.leave();
    await this.#reading;
  }

  async #read(): Promise<void> {
    let lastId = "0";
    while (!this.#isStopped) {
      lastId = await this.#follow(lastId);
      await pause(RETRY_MS);
    }
  }

  /**
   * One connection.
   * @returns the last id received
   */
  async #follow(lastId: string): Promise<string> {
    const { origin, threadId, token } = this.#place;
    const opened = await followEvents(origin, threadId, token, {
      headers: { "last-event-id": lastId },
    }).catch((error: unknown) => {
      this.#rejected(error);
      return null;
    });
    if (opened === null) return lastId;
    this.#stream = opened;
    this.reconnects += 1;
    if (this.#isStopped) opened.leave();
    let taken = 0;
    const take = (): void => {
      for (const { frame } of opened.events.slice(taken)) this.#hear(frame);
      taken = opened.events.length;
    };
    const listening = opened.until(() => {
      take();
      return false;
    });
    await Promise.race([listening, opened.ended]);
    take();
    return opened.lastId === "" ? lastId : opened.lastId;
  }

  #hear(frame: Record<string, unknown>): void {
    const error = frame["error"] as { readonly closeCode?: number } | undefined;
    if (error === undefined) this.transcript.hear(JSON.stringify(frame), frame);
    else if (error.closeCode !== BEHIND) this.transcript.faults.push(`was rejected with ${error.closeCode}`);
  }

  /** A service that is down has not rejected the request. */
  #rejected(error: unknown): void {
    const status = /^no stream: (4\d\d)$/.exec(error instanceof Error ? error.message : "")?.[1];
    if (status !== undefined && status !== "429") this.transcript.faults.push(`was rejected with ${status}`);
  }
}
