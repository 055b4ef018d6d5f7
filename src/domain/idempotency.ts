import type { Id } from "./ids.ts";

export const IDEMPOTENCY_KEY_TTL_MS = 24 * 60 * 60 * 1000;

/** A caller's promise that requests with this key are one request. */
export interface IdempotencyKey {
  readonly key: string;
  /** Who promises: keys of different callers and operations are different. */
  readonly principal: string;
  readonly operation: string;
  /** SHA-256 of what was asked. */
  readonly bodyHash: string;
}

/** The first request with an `Idempotency-Key`. */
export interface FirstRequest {
  readonly at: Date;
  /** The result that the change kept with the key; null where its target tells it. */
  readonly result: string | null;
}

/** The request was carried out before: what it changed is presented again, and nothing is done. */
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
