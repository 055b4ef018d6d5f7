import { commit } from "../../storage/d1/core/commit.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { enqueueRechecks } from "../../storage/d1/threads/presence.ts";
import { deleteSessions, selectSessions } from "../../storage/d1/users/sessions.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface RevokeSessionsInput {
  /** Whether the session of the request stays. */
  readonly keepCurrent: boolean;
}

/**
 * Ends all sessions of the caller and closes their sockets.
 * @returns the number of ended sessions
 */
export async function revokeSessions(ctx: Context, { keepCurrent }: RevokeSessionsInput): Promise<number> {
  const { db, now, principal } = ctx;
  const { actor, rows } = await readAsUser(ctx, { sessions: selectSessions(db, actorSql(ctx), now) });
  const current = principal.kind === "user" ? principal.sessionId : undefined;
  const kept = keepCurrent && current !== undefined ? [current] : [];
  const ended = rows.sessions.filter(({ id }) => !kept.includes(id));
  if (ended.length === 0) return 0;
  const { rechecks } = await commit(actor.writer, {
    asserts: [],
    // A session may have begun after the read, so the statement finds the sessions itself.
    writes: [deleteSessions(db, userOf(actor.id), kept)],
    audit: { organizationId: actor.organizationId, targetId: actor.id, changes: { ended: ended.length } },
    returning: { rechecks: enqueueRechecks(db, [`user/${actor.id}`], now) },
  });
  ctx.runInline(rechecks);
  return ended.length;
}
