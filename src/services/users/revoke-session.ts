import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { enqueueRechecks } from "../../storage/d1/threads/presence.ts";
import { deleteSession, findSessionOfUser } from "../../storage/d1/users/sessions.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/**
 * Ends a session of the caller and closes its sockets.
 * @throws ServiceError `not_found`
 */
export async function revokeSession(ctx: Context, sessionId: Id<"session">): Promise<void> {
  const { db, now } = ctx;
  const { actor, rows } = await readAsUser(ctx, { session: findSessionOfUser(db, actorSql(ctx), sessionId) });
  if (rows.session[0] === undefined) throw notFound("session");
  const { rechecks } = await commit(actor.writer, {
    asserts: [],
    writes: [deleteSession(db, sessionId)],
    audit: { organizationId: actor.organizationId, targetId: sessionId },
    returning: { rechecks: enqueueRechecks(db, [`user/${actor.id}`], now) },
  });
  ctx.runInline(rechecks);
}
