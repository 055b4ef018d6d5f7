import { selectSessions, type SessionRow } from "../../storage/d1/users/sessions.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** Lists the caller's active sessions of all their identities, newest first. */
export async function listSessions(ctx: Context): Promise<readonly SessionRow[]> {
  const { rows } = await readAsUser(ctx, { sessions: selectSessions(ctx.db, actorSql(ctx), ctx.now) });
  return rows.sessions;
}
