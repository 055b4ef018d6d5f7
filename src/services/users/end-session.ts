import { OidcClient } from "../../auth/oidc-client.ts";
import { SERVICE_USER_ID } from "../../domain/ids.ts";
import { actorOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { enqueueRechecks } from "../../storage/d1/threads/presence.ts";
import { deleteSession } from "../../storage/d1/users/sessions.ts";
import { findActor } from "../../storage/d1/users/users.ts";
import { type Context, writerOf } from "../context/context.ts";

/**
 * Ends the session of the request and closes its sockets. Without a session it changes nothing.
 * @returns the address at which the issuer ends its own session; null without one
 */
export async function endSession(ctx: Context): Promise<string | null> {
  const { db, now, principal } = ctx;
  if (principal.kind !== "user" || principal.sessionId === undefined) return null;
  const { actor } = await db.read({ actor: findActor(db, actorOf(principal.issuer, principal.subject)) });
  const actorId = actor[0]?.id ?? SERVICE_USER_ID;
  if (actor[0] !== undefined) ctx.onActor(actorId);
  const { rechecks } = await commit(writerOf(ctx, actorId), {
    asserts: [],
    writes: [deleteSession(db, principal.sessionId)],
    audit: { organizationId: actor[0]?.organizationId ?? null, targetId: principal.sessionId },
    returning: { rechecks: enqueueRechecks(db, [`user/${actorId}`], now) },
  });
  ctx.runInline(rechecks);
  const issuer = ctx.config.signIn.find((each) => each.issuer === principal.issuer);
  return issuer === undefined ? null : await new OidcClient(issuer).endSessionUrl(`${ctx.origin}/sign-in`);
}
