import { type ApiKeyRow, listApiKeys as list } from "../../storage/d1/users/api-keys.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** The caller's keys, newest first. */
export async function listApiKeys(ctx: Context): Promise<readonly ApiKeyRow[]> {
  const { rows } = await readAsUser(ctx, { keys: list(ctx.db, actorSql(ctx), ctx.now) });
  return rows.keys;
}
