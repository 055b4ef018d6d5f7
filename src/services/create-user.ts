import { sql } from "drizzle-orm";
import { newId } from "../domain/ids.ts";
import { uniqueSlug } from "../domain/slug.ts";
import type { CollectionKind } from "../domain/collection.ts";
import type { UserPrincipal } from "../domain/principal.ts";
import type { UserRecord } from "../domain/user.ts";
import { type CollectionRow, listReadableCollections } from "../storage/d1/collection-store.ts";
import { commit, type Writer } from "../storage/d1/commit.ts";
import type { Statement } from "../storage/d1/database.ts";
import { collections, grants } from "../storage/d1/schema/collections.ts";
import { putSnapshot } from "../storage/d1/user-store.ts";
import { identities, memberships, organizations, projects, userEmails, users } from "../storage/d1/schema/users.ts";
import { type Context, requireUserPrincipal } from "./context.ts";
import { redeemAtSignIn } from "./redeem-at-sign-in.ts";

/** What the client says of the user and of the place to make for him. */
export interface SyncUserInput {
  readonly email: string;
  readonly displayName: string;
  readonly isEmailVerified: boolean;
  readonly locale: string;
  readonly photoUrl: string;
  /** "" asks for the service's default. */
  readonly labels: { readonly favorites: string; readonly organization: string; readonly personal: string };
  readonly organization: { readonly name: string; readonly displayName: string; readonly slug: string };
  readonly project: { readonly name: string; readonly displayName: string; readonly slug: string };
}

type CreateUserInput = SyncUserInput & {
  readonly slugs: { readonly user: string; readonly organization: string; readonly project: string };
  readonly taken: { readonly user: boolean; readonly organization: boolean };
};

export const DEFAULT_LABELS = { favorites: "Favorites", organization: "Organization", personal: "Personal" };

/**
 * Creates a user, his organization with its tenant, a project, and the collections that every user begins with, and redeems the
 * invitations of his verified address: one atomic batch.
 * The identity's primary key lets one of two first sign-ins win; the other meets a conflict, and reads.
 */
export async function createUser(
  ctx: Context,
  input: CreateUserInput,
): Promise<{ user: UserRecord; collections: readonly CollectionRow[]; eventKey: string }> {
  const principal = requireUserPrincipal(ctx);
  const ids = { user: newId("user"), organization: newId("org"), tenant: newId("tenant"), project: newId("project"), root: newId("col") };
  const { db, now, operation, operationId, idempotency } = ctx;
  const user = newUser(input, ids, principal, now);
  const writer: Writer = { db, now, operation, operationId, idempotency, actorId: ids.user };
  const { rows, eventKey } = await commit(writer, {
    asserts: [],
    statements: [...firstRecords(ctx, input, ids, user), ...redeemAtSignIn(writer, principal)],
    event: { organizationId: ids.organization, targetId: ids.user },
    reads: { collections: listReadableCollections(db, sql`${ids.user}`) },
  });
  ctx.onActor(ids.user);
  return { user, collections: rows.collections, eventKey };
}

type FirstIds = Record<"user" | "organization" | "tenant" | "project" | "root", string>;

function firstRecords(ctx: Context, input: CreateUserInput, ids: FirstIds, user: UserRecord): Statement[] {
  const { db, now } = ctx;
  const principal = requireUserPrincipal(ctx);
  const record = { createdAt: now, createdBy: ids.user, modifiedAt: now, modifiedBy: ids.user };
  const place = { organizationId: ids.organization, tenantId: ids.tenant };
  const { build } = db;
  return [
    build.insert(identities).values({
      issuer: principal.issuer,
      subject: principal.subject,
      userId: ids.user,
      emailVerified: principal.emailVerified,
      createdAt: now,
    }),
    build.insert(users).values(user),
    putSnapshot(db, user.id, user.version, JSON.stringify(user)),
    build
      .insert(userEmails)
      .values({ userId: ids.user, email: principal.email, type: "sign-in", verifiedAt: principal.emailVerified ? now : null }),
    build.insert(organizations).values({
      id: ids.organization,
      tenantId: ids.tenant,
      name: input.organization.name,
      displayName: input.organization.displayName,
      slug: uniqueSlug(input.slugs.organization, input.taken.organization),
      rootCollectionId: ids.root,
      collectionCount: 4,
      ...record,
    }),
    build
      .insert(projects)
      .values({ id: ids.project, organizationId: ids.organization, ...input.project, slug: input.slugs.project, ...record }),
    build.insert(memberships).values({ userId: ids.user, ...place, ...record }),
    build.insert(collections).values(firstCollections(input, ids.root).map((collection) => ({ ...collection, ...place, ...record }))),
    build.insert(grants).values({
      id: newId("perm"),
      userId: ids.user,
      collectionId: ids.root,
      organizationId: ids.organization,
      action: "own",
      createdAt: now,
      createdBy: ids.user,
    }),
  ];
}

/** The record of a user who has just been made: what is stored, and its first snapshot. */
function newUser(input: CreateUserInput, ids: FirstIds, { issuer, subject, email, emailVerified }: UserPrincipal, now: Date): UserRecord {
  const displayName = input.displayName || email;
  const record = { createdAt: now, createdBy: ids.user, modifiedAt: now, modifiedBy: ids.user, deletedAt: null, deletedBy: null };
  const place = { organizationId: ids.organization, tenantId: ids.tenant };
  return {
    id: ids.user,
    slug: uniqueSlug(input.slugs.user, input.taken.user),
    email,
    displayName,
    givenName: "",
    familyName: "",
    phoneticName: "",
    authDisplayName: displayName,
    authPictureUrl: input.photoUrl,
    pictureUrl: input.photoUrl,
    locale: input.locale,
    potentialScore: 0,
    lifecycleState: "active",
    ...place,
    markedForAbuseAt: null,
    markedForAbuseBy: null,
    version: 1,
    ...record,
    emails: [
      {
        email,
        type: "sign-in",
        verifiedAt: emailVerified ? now : null,
      },
    ],
    identities: [
      {
        issuer,
        subject,
        createdAt: now,
      },
    ],
    memberships: [
      {
        ...place,
        ...record,
      },
    ],
  };
}

function firstCollections(input: CreateUserInput, rootId: string) {
  const root = {
    id: rootId,
    parentId: null,
    kind: "root" as CollectionKind,
    label: input.organization.displayName,
    path: `${rootId}/`,
    depth: 1,
  };
  const below = (["favorites", "organization", "personal"] as const).map((kind) => {
    const id = newId("col");
    return {
      id,
      parentId: rootId,
      kind: kind as CollectionKind,
      label: input.labels[kind] || DEFAULT_LABELS[kind],
      path: `${rootId}/${id}/`,
      depth: 2,
    };
  });
  return [root, ...below];
}
