/** What the crowd does, as the process that measures tells it. */
export interface CrowdTask {
  readonly url: string;
  /** Headers of the upgrades; the sockets take them in turn. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  readonly sockets: number;
  /** What is posted. */
  readonly text: string;
  /** Messages that are posted and not yet heard; so many sockets post. */
  readonly inFlight: number;
  readonly seconds: number;
}

export interface CrowdResult {
  readonly messages: number;
  readonly deliveries: number;
  readonly seconds: number;
  /** From posting to each delivery, milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Of a frame as it was delivered. */
  readonly frameBytes: number;
}
