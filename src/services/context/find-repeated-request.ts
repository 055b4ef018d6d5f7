import { RepeatedRequest } from "../../domain/idempotency.ts";
import { KeyIsUsed } from "../../domain/conflicts.ts";
import { findFirstRequest } from "../../storage/d1/core/idempotency.ts";
import type { Context } from "./context.ts";

/**
 * Finds the first request with the same `Idempotency-Key`, if it caused the conflict.
 * @throws `error` itself if the conflict has another cause
 */
export async function findRepeatedRequest(ctx: Context, error: unknown): Promise<RepeatedRequest> {
  if (!(error instanceof KeyIsUsed) || ctx.idempotency === null) throw error;
  const { first } = await ctx.db.read({ first: findFirstRequest(ctx.db, ctx.idempotency, ctx.now) });
  if (first[0] === undefined) throw error;
  return new RepeatedRequest(first[0]);
}
