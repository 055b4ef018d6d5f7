import { RepeatedRequest } from "../domain/idempotency.ts";
import { CommitConflict, KEY_IS_NEW } from "../storage/d1/commit.ts";
import { findFirstRequest } from "../storage/d1/idempotency-store.ts";
import type { Context } from "./context.ts";

/** The request that kept the key first, when that is why a commit was refused. @throws the error itself otherwise */
export async function findRepeat(ctx: Context, error: unknown): Promise<RepeatedRequest> {
  if (!(error instanceof CommitConflict) || error.reason !== KEY_IS_NEW || ctx.idempotency === null) throw error;
  const { first } = await ctx.db.read({ first: findFirstRequest(ctx.db, ctx.idempotency, ctx.now) });
  if (first[0] === undefined) throw error;
  return new RepeatedRequest(first[0]);
}
