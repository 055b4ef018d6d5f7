import { type Backoff, equalJitter } from "./backoff.ts";
import { type Deferred, deferred } from "./deferred.ts";
import { FrameRefused } from "./errors.ts";
import type { ErrorFrame, OutgoingMessage } from "./frames.ts";

export interface Acknowledgement {
  readonly messageId: string;
  /** The number of the message's own event; null when the thread holds the message, but its event was not heard. */
  readonly seq: number | null;
}

interface Entry {
  readonly message: OutgoingMessage;
  readonly settled: Deferred<Acknowledgement>;
  /** When it was sent on the connection that is open now, else null. */
  sentAt: number | null;
  /** It is not sent before. */
  readyAt: number;
  /** Whether it was ever sent. */
  wasSent: boolean;
  /** How often it was put off, or nothing was heard of it. */
  failures: number;
}

export interface OutboxLimits {
  /** Pauses before what was put off is sent again. */
  readonly pause: Backoff;
  /** So often is a message put off, or not heard of, before it is given up. */
  readonly maxFailures: number;
  /** After so long without a word, on an open connection, the thread itself is asked. */
  readonly silenceMs: number;
}

/** The service's limit of messages is one of a minute: the pauses reach over that. */
export const OUTBOX_LIMITS: OutboxLimits = { pause: { baseMs: 1_000, maxMs: 60_000 }, maxFailures: 8, silenceMs: 15_000 };

/** So many messages at most are on their way at a time. */
const MAX_WINDOW = 32;

/**
 * The messages that are not known to be stored, in the order in which they were handed in. Knows no socket and no clock. When the service
 * has enough for the moment (`resource_exhausted`), everything pauses, and then begins with one message; each acknowledgement doubles
 * how many may be on their way.
 */
export class Outbox {
  readonly #entries = new Map<string, Entry>();
  /** What is on its way, the oldest first. */
  readonly #sent = new Set<Entry>();
  readonly #limits: OutboxLimits;
  #window = MAX_WINDOW;
  #pausedUntil = 0;
  /** Pauses since the last acknowledgement. */
  #pauses = 0;

  constructor(limits: OutboxLimits = OUTBOX_LIMITS) {
    this.#limits = limits;
  }

  /** @returns resolves when the message is stored; the same message again shares the fate of the first */
  add(message: OutgoingMessage): Promise<Acknowledgement> {
    const known = this.#entries.get(message.key);
    if (known !== undefined) {
      if (known.message.frame === message.frame) return known.settled.promise;
      return Promise.reject(new FrameRefused("already_exists", "Another message with this id is being sent.", message.messageId));
    }
    const entry = { message, settled: deferred<Acknowledgement>(), sentAt: null, readyAt: 0, wasSent: false, failures: 0 };
    this.#entries.set(message.key, entry);
    return entry.settled.promise;
  }

  /** The frames to send now, which count as sent from here on. */
  take(now: number): string[] {
    const frames: string[] = [];
    if (this.#pausedUntil > now) return frames;
    for (const entry of this.#heads()) {
      if (this.#sent.size >= this.#window) break;
      if (entry.sentAt !== null || entry.readyAt > now) continue;
      entry.sentAt = now;
      entry.wasSent = true;
      this.#sent.add(entry);
      frames.push(entry.message.frame);
    }
    return frames;
  }

  /** What was on its way is to be sent again. */
  connectionLost(): void {
    for (const entry of this.#sent) this.#recall(entry);
  }

  /**
   * @param seq of the message's own event; null: it was found in the thread
   * @returns whether anybody waited for it
   */
  acknowledge(key: string, seq: number | null): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#forget(entry);
    this.#pauses = 0;
    this.#window = Math.min(MAX_WINDOW, this.#window * 2);
    entry.settled.resolve({ messageId: entry.message.messageId, seq });
    return true;
  }

  /**
   * Takes an error frame in: what passes is sent again after a pause, anything else is final. One that names no message is about the
   * oldest that is on its way.
   * @param random 0 to 1
   */
  refuse({ code, message, messageId }: ErrorFrame["error"], now: number, random: number): void {
    const entry = [...this.#sent].find((each) => messageId === "" || each.message.messageId === messageId);
    if (entry === undefined) return;
    const refusal = new FrameRefused(code, message, entry.message.messageId);
    if (code === "unavailable") this.#putOff(entry, refusal, this.#pauseFrom(now, entry.failures + 1, random));
    else if (code === "resource_exhausted") this.#pause(entry, refusal, now, random);
    else this.#drop(entry, refusal);
  }

  /** What was sent, on whatever connection, and may be stored without its event being heard. */
  doubtful(): OutgoingMessage[] {
    return [...this.#entries.values()].flatMap(({ wasSent, message }) => (wasSent ? [message] : []));
  }

  /** Whether nothing was heard of a message for too long. */
  isSilent(now: number): boolean {
    return [...this.#sent].some((entry) => this.#isSilent(entry, now));
  }

  /** Sends again what nothing was heard of for too long. */
  putOffSilent(now: number, random: number): void {
    for (const entry of this.#sent) {
      if (!this.#isSilent(entry, now)) continue;
      const error = new FrameRefused("deadline_exceeded", "Nothing was heard of the message.", entry.message.messageId);
      this.#putOff(entry, error, this.#pauseFrom(now, entry.failures + 1, random));
    }
  }

  /** When there is something to do next; null: never, unless something is heard. */
  nextAt(): number | null {
    const times = [...this.#sent].map(({ sentAt }) => (sentAt ?? 0) + this.#limits.silenceMs);
    if (this.#sent.size < this.#window) {
      for (const { sentAt, readyAt } of this.#heads()) if (sentAt === null) times.push(Math.max(readyAt, this.#pausedUntil));
    }
    return times.length === 0 ? null : times.reduce((first, time) => Math.min(first, time));
  }

  /** Nothing more will be sent. */
  end(error: Error): void {
    for (const { settled } of this.#entries.values()) settled.reject(error);
    this.#entries.clear();
    this.#sent.clear();
  }

  /** Of the frames that share a message id only the first: an error frame names no more than that id. */
  *#heads(): Generator<Entry, void> {
    const seen = new Set<string>();
    for (const entry of this.#entries.values()) {
      if (!seen.has(entry.message.messageId)) yield entry;
      seen.add(entry.message.messageId);
    }
  }

  #isSilent({ sentAt }: Entry, now: number): boolean {
    return sentAt !== null && now - sentAt >= this.#limits.silenceMs;
  }

  #pauseFrom(now: number, failures: number, random: number): number {
    return now + equalJitter(this.#limits.pause, failures, random);
  }

  /** The refusals that come during a pause are of what was sent before it. */
  #pause(entry: Entry, refusal: FrameRefused, now: number, random: number): void {
    if (this.#pausedUntil <= now) {
      this.#pauses += 1;
      this.#window = 1;
      this.#pausedUntil = this.#pauseFrom(now, this.#pauses, random);
    }
    this.#putOff(entry, refusal, 0);
  }

  #putOff(entry: Entry, error: FrameRefused, readyAt: number): void {
    entry.failures += 1;
    if (entry.failures >= this.#limits.maxFailures) return this.#drop(entry, error);
    this.#recall(entry);
    entry.readyAt = readyAt;
  }

  #recall(entry: Entry): void {
    entry.sentAt = null;
    this.#sent.delete(entry);
  }

  #drop(entry: Entry, error: FrameRefused): void {
    this.#forget(entry);
    entry.settled.reject(error);
  }

  #forget(entry: Entry): void {
    this.#entries.delete(entry.message.key);
    this.#sent.delete(entry);
  }
}
