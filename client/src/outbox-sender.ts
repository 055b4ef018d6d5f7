import type { ErrorFrame, EventFrame, OutgoingMessage } from "./frames.ts";
import { keyOf } from "./frames.ts";
import { type Acknowledgement, Outbox, type OutboxLimits } from "./outbox.ts";
import { abortable } from "./abortable.ts";
import { FrameRefused } from "./errors.ts";

/** Limit of one check against the thread. Nothing is sent during the check. */
const MAX_CHECK_MS = 20_000;
const MAX_FRAME_BYTES = 256 * 1024;

const encoder = new TextEncoder();

type Send = (frame: string) => void;

/** Returns the messages that the thread has stored. */
export type FindAcknowledged = (
  messages: readonly OutgoingMessage[],
  signal: AbortSignal,
) => Promise<readonly OutgoingMessage[]>;

/** Sends the outbox's messages over the present connection until the thread has stored them. */
export class OutboxSender {
  readonly #outbox: Outbox;
  readonly #findAcknowledged: FindAcknowledged;
  #send: Send | null = null;
  /** Set when events were lost: stored messages may have had theirs among them. */
  #isInDoubt = false;
  /** The running check. It ends with its connection or after `MAX_CHECK_MS`. */
  #checking: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limits: OutboxLimits, findAcknowledged: FindAcknowledged) {
    this.#outbox = new Outbox(limits);
    this.#findAcknowledged = findAcknowledged;
  }

  /** @throws FrameRefused for a frame of more than `MAX_FRAME_BYTES` */
  async post(message: OutgoingMessage): Promise<Acknowledgement> {
    if (encoder.encode(message.frame).length > MAX_FRAME_BYTES) {
      throw new FrameRefused(
        "invalid_argument",
        `A frame can have at most ${MAX_FRAME_BYTES} bytes.`,
        message.messageId,
      );
    }
    const stored = this.#outbox.add(message);
    this.#work();
    return await stored;
  }

  /** Call it after the missed events were received: the messages that remain are sent again. */
  connected(send: Send): void {
    this.#send = send;
    this.#work();
  }

  disconnected(): void {
    this.#send = null;
    clearTimeout(this.#timer);
    this.#checking?.abort();
    this.#outbox.connectionLost();
  }

  received(frame: EventFrame): void {
    const key = keyOf(frame);
    if (key !== null && this.#outbox.acknowledge(key, frame.seq)) this.#work();
  }

  rejected({ error }: ErrorFrame): void {
    this.#outbox.reject(error, performance.now(), Math.random());
    this.#work();
  }

  /** Call it when some events can no longer be received. */
  requestCheck(): void {
    this.#isInDoubt = true;
    this.#work();
  }

  end(error: Error): void {
    this.disconnected();
    this.#outbox.end(error);
  }

  /** Sends all due messages and sets a timer for the next one. */
  #work(): void {
    clearTimeout(this.#timer);
    if (this.#send === null || this.#checking !== null) return;
    const now = performance.now();
    if (this.#isInDoubt || this.#outbox.isSilent(now)) return void this.#check();
    for (const frame of this.#outbox.take(now)) this.#send(frame);
    const nextAt = this.#outbox.nextAt();
    if (nextAt !== null) this.#timer = setTimeout(() => this.#work(), Math.max(0, nextAt - now));
  }

  /** Asks the thread which sent messages it has stored. */
  async #check(): Promise<void> {
    const checking = new AbortController();
    this.#checking = checking;
    this.#isInDoubt = false;
    const limit = setTimeout(() => checking.abort(), MAX_CHECK_MS);
    const messages = this.#outbox.unconfirmed();
    try {
      const stored =
        messages.length === 0
          ? []
          : await abortable(this.#findAcknowledged(messages, checking.signal), checking.signal);
      for (const { key } of stored) this.#outbox.acknowledge(key, null);
    } catch {
      // A failed check is harmless: duplicates are ignored by the service, and silent messages are checked
      // again.
    }
    clearTimeout(limit);
    this.#checking = null;
    this.#outbox.putOffSilent(performance.now(), Math.random());
    this.#work();
  }
}
