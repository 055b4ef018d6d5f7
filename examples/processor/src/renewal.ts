import { Rejection, type Service, type Update } from "./service/service.ts";
import type { Claim } from "./claims.ts";

/**
 * Reports the progress of a file and thereby keeps its claim: the service fails a claim without a report for
 * one day.
 */
export class Renewal {
  readonly #lost = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #begun = Date.now();
  readonly #service: Service;
  readonly #claim: Claim;
  readonly #step: Update["step"];
  #message: string;
  #sent = "";
  #sending: Promise<void> = Promise.resolve();

  constructor(service: Service, claim: Claim, step: Update["step"], message: string, everyMs: number) {
    this.#service = service;
    this.#claim = claim;
    this.#step = step;
    this.#message = message;
    this.#timer = setInterval(() => this.#renew(), everyMs);
  }

  /** Aborts when this job no longer owns the asset: it was deleted or reprocessed. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Sets the next status text. */
  setMessage(message: string): void {
    this.#message = message;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
  }

  /** A repeated update renews nothing, so the text includes the minutes. */
  #renew(): void {
    const minutes = Math.floor((Date.now() - this.#begun) / 60_000);
    const message =
      this.#message === this.#sent || minutes > 0 ? `${this.#message} (${minutes} min)` : this.#message;
    this.#sending = this.#sending.then(async () => await this.#send(message));
    this.#sent = this.#message;
  }

  async #send(message: string): Promise<void> {
    try {
      await this.#service.report(
        this.#claim.asset.id,
        this.#claim.jobId,
        { step: this.#step, status: "progress", message },
        this.lost,
      );
    } catch (error) {
      // An unreachable service is retried at the next interval.
      if (error instanceof Rejection) this.#lost.abort(error);
    }
  }
}
