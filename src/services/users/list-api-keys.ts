import { type ApiKeyRow, selectApiKeys } from "../../storage/d1/users/api-keys.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** Lists the caller's keys, newest first. */
export async function listApiKeys(ctx: Context): Promise<readonly ApiKeyRow[]> {
  const { rows } = await readAsUser(ctx, { keys: selectApiKeys(ctx.db, actorSql(ctx), ctx.now) });
  return rows.keys;
}
