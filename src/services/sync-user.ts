import { type SQL, sql } from "drizzle-orm";
import { ServiceError } from "../domain/errors.ts";
import { type TreeNode, treeOf } from "../domain/collection.ts";
import { slugOf } from "../domain/slug.ts";
import type { UserRecord } from "../domain/user.ts";
import { actorOf } from "../storage/d1/access-sql.ts";
import { type CollectionRow, listReadableCollections } from "../storage/d1/collection-store.ts";
import { commit, type Writer } from "../storage/d1/commit.ts";
import { identities, userEmails, users } from "../storage/d1/schema/users.ts";
import { findIdentity, findSlugs, findSnapshot, putSnapshot, userRecord } from "../storage/d1/user-store.ts";
import { type Context, requireUserPrincipal } from "./context.ts";
import { createUser, type SyncUserInput } from "./create-user.ts";
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
  const tokenRefreshReason = input.isEmailVerified && !principal.claimsEmailVerified ? "email_verification_changed" : "";
  const known = { didSignUp: false, tokenRefreshReason, tree } as const;
  if (principal.emailVerified && !isVerified(rows.emails, principal.email)) {
    return { ...known, ...(await verifyEmail(ctx, user.id, actor)) };
  }
  const record = readSnapshot(rows.snapshot[0], user.version);
  return { ...known, user: record ?? (await rebuildSnapshot(ctx, foldUser(rows))), eventKey: "" };
}

/** The address is verified from now on: by a token that says so, of an issuer that is trusted for it. */
async function verifyEmail(ctx: Context, userId: string, actor: SQL): Promise<{ user: UserRecord; eventKey: string }> {
  const { email, issuer, subject } = requireUserPrincipal(ctx);
  const { db, now, operation, operationId, idempotency } = ctx;
  const writer: Writer = { db, now, operation, operationId, idempotency, actorId: userId };
  const verified = db.build
    .insert(userEmails)
    .values({ userId, email, type: "sign-in", verifiedAt: now })
    .onConflictDoUpdate({ target: [userEmails.userId, userEmails.email], set: { verifiedAt: now } });
  const raised = db.build
    .update(users)
    .set({ version: sql`${users.version} + 1`, modifiedAt: now, modifiedBy: userId })
    .where(sql`${users.id} = ${userId}`);
  const seen = db.build
    .update(identities)
    .set({ emailVerified: true })
    .where(sql`${identities.issuer} = ${issuer} AND ${identities.subject} = ${subject}`);
  const { rows, eventKey } = await commit(writer, {
    asserts: [{ name: "user_active", holds: sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${actor} AND u.lifecycle_state = 'active')` }],
    statements: [verified, raised, seen],
    event: { organizationId: null, targetId: userId },
    reads: userRecord(db, actor),
  });
  return { user: await rebuildSnapshot(ctx, foldUser(rows)), eventKey };
}

/** Derived data: written after the answer has left, and healed by the cron run when that fails. */
async function rebuildSnapshot(ctx: Context, user: UserRecord): Promise<UserRecord> {
  ctx.defer(ctx.db.write([putSnapshot(ctx.db, user.id, user.version, JSON.stringify(user))]));
  return user;
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

function asciiLower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
