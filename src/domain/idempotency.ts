import type { Id } from "./ids.ts";

export const IDEMPOTENCY_KEY_TTL_MS = 24 * 60 * 60 * 1000;

/** The caller states that all requests with this key are one request. */
export interface IdempotencyKey {
  readonly key: string;
  /** The owner of the key: keys of different callers and operations are independent. */
  readonly principal: string;
  readonly operation: string;
  /** SHA-256 of the request. */
  readonly bodyHash: string;
}

/** The first request with an `Idempotency-Key`. */
export interface FirstRequest {
  readonly at: Date;
  /** The result stored with the key. Null where the target determines it. */
  readonly result: string | null;
}

/** The request has been carried out before. The service returns the earlier change and does nothing. */
export class RepeatedRequest extends Error {
  override readonly name = "RepeatedRequest";
  readonly bodyHash: string;
  readonly targetId: Id;
  readonly eventId: Id<"event">;
  readonly first: FirstRequest;

  constructor(first: FirstRequest & { readonly bodyHash: string; readonly targetId: Id; readonly eventId: Id<"event"> }) {
    super("the request was carried out before");
    this.bodyHash = first.bodyHash;
    this.targetId = first.targetId;
    this.eventId = first.eventId;
    this.first = { at: first.at, result: first.result };
  }
}
