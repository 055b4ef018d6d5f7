import { Refused, type Service, type Update } from "./service/service.ts";
import type { Claim } from "./claims.ts";

/** Tells the service how far a file is, and so keeps the claim: one that says nothing for a day is failed. */
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

  /** Aborts when the asset is this job's no longer: it was deleted, or somebody processes it again. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** What people read next. */
  tell(message: string): void {
    this.#message = message;
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sending;
  }

  /** An update that was told before is a repeat and renews nothing, so the minutes are told too. */
  #renew(): void {
    const minutes = Math.floor((Date.now() - this.#begun) / 60_000);
    const message = this.#message === this.#sent || minutes > 0 ? `${this.#message} (${minutes} min)` : this.#message;
    this.#sending = this.#sending.then(async () => await this.#send(message));
    this.#sent = this.#message;
  }

  async #send(message: string): Promise<void> {
    try {
      await this.#service.report(this.#claim.asset.id, this.#claim.jobId, { step: this.#step, status: "progress", message }, this.lost);
    } catch (error) {
      // A service that cannot be reached is asked again at the next turn.
      if (error instanceof Refused) this.#lost.abort(error);
    }
  }
}
