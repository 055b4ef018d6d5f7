import { RepeatedRequest } from "../../domain/idempotency.ts";
import { KeyIsUsed } from "../../domain/conflicts.ts";
import { findFirstRequest } from "../../storage/d1/service/idempotency.ts";
import type { Context } from "./context.ts";

/** The request that kept the key first, when that is why a commit was refused. @throws the error itself otherwise */
export async function findRepeat(ctx: Context, error: unknown): Promise<RepeatedRequest> {
  if (!(error instanceof KeyIsUsed) || ctx.idempotency === null) throw error;
  const { first } = await ctx.db.read({ first: findFirstRequest(ctx.db, ctx.idempotency, ctx.now) });
  if (first[0] === undefined) throw error;
  return new RepeatedRequest(first[0]);
}
