import { addressesAfter } from "../../domain/addresses.ts";
import { asciiLower } from "../../domain/ascii-lower.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { RepeatedRequest } from "../../domain/idempotency.ts";
import { profileAfter, changedProfile } from "../../domain/profile.ts";
import type { UserPrincipal } from "../../domain/principal.ts";
import { slugOf } from "../../domain/slug.ts";
import type { UserRecord } from "../../domain/user.ts";
import { actorOf, type SQL } from "../../storage/d1/core/access.ts";
import { findNewerProof } from "../../storage/d1/users/addresses.ts";
import type { Rows } from "../../storage/d1/core/database.ts";
import { selectForest } from "../../storage/d1/users/forest.ts";
import { findFirstRequest } from "../../storage/d1/core/idempotency.ts";
import { findRedeemable } from "../../storage/d1/sharing/redeem-waiting.ts";
import {
  findIdentity,
  findSlugs,
  findSnapshot,
  type IdentityRow,
  putSnapshot,
  selectUserRecord,
  type UserRow,
} from "../../storage/d1/users/users.ts";
import { type Context, requireActive, requireUserPrincipal } from "../context/context.ts";
import { createUser, type SyncUserInput } from "./internal/create-user.ts";
import { FIRST_PAGE, type Forest, forestOf } from "./get-collection-tree.ts";
import { recordSignIn } from "./internal/record-sign-in.ts";
import { toUserRecord, readSnapshot } from "./internal/user-record.ts";

export interface SyncedUser {
  readonly didSignUp: boolean;
  readonly tokenRefreshReason: "" | "email_verification_changed" | "account_merged";
  readonly user: UserRecord;
  readonly forest: Forest;
}

/**
 * Signs the caller in. The first sign-in creates the user with organization, project and collections. Later
 * sign-ins read the snapshot and record changes in the token. Each sign-in redeems invitations for the proven
 * address. Takes one D1 round trip if nothing changes, otherwise two. Two concurrent first sign-ins create
 * one user.
 * @throws ServiceError `permission_denied` if the address in the body differs from the address in the token
 */
export async function syncUser(ctx: Context, input: SyncUserInput): Promise<SyncedUser> {
  const principal = requireUserPrincipal(ctx);
  if (asciiLower(input.email) !== principal.email || principal.email === "") {
    throw new ServiceError("permission_denied", "The e-mail address differs from the token's address.");
  }
  const actor = actorOf(principal.issuer, principal.subject);
  const slugs = slugsFor(input);
  const rows = await readSignIn(ctx, principal, actor, slugs);
  const identity = rows.identity[0];
  const user = rows.user[0];
  const repeated = (rows as { firstRequest?: Rows<{ first: ReturnType<typeof findFirstRequest> }>["first"] })
    .firstRequest?.[0];
  if (repeated !== undefined) throw new RepeatedRequest(repeated);
  const isProven = principal.emailVerified && rows.newerProof.length === 0;
  if (identity === undefined || user === undefined) {
    const taken = { user: rows.userSlug.length > 0, organization: rows.organizationSlug.length > 0 };
    const created = await createUser(ctx, { ...input, slugs, taken, isProven });
    return {
      ...created,
      didSignUp: true,
      tokenRefreshReason: refreshReason(principal, input),
      forest: forestOf(created.forest, FIRST_PAGE),
    };
  }
  ctx.onActor(user.id);
  requireActive(user);
  const known = { didSignUp: false, tokenRefreshReason: refreshReason(principal, input, identity) } as const;
  const isCurrent = principal.issuedAt >= identity.tokenAt;
  const profile = changedProfile(user, profileAfter(user, input.profile, isCurrent ? principal : null));
  const isNews = isCurrent && (identity.email !== principal.email || identity.emailVerified !== isProven);
  if (isNews || profile !== null || (isCurrent && isProven && rows.redeemable.length > 0)) {
    const emails = isNews
      ? addressesAfter(
          rows.emails,
          proofsAfter(rows.identities, principal, isProven),
          principal.email,
          ctx.now,
        )
      : null;
    const email = isCurrent ? principal.email : identity.email;
    const news = { actor, isProven: isProven && isCurrent, emails, profile, email, isCurrent };
    const recorded = await recordSignIn(ctx, toUserRecord(rows), news);
    return { ...known, ...recorded, forest: forestOf(recorded.forest, FIRST_PAGE) };
  }
  return { ...known, ...(await presentKnown(ctx, rows, identity, user)) };
}

/**
 * Returns the response to a repeated sign-in, which the service first executed at `firstAt`. Records nothing.
 * @throws the ServiceErrors of `syncUser`
 */
export async function presentSignIn(ctx: Context, input: SyncUserInput, firstAt: Date): Promise<SyncedUser> {
  const principal = requireUserPrincipal(ctx);
  const rows = await readSignIn(
    ctx,
    principal,
    actorOf(principal.issuer, principal.subject),
    slugsFor(input),
  );
  const [identity, user] = [rows.identity[0], rows.user[0]];
  if (identity === undefined || user === undefined) throw notFound("user");
  ctx.onActor(user.id);
  requireActive(user);
  const didSignUp = identity.createdAt.getTime() === firstAt.getTime();
  const tokenRefreshReason = refreshReason(principal, input, identity);
  return { didSignUp, tokenRefreshReason, ...(await presentKnown(ctx, rows, identity, user)) };
}

type SignInRows = Awaited<ReturnType<typeof readSignIn>>;

async function presentKnown(
  ctx: Context,
  rows: SignInRows,
  identity: IdentityRow,
  user: UserRow,
): Promise<Pick<SyncedUser, "user" | "forest">> {
  const record =
    readSnapshot(rows.snapshot[0], user.version) ?? (await rebuildSnapshot(ctx, toUserRecord(rows)));
  return {
    user: { ...record, email: identity.email ?? record.email },
    forest: forestOf(rows.forest, FIRST_PAGE),
  };
}

function readSignIn(
  ctx: Context,
  principal: UserPrincipal,
  actor: SQL,
  slugs: { user: string; organization: string },
) {
  const { db, now } = ctx;
  return db.read({
    identity: findIdentity(db, principal.issuer, principal.subject),
    ...selectUserRecord(db, actor),
    snapshot: findSnapshot(db, actor),
    forest: selectForest(db, actor, FIRST_PAGE),
    newerProof: findNewerProof(db, actor, principal),
    redeemable: findRedeemable(db, principal.emailVerified ? principal.email : null, now),
    ...findSlugs(db, slugs),
    ...(ctx.idempotency === null ? {} : { firstRequest: findFirstRequest(db, ctx.idempotency, now) }),
  });
}

/**
 * Returns the address proofs of all identities of the user. The current token replaces the proof of its own
 * identity.
 */
function proofsAfter(
  identities: readonly IdentityRow[],
  { issuer, subject, email }: UserPrincipal,
  emailVerified: boolean,
) {
  return identities.map((each) =>
    each.issuer === issuer && each.subject === subject ? { email, emailVerified } : each,
  );
}

/**
 * Writes the snapshot after the response, because it is derived data. If the write fails, the cron run
 * repairs the snapshot.
 */
async function rebuildSnapshot(ctx: Context, user: UserRecord): Promise<UserRecord> {
  ctx.defer(ctx.db.write([putSnapshot(ctx.db, user.id, user.version, JSON.stringify(user))]));
  return user;
}

/**
 * Returns the reason why the client should get a newer token. Token times are whole seconds. A token that was
 * issued in the same second as a merge may therefore be refreshed once without need.
 */
function refreshReason(
  token: UserPrincipal,
  { isEmailVerified }: SyncUserInput,
  identity?: IdentityRow,
): SyncedUser["tokenRefreshReason"] {
  const mergedAt = identity?.mergedAt ?? null;
  if (mergedAt !== null && token.issuedAt < mergedAt) return "account_merged";
  return isEmailVerified === token.claimsEmailVerified ? "" : "email_verification_changed";
}

function slugsFor(input: SyncUserInput): { user: string; organization: string; project: string } {
  return {
    user: slugOf(input.profile.displayName || input.email.split("@")[0] || "", "user"),
    organization: slugOf(input.organization.slug || input.organization.name, "organization"),
    project: slugOf(input.project.slug || input.project.name, "project"),
  };
}
