import type { ErrorFrame, EventFrame, OutgoingMessage } from "./frames.ts";
import { keyOf } from "./frames.ts";
import { type Acknowledgement, Outbox, type OutboxLimits } from "./outbox.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** Nothing is sent while the thread is asked. */
const MAX_CHECK_MS = 20_000;

type Send = (frame: string) => void;

/** Which of the messages the thread holds. */
export type FindStored = (messages: readonly OutgoingMessage[], signal: AbortSignal) => Promise<readonly OutgoingMessage[]>;

/** Sends what the outbox holds over whichever connection there is, until it is known to be stored. */
export class Delivery {
  readonly #outbox: Outbox;
  readonly #findStored: FindStored;
  #send: Send | null = null;
  /** Messages may be stored without their events being kept. */
  #isInDoubt = false;
  /** The reading that continues, which ends with its connection, and after a while in any case. */
  #checking: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limits: OutboxLimits, findStored: FindStored) {
    this.#outbox = new Outbox(limits);
    this.#findStored = findStored;
  }

  post(message: OutgoingMessage): Promise<Acknowledgement> {
    const stored = this.#outbox.add(message);
    this.#work();
    return stored;
  }

  /** The events that were missed have been heard by now, so what is still here is sent again. */
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

  heard(frame: EventFrame): void {
    const key = keyOf(frame);
    if (key !== null && this.#outbox.acknowledge(key, frame.seq)) this.#work();
  }

  refused({ error }: ErrorFrame): void {
    this.#outbox.refuse(error, performance.now(), Math.random());
    this.#work();
  }

  /** Some events will never be heard. */
  doubt(): void {
    this.#isInDoubt = true;
    this.#work();
  }

  end(error: Error): void {
    this.disconnected();
    this.#outbox.end(error);
  }

  /** Whatever there is to do now; and when there is something again. */
  #work(): void {
    clearTimeout(this.#timer);
    if (this.#send === null || this.#checking !== null) return;
    const now = performance.now();
    if (this.#isInDoubt || this.#outbox.isSilent(now)) return void this.#check();
    for (const frame of this.#outbox.take(now)) this.#send(frame);
    const nextAt = this.#outbox.nextAt();
    if (nextAt !== null) this.#timer = setTimeout(() => this.#work(), Math.max(0, nextAt - now));
  }

  /** Asks the thread which of the messages that were sent it holds. */
  async #check(): Promise<void> {
    const checking = new AbortController();
    this.#checking = checking;
    this.#isInDoubt = false;
    const limit = setTimeout(() => checking.abort(), MAX_CHECK_MS);
    const messages = this.#outbox.doubtful();
    try {
      const stored = messages.length === 0 ? [] : await unlessAborted(this.#findStored(messages, checking.signal), checking.signal);
      for (const { key } of stored) this.#outbox.acknowledge(key, null);
    } catch {
      // To send again what is stored does no harm, and whatever stays silent is asked for again.
    }
    clearTimeout(limit);
    this.#checking = null;
    this.#outbox.putOffSilent(performance.now(), Math.random());
    this.#work();
  }
}
