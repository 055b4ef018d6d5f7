import type { Profile } from "../../../domain/profile.ts";
import type { UserRecord } from "../../../domain/user.ts";
import { noNewerProof, putAddresses, putProof, takeAddress } from "../../../storage/d1/users/addresses.ts";
import { commit } from "../../../storage/d1/core/commit.ts";
import type { Statement } from "../../../storage/d1/core/database.ts";
import { type ForestRow, selectForest } from "../../../storage/d1/users/forest.ts";
import { enqueueRest, redeemWaiting } from "../../../storage/d1/sharing/redeem-waiting.ts";
import type { SQL } from "../../../storage/d1/core/access.ts";
import { isActiveAt, putSnapshot, updateUser } from "../../../storage/d1/users/users.ts";
import { type Context, requireUserPrincipal, writerOf } from "../../context/context.ts";
import { FIRST_PAGE } from "../get-collection-tree.ts";

export interface SignInNews {
  /** SQL that yields the id of the user whose identity signs in. */
  readonly actor: SQL;
  /** True if the token proves its address, and no later token of another user proves it. */
  readonly isProven: boolean;
  /** New addresses of the user. Null if unchanged. */
  readonly emails: UserRecord["emails"] | null;
  /** New profile of the user. Null if unchanged. */
  readonly profile: Profile | null;
  /** Current address of the identity. */
  readonly email: string;
  /**
   * True if the token is at least as new as the stored proof of its address. The change then stores the new
   * proof.
   */
  readonly isCurrent: boolean;
}

/**
 * Records the sign-in of a returning user in one batch: the profile, the address with its owner, and the
 * redeemed invitations for the address.
 */
export async function recordSignIn(
  ctx: Context,
  known: UserRecord,
  { actor, isProven, emails, profile, email, isCurrent }: SignInNews,
): Promise<{ user: UserRecord; forest: readonly ForestRow[] }> {
  const principal = requireUserPrincipal(ctx);
  const { db, now } = ctx;
  const { id: userId, version } = known;
  const writer = writerOf(ctx, userId);
  const isChanged = emails !== null || profile !== null;
  const changed = { version: version + 1, modifiedAt: now, modifiedBy: userId, email, ...profile };
  const user: UserRecord = isChanged
    ? { ...known, ...changed, emails: emails ?? known.emails }
    : { ...known, email };
  const recorded: Statement[] = isChanged
    ? [
        updateUser(db, userId, changed),
        ...(isCurrent ? [putProof(db, principal, isProven)] : []),
        ...(emails === null ? [] : putAddresses(db, userId, emails)),
        ...(emails !== null && isProven ? takeAddress(writer, principal) : []),
        putSnapshot(db, userId, user.version, JSON.stringify(user)),
      ]
    : [];
  const waiting = { email: isProven ? principal.email : null, after: null };
  const rows = await commit(writer, {
    asserts: [
      { name: "user_unchanged", holds: isActiveAt(actor, { id: userId, version }) },
      ...(isProven ? [noNewerProof(actor, principal)] : []),
    ],
    writes: recorded,
    audit: { organizationId: null, targetId: userId },
    returning: {
      order: enqueueRest(writer, waiting),
      ...redeemWaiting(writer, waiting),
      forest: selectForest(db, actor, FIRST_PAGE),
    },
  });
  ctx.runInline(rows.order);
  return { user, forest: rows.forest };
}
