import { commit } from "../../storage/d1/core/commit.ts";
import { isRestorable, cancelAccountDeletion } from "../../storage/d1/users/account-deletion.ts";
import { type AccountRow, findAccount } from "../../storage/d1/users/users.ts";
import { actorSql, type Context, readAsUser, restorableUntil } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";

/**
 * Restores the caller's deleted account before its purge. The user has the same rights as before. API keys
 * and public links stay revoked. Does nothing for an active account.
 * @throws ServiceError `permission_denied` after the grace period
 */
export async function restoreUser(ctx: Context): Promise<AccountRow> {
  const { db, now } = ctx;
  const { actor, rows } = await readAsUser(
    ctx,
    { account: findAccount(db, actorSql(ctx)) },
    { mayBeLeaving: true },
  );
  const account = rows.account[0]!;
  if (restorableUntil(account) === null) return account;
  requireIfMatch(ctx, account);
  const after = await commit(actor.writer, {
    asserts: [
      { name: "is_restorable", holds: isRestorable(actor.id) },
      ...ifMatchAsserts(ctx, "users", account),
    ],
    writes: [cancelAccountDeletion(db, actor.id, now)],
    audit: { organizationId: actor.organizationId, targetId: actor.id },
    returning: { account: findAccount(db, actorSql(ctx)) },
  });
  return after.account[0]!;
}
