import { setTimeout as pause } from "node:timers/promises";
import { newId } from "../../src/domain/ids.ts";
import { framesOf, keyOfEvent, type OutgoingFrame } from "./frames.ts";
import type { Entry } from "./journal.ts";
import { type RawFrame, RawSocket } from "./raw-socket.ts";
import type { StopFlag } from "./stop-flag.ts";
import { randomFrameInput } from "./message-input.ts";
import {
  MAX_PAUSE_MS,
  MAX_CONCURRENT,
  MAX_UNACKNOWLEDGED,
  TEMPORARY_CODES,
  type Writer,
  type WriterOptions,
} from "./writer.ts";

/** An unacknowledged frame is sent again after this time or more, on the same connection too. */
const EARLIEST_RESEND_MS = 300;
const LATEST_RESEND_MS = 6_000;

interface Flight {
  readonly entry: Entry;
  readonly frame: OutgoingFrame;
  /** 0: not sent yet. */
  connection: number;
  sentAt: number;
  readonly resendMs: number;
}

/** Posts frames, several concurrently, and resends those without an event under the same id. */
export class SocketWriter implements Writer {
  readonly #options: WriterOptions;
  readonly #socket: RawSocket;
  /** Distinguishes this writer's connections from all others. */
  readonly #connection = newId("req");
  readonly #flights = new Map<string, Flight>();

  constructor(options: WriterOptions) {
    this.#options = options;
    const { member, threadId, since } = options;
    const place = { origin: member.api.origin, token: member.api.token, threadId };
    const listener = {
      onFrame: (frame: RawFrame) => this.#hear(frame),
      onRejected: (code: number) => this.#rejectAll(`close code ${code}`),
    };
    this.#socket = new RawSocket(place, listener, since);
  }

  async run(flag: StopFlag): Promise<void> {
    const { random } = this.#options;
    while (flag.isRunning) {
      if (this.#socket.isOpen) {
        for (const flight of this.#flights.values()) if (this.#isLost(flight)) this.#send(flight);
        const room = MAX_UNACKNOWLEDGED - this.#flights.size;
        for (let count = Math.min(room, random.between(0, MAX_CONCURRENT)); count > 0; count -= 1)
          this.#sendNew();
      }
      await pause(random.between(0, MAX_PAUSE_MS));
    }
    await this.#socket.stop();
  }

  #sendNew(): void {
    const { member, threadId, journal, random, assetPool, competing } = this.#options;
    const who = {
      threadId,
      writer: `${member.name} by frames`,
      authorId: member.userId,
      messageId: newId("msg"),
      marker: "",
    };
    const entry = journal.add(
      who,
      randomFrameInput(random, { assetPool, competing, campaigns: journal.campaigns }),
    );
    for (const frame of framesOf(entry)) {
      const flight = {
        entry,
        frame,
        connection: 0,
        sentAt: 0,
        resendMs: random.between(EARLIEST_RESEND_MS, LATEST_RESEND_MS),
      };
      this.#flights.set(frame.key, flight);
      this.#send(flight);
    }
  }

  #isLost({ connection, sentAt, resendMs }: Flight): boolean {
    return connection !== this.#socket.connections || Date.now() - sentAt > resendMs;
  }

  #send(flight: Flight): void {
    const { connections } = this.#socket;
    this.#options.journal.recordSend(
      flight.entry,
      flight.connection === 0 ? `${this.#connection}/${connections}` : null,
    );
    flight.connection = connections;
    flight.sentAt = Date.now();
    this.#socket.send(flight.frame.event);
  }

  #hear({ body }: RawFrame): void {
    const { error, ...event } = body as { error?: { code: string; messageId: string } };
    if (error !== undefined) return this.#reject(error);
    const key = keyOfEvent(event);
    const flight = this.#flights.get(key);
    if (flight === undefined) return;
    this.#flights.delete(key);
    this.#options.journal.acknowledge(flight.entry, key);
  }

  #reject({ code, messageId }: { readonly code: string; readonly messageId: string }): void {
    if (TEMPORARY_CODES.has(code)) return;
    for (const [key, { entry }] of this.#flights) {
      if (entry.messageId !== messageId) continue;
      this.#flights.delete(key);
      this.#options.journal.reject(entry, code);
    }
  }

  #rejectAll(why: string): void {
    for (const { entry } of this.#flights.values()) this.#options.journal.reject(entry, why);
    this.#flights.clear();
  }
}
