import { sanitizeName } from "../../domain/sanitize-name.ts";
import { ServiceError } from "../../domain/errors.ts";
import { ACCOUNT_DELETION_GRACE_MS } from "../../domain/account-deletion.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { hasVersion } from "../../storage/d1/core/version.ts";
import { endLinksOf } from "../../storage/d1/sharing/lost-links.ts";
import { enqueueRechecks } from "../../storage/d1/threads/presence.ts";
import {
  startAccountDeletion,
  selectDependents,
  hasNoDependents,
} from "../../storage/d1/users/account-deletion.ts";
import { type AccountRow, findAccount } from "../../storage/d1/users/users.ts";
import { actorSql, type Context, readAsUser, restorableUntil } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";

/**
 * Maximum number of collections that the error names. They are collections that other users would be left
 * with.
 */
const NAMED = 10;

/**
 * Deletes the caller's account. The API keys, links and sockets of the user end immediately. The user can
 * restore the account for 30 days. After this period, a job purges the profile and the collections that only
 * this user could reach. A repeated call does not extend the period.
 * @throws ServiceError `failed_precondition` while other users use collections without another owner
 */
export async function deleteUser(
  ctx: Context,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<AccountRow> {
  const { db, now } = ctx;
  const queries = {
    account: findAccount(db, actorSql(ctx)),
    depending: selectDependents(db, actorSql(ctx), NAMED),
  };
  const { actor, rows } = await readAsUser(ctx, queries, { mayBeLeaving: true });
  const account = rows.account[0]!;
  if (restorableUntil(account) !== null) return account;
  requireIfMatch(ctx, account);
  if (rows.depending.length > 0) throw dependedOn(rows.depending);
  const purgeAt = new Date(now.getTime() + ACCOUNT_DELETION_GRACE_MS);
  if (isDryRun) return { ...account, purgeAt };
  const links = endLinksOf(db, actor.id, now);
  const after = await commit(actor.writer, {
    asserts: [
      { name: "user_unchanged", holds: hasVersion("users", account) },
      { name: "nobody_depends", holds: hasNoDependents(actor.id) },
      ...ifMatchAsserts(ctx, "users", account),
    ],
    writes: [...links.statements, ...startAccountDeletion(db, actor.id, now, purgeAt)],
    audit: { organizationId: actor.organizationId, targetId: actor.id },
    returning: {
      rechecks: enqueueRechecks(db, [`user/${actor.id}`], now),
      ended: links.ended,
      account: findAccount(db, userOf(actor.id)),
    },
  });
  ctx.runInline([...after.rechecks, ...after.ended]);
  return after.account[0]!;
}

function dependedOn(collections: readonly { readonly id: string; readonly label: string }[]): ServiceError {
  const named = collections.map(({ id, label }) => `${sanitizeName(label)} (${id})`).join(", ");
  const text = `Other users depend on collections that only you own. Give another user \`own\`, or revoke their access: ${named}.`;
  return new ServiceError("failed_precondition", text);
}
