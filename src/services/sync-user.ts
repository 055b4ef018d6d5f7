import { type SQL, sql } from "drizzle-orm";
import { asciiLower } from "../domain/ascii-lower.ts";
import { ServiceError } from "../domain/errors.ts";
import { type TreeNode, treeOf } from "../domain/collection.ts";
import type { UserPrincipal } from "../domain/principal.ts";
import { slugOf } from "../domain/slug.ts";
import type { UserRecord } from "../domain/user.ts";
import { actorOf } from "../storage/d1/access-sql.ts";
import { type CollectionRow, listReadableCollections } from "../storage/d1/collection-store.ts";
import { commit, type Writer } from "../storage/d1/commit.ts";
import { identities, userEmails, users } from "../storage/d1/schema/users.ts";
import { findIdentity, findSlugs, findSnapshot, type IdentityRow, putSnapshot, userRecord } from "../storage/d1/user-store.ts";
import { type Context, requireUserPrincipal } from "./context.ts";
import { createUser, type SyncUserInput } from "./create-user.ts";
import { redeemAtSignIn } from "./redeem-at-sign-in.ts";
import { foldUser, readSnapshot } from "./user-record.ts";

export interface SyncedUser {
  readonly didSignUp: boolean;
  readonly tokenRefreshReason: "" | "email_verification_changed" | "account_merged";
  readonly user: UserRecord;
  readonly tree: readonly TreeNode<CollectionRow>[];
  readonly eventKey: string;
}

/**
 * Signs in: creates the user with his organization, project and collections the first time, else reads his snapshot.
 * One trip for a returning user, two for a new one; two first sign-ins at once create one user.
 * @throws ServiceError `permission_denied` when the body's address is not the token's
 */
export async function syncUser(ctx: Context, input: SyncUserInput): Promise<SyncedUser> {
  const principal = requireUserPrincipal(ctx);
  if (asciiLower(input.email) !== principal.email || principal.email === "") {
    throw new ServiceError("permission_denied", "The e-mail address is not the token's.");
  }
  const actor = actorOf(principal.issuer, principal.subject);
  const slugs = slugsFor(input);
  const rows = await ctx.db.read({
    identity: findIdentity(ctx.db, principal.issuer, principal.subject),
    ...userRecord(ctx.db, actor),
    snapshot: findSnapshot(ctx.db, actor),
    collections: listReadableCollections(ctx.db, actor),
    ...findSlugs(ctx.db, slugs),
  });
  const identity = rows.identity[0];
  const user = rows.user[0];
  if (identity === undefined || user === undefined) {
    const taken = { user: rows.userSlug.length > 0, organization: rows.organizationSlug.length > 0 };
    const created = await createUser(ctx, { ...input, slugs, taken });
    return { ...created, didSignUp: true, tokenRefreshReason: "", tree: treeOf(created.collections) };
  }
  ctx.onActor(user.id);
  if (user.lifecycleState !== "active") throw new ServiceError("permission_denied", "This account is not active.");
  const tree = treeOf(rows.collections);
  const tokenRefreshReason = refreshReason(principal, identity, input.isEmailVerified);
  const known = { didSignUp: false, tokenRefreshReason, tree } as const;
  if (principal.emailVerified && !isVerified(rows.emails, principal.email)) {
    const { collections, ...verified } = await verifyEmail(ctx, foldUser(rows), actor);
    return { ...known, ...verified, tree: treeOf(collections) };
  }
  const record = readSnapshot(rows.snapshot[0], user.version);
  return { ...known, user: record ?? (await rebuildSnapshot(ctx, foldUser(rows))), eventKey: "" };
}

/** The address is verified from now on, by a token that says so, of an issuer that is trusted for it; what it was invited to is redeemed. */
async function verifyEmail(
  ctx: Context,
  known: UserRecord,
  actor: SQL,
): Promise<{ user: UserRecord; collections: readonly CollectionRow[]; eventKey: string }> {
  const principal = requireUserPrincipal(ctx);
  const { email, issuer, subject } = principal;
  const { db, now, operation, operationId, idempotency } = ctx;
  const { id: userId, version } = known;
  const writer: Writer = { db, now, operation, operationId, idempotency, actorId: userId };
  const user: UserRecord = {
    ...known,
    version: version + 1,
    modifiedAt: now,
    modifiedBy: userId,
    emails: withVerified(known.emails, email, now),
  };
  const verified = db.build
    .insert(userEmails)
    .values({ userId, email, type: "sign-in", verifiedAt: now })
    .onConflictDoUpdate({ target: [userEmails.userId, userEmails.email], set: { verifiedAt: now } });
  const raised = db.build
    .update(users)
    .set({ version: user.version, modifiedAt: now, modifiedBy: userId })
    .where(sql`${users.id} = ${userId}`);
  const seen = db.build
    .update(identities)
    .set({ emailVerified: true })
    .where(sql`${identities.issuer} = ${issuer} AND ${identities.subject} = ${subject}`);
  const isUnchanged = sql`${actor} = ${userId}
    AND EXISTS (SELECT 1 FROM users u WHERE u.id = ${userId} AND u.lifecycle_state = 'active' AND u.version = ${version})`;
  const { rows, eventKey } = await commit(writer, {
    asserts: [{ name: "user_unchanged", holds: isUnchanged }],
    statements: [verified, raised, seen, putSnapshot(db, userId, user.version, JSON.stringify(user)), ...redeemAtSignIn(writer, principal)],
    event: { organizationId: null, targetId: userId },
    reads: { collections: listReadableCollections(db, actor) },
  });
  return { user, collections: rows.collections, eventKey };
}

function withVerified(emails: UserRecord["emails"], email: string, verifiedAt: Date): UserRecord["emails"] {
  const { type } = emails.find((entry) => entry.email === email) ?? { type: "sign-in" };
  const others = emails.filter((entry) => entry.email !== email);
  return [...others, { email, type, verifiedAt }].sort((a, b) => (a.email < b.email ? -1 : 1));
}

/** Derived data: written after the answer has left, and healed by the cron run when that fails. */
async function rebuildSnapshot(ctx: Context, user: UserRecord): Promise<UserRecord> {
  ctx.defer(ctx.db.write([putSnapshot(ctx.db, user.id, user.version, JSON.stringify(user))]));
  return user;
}

/** Why the client should get a newer token. Tokens tell whole seconds, so one of the merge's own second may be renewed once too often. */
function refreshReason(token: UserPrincipal, identity: IdentityRow, isEmailVerified: boolean): SyncedUser["tokenRefreshReason"] {
  if (identity.mergedAt !== null && token.issuedAt < identity.mergedAt) return "account_merged";
  return isEmailVerified && !token.claimsEmailVerified ? "email_verification_changed" : "";
}

function isVerified(emails: readonly { email: string; verifiedAt: Date | null }[], email: string): boolean {
  return emails.some((entry) => entry.email === email && entry.verifiedAt !== null);
}

function slugsFor(input: SyncUserInput): { user: string; organization: string; project: string } {
  return {
    user: slugOf(input.displayName || input.email.split("@")[0] || "", "user"),
    organization: slugOf(input.organization.slug || input.organization.name, "organization"),
    project: slugOf(input.project.slug || input.project.name, "project"),
  };
}
