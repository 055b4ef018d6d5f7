import type { Id } from "../../domain/ids.ts";
import type { UserPrincipal } from "../../domain/principal.ts";
import { actorOf } from "../../storage/d1/core/access.ts";
import { findActor } from "../../storage/d1/users/users.ts";
import { type Context, requireActive, requireUserPrincipal } from "../context/context.ts";

export interface SignedIn {
  readonly principal: UserPrincipal;
  /** Null before the first sync. */
  readonly userId: Id<"user"> | null;
}

/**
 * Returns the signed-in user as the session or token describes them, also before the first sync.
 * @throws ServiceError `permission_denied` for an account that is not active and cannot be restored
 */
export async function getSession(ctx: Context): Promise<SignedIn> {
  const principal = requireUserPrincipal(ctx);
  const { actor } = await ctx.db.read({
    actor: findActor(ctx.db, actorOf(principal.issuer, principal.subject)),
  });
  if (actor[0] === undefined) return { principal, userId: null };
  ctx.onActor(actor[0].id);
  requireActive(actor[0], true);
  return { principal, userId: actor[0].id };
}
