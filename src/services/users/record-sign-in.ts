import type { Profile } from "../../domain/profile.ts";
import type { UserRecord } from "../../domain/user.ts";
import { noNewerProof, putAddresses, putProof, takeAddress } from "../../storage/d1/users/addresses.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import { type ForestRow, listForest } from "../../storage/d1/users/collection-forest.ts";
import { orderRest, redeemWaiting } from "../../storage/d1/sharing/redeem-waiting.ts";
import type { SQL } from "../../storage/d1/core/access.ts";
import { isActiveAt, putSnapshot, updateUser } from "../../storage/d1/users/users.ts";
import { type Context, requireUserPrincipal, writerOf } from "../context/context.ts";
import { FIRST_PAGE } from "./get-collection-tree.ts";

export interface SignInNews {
  /** Yields the id of the user whose identity signs in. */
  readonly actor: SQL;
  /** The token proves its address, and nobody has later. */
  readonly isProven: boolean;
  /** The user's addresses from now on; null when they stay as they are. */
  readonly emails: UserRecord["emails"] | null;
  /** The user's profile from now on; null when it stays as it is. */
  readonly profile: Profile | null;
  /** The identity's current address. */
  readonly email: string;
  /** The token is not older than what is known of its address: what it proves is kept with the change. */
  readonly isCurrent: boolean;
}

/**
 * Records what a returning user's sign-in says, in one batch: of the profile, and of the address; whose it is from now on, and what had been
 * waiting for it.
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
  const user: UserRecord = isChanged ? { ...known, ...changed, emails: emails ?? known.emails } : { ...known, email };
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
    returning: { order: orderRest(writer, waiting), ...redeemWaiting(writer, waiting), forest: listForest(db, actor, FIRST_PAGE) },
  });
  ctx.runInline(rows.order);
  return { user, forest: rows.forest };
}
