import { RepeatedRequest } from "../../domain/idempotency.ts";
import { SERVICE_USER_ID } from "../../domain/ids.ts";
import type { Writer } from "../../storage/d1/core/commit.ts";
import type { Rows, Statement } from "../../storage/d1/core/database.ts";
import { findFirstRequest } from "../../storage/d1/core/idempotency.ts";
import { type Context, writerOf } from "./context.ts";

/** Returns a writer that acts for the service itself, on behalf of a service principal. */
export function serviceWriter(ctx: Context): Writer {
  return writerOf(ctx, SERVICE_USER_ID);
}

/**
 * Reads the rows of the use case in one D1 round trip.
 * @throws RepeatedRequest if the `Idempotency-Key` was used before
 */
export async function readAsService<Q extends Record<string, Statement>>(
  ctx: Context,
  queries: Q,
): Promise<Rows<Q>> {
  if (ctx.idempotency === null) return await ctx.db.read(queries);
  const { firstRequest, ...rows } = await ctx.db.read({
    ...queries,
    firstRequest: findFirstRequest(ctx.db, ctx.idempotency, ctx.now),
  });
  const repeated = (firstRequest as ConstructorParameters<typeof RepeatedRequest>[0][])[0];
  if (repeated !== undefined) throw new RepeatedRequest(repeated);
  return rows as unknown as Rows<Q>;
}
