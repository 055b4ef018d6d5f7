/** The task of the crowd's process. */
export interface CrowdTask {
  readonly url: string;
  /** Headers of the upgrades; the sockets use them in rotation. */
  readonly headers: readonly Readonly<Record<string, string>>[];
  readonly sockets: number;
  /** Text of the posted messages. */
  readonly text: string;
  /** Maximum number of undelivered messages, which is also the number of posting sockets. */
  readonly inFlight: number;
  readonly seconds: number;
}

export interface CrowdResult {
  readonly messages: number;
  readonly deliveries: number;
  readonly seconds: number;
  /** From posting to each delivery, in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Size of a delivered frame. */
  readonly frameBytes: number;
}
