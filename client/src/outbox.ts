import { type Backoff, equalJitter } from "./backoff.ts";
import { type Resolvers, withResolvers } from "./with-resolvers.ts";
import { FrameRefused } from "./errors.ts";
import type { ErrorFrame, OutgoingMessage } from "./frames.ts";

export interface Acknowledgement {
  readonly messageId: string;
  /** Number of the message's event; null if the client missed the event of the stored message. */
  readonly seq: number | null;
}

interface Entry {
  readonly message: OutgoingMessage;
  readonly settled: Resolvers<Acknowledgement>;
  /** Time at which the client sent the message on the present connection, else null. */
  sentAt: number | null;
  /** Earliest time of sending. */
  readyAt: number;
  wasSent: boolean;
  /** Number of postponements and timeouts. */
  failures: number;
}

export interface OutboxLimits {
  /** Delays before a postponed message is sent again. */
  readonly pause: Backoff;
  /** Postponements and timeouts until the message fails. */
  readonly maxFailures: number;
  /** After this long without a response on an open connection, the client reads the thread. */
  readonly silenceMs: number;
}

/** The service's message limit is per minute, so the delays span more than one minute. */
export const OUTBOX_LIMITS: OutboxLimits = {
  pause: { baseMs: 1_000, maxMs: 60_000 },
  maxFailures: 8,
  silenceMs: 15_000,
};

/** Maximum number of unacknowledged messages. */
const MAX_WINDOW = 32;

/**
 * Messages without a confirmation, in the order of `add`. It uses no socket and no clock. After
 * `resource_exhausted` everything pauses and then resumes with one message; each acknowledgement doubles the
 * window.
 */
export class Outbox {
  readonly #entries = new Map<string, Entry>();
  /** Unacknowledged messages, oldest first. */
  readonly #sent = new Set<Entry>();
  readonly #limits: OutboxLimits;
  #window = MAX_WINDOW;
  #pausedUntil = 0;
  /** Pauses since the last acknowledgement. */
  #pauses = 0;

  constructor(limits: OutboxLimits = OUTBOX_LIMITS) {
    this.#limits = limits;
  }

  /**
   * @returns resolves when the thread has stored the message; adding the same message again returns the first
   * promise's outcome
   */
  add(message: OutgoingMessage): Promise<Acknowledgement> {
    const known = this.#entries.get(message.key);
    if (known !== undefined) {
      if (known.message.frame === message.frame) return known.settled.promise;
      return Promise.reject(
        new FrameRefused("already_exists", "Another message with this id is being sent.", message.messageId),
      );
    }
    const entry = {
      message,
      settled: withResolvers<Acknowledgement>(),
      sentAt: null,
      readyAt: 0,
      wasSent: false,
      failures: 0,
    };
    this.#entries.set(message.key, entry);
    return entry.settled.promise;
  }

  /** Returns the frames to send now and marks them as sent. */
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

  /** Marks all unacknowledged messages for sending again. */
  connectionLost(): void {
    for (const entry of this.#sent) this.#recall(entry);
  }

  /**
   * @param seq number of the message's event; null if the thread contains the message
   * @returns whether the message was waiting
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
   * Handles an error frame: temporary errors cause a delay, all others are final. A frame without a message
   * id refers to the oldest unacknowledged message.
   * @param random 0 to 1
   */
  reject({ code, message, messageId }: ErrorFrame["error"], now: number, random: number): void {
    const entry = [...this.#sent].find((each) => messageId === "" || each.message.messageId === messageId);
    if (entry === undefined) return;
    const refusal = new FrameRefused(code, message, entry.message.messageId);
    if (code === "unavailable")
      this.#putOff(entry, refusal, this.#pauseFrom(now, entry.failures + 1, random));
    else if (code === "resource_exhausted") this.#pause(entry, refusal, now, random);
    else this.#drop(entry, refusal);
  }

  /** Sent messages that the thread may have stored although their events were not received. */
  unconfirmed(): OutgoingMessage[] {
    return [...this.#entries.values()].flatMap(({ wasSent, message }) => (wasSent ? [message] : []));
  }

  /** Whether a message has waited longer than `silenceMs`. */
  isSilent(now: number): boolean {
    return [...this.#sent].some((entry) => this.#isSilent(entry, now));
  }

  /** Schedules silent messages for sending again. */
  putOffSilent(now: number, random: number): void {
    for (const entry of this.#sent) {
      if (!this.#isSilent(entry, now)) continue;
      const error = new FrameRefused(
        "deadline_exceeded",
        "The message was not confirmed.",
        entry.message.messageId,
      );
      this.#putOff(entry, error, this.#pauseFrom(now, entry.failures + 1, random));
    }
  }

  /** The time of the next action; null if nothing is due before another event. */
  nextAt(): number | null {
    const times = [...this.#sent].map(({ sentAt }) => (sentAt ?? 0) + this.#limits.silenceMs);
    if (this.#sent.size < this.#window) {
      for (const { sentAt, readyAt } of this.#heads())
        if (sentAt === null) times.push(Math.max(readyAt, this.#pausedUntil));
    }
    return times.length === 0 ? null : times.reduce((first, time) => Math.min(first, time));
  }

  /** Rejects all waiting messages. */
  end(error: Error): void {
    for (const { settled } of this.#entries.values()) settled.reject(error);
    this.#entries.clear();
    this.#sent.clear();
  }

  /** Only the first frame of each message id, because an error frame names no more than the id. */
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

  /** Rejections during a pause concern earlier messages, so they do not lengthen it. */
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
