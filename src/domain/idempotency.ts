import type { Id } from "./ids.ts";
import { MS_PER_DAY } from "./time.ts";

export const IDEMPOTENCY_KEY_TTL_MS = MS_PER_DAY;

/** Key by which the caller states that several requests are the same request. */
export interface IdempotencyKey {
  readonly key: string;
  /** Owner of the key. Keys of different callers and operations are independent. */
  readonly principal: string;
  readonly operation: string;
  /** SHA-256 of the request body. */
  readonly bodyHash: string;
}

/** The first request with an `Idempotency-Key`. */
export interface FirstRequest {
  readonly at: Date;
  /** Result that was stored with the key. Null if the target record determines the result. */
  readonly result: string | null;
}

/** The service has already executed the request. It returns the earlier change and writes nothing. */
export class RepeatedRequest extends Error {
  override readonly name = "RepeatedRequest";
  readonly bodyHash: string;
  readonly targetId: Id;
  readonly eventId: Id<"event">;
  readonly first: FirstRequest;

  constructor(
    first: FirstRequest & { readonly bodyHash: string; readonly targetId: Id; readonly eventId: Id<"event"> },
  ) {
    super("the request was carried out before");
    this.bodyHash = first.bodyHash;
    this.targetId = first.targetId;
    this.eventId = first.eventId;
    this.first = { at: first.at, result: first.result };
  }
}
