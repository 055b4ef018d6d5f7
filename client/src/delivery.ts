import type { ErrorFrame, EventFrame, OutgoingMessage } from "./frames.ts";
import { keyOf } from "./frames.ts";
import { type Acknowledgement, Outbox, type OutboxLimits } from "./outbox.ts";

type Send = (frame: string) => void;

/** Which of the messages the thread holds. */
export type FindStored = (messages: readonly OutgoingMessage[]) => Promise<readonly OutgoingMessage[]>;

/** Sends what the outbox holds over whichever connection there is, until it is known to be stored. */
export class Delivery {
  readonly #outbox: Outbox;
  readonly #findStored: FindStored;
  #send: Send | null = null;
  /** Messages may be stored without their events being kept. */
  #isInDoubt = false;
  #isChecking = false;
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
    this.#outbox.connectionLost();
  }

  heard(frame: EventFrame): void {
    const key = keyOf(frame);
    if (key !== null && this.#outbox.acknowledge(key, frame.seq)) this.#work();
  }

  refused({ error }: ErrorFrame): void {
    this.#outbox.refuse(error, Date.now(), Math.random());
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
    if (this.#send === null || this.#isChecking) return;
    const now = Date.now();
    if (this.#isInDoubt || this.#outbox.isSilent(now)) return void this.#check();
    for (const frame of this.#outbox.take(now)) this.#send(frame);
    const nextAt = this.#outbox.nextAt();
    if (nextAt !== null) this.#timer = setTimeout(() => this.#work(), Math.max(0, nextAt - now));
  }

  /** Asks the thread which of the messages that were sent it holds. */
  async #check(): Promise<void> {
    this.#isChecking = true;
    this.#isInDoubt = false;
    const messages = this.#outbox.doubtful();
    try {
      const stored = messages.length === 0 ? [] : await this.#findStored(messages);
      for (const { key } of stored) this.#outbox.acknowledge(key, null);
    } catch {
      // To send again what is stored does no harm, and whatever stays silent is asked for again.
    }
    this.#isChecking = false;
    this.#outbox.putOffSilent(Date.now(), Math.random());
    this.#work();
  }
}
