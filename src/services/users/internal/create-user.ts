import { type Id, newId } from "../../../domain/ids.ts";
import { uniqueSlug } from "../../../domain/slug.ts";
import type { CollectionKind } from "../../../domain/collection.ts";
import { type Profile, profileAfter, type ClientProfile } from "../../../domain/profile.ts";
import type { UserPrincipal } from "../../../domain/principal.ts";
import type { UserRecord } from "../../../domain/user.ts";
import { commit } from "../../../storage/d1/core/commit.ts";
import type { Statement } from "../../../storage/d1/core/database.ts";
import { noNewerProof, takeAddress } from "../../../storage/d1/users/addresses.ts";
import { enqueueRest, redeemWaiting } from "../../../storage/d1/sharing/redeem-waiting.ts";
import { type ForestRow, selectForest } from "../../../storage/d1/users/forest.ts";
import { NO_USER, userOf } from "../../../storage/d1/core/access.ts";
import { insertSignupRecords } from "../../../storage/d1/users/signup-records.ts";
import { type Context, requireUserPrincipal, writerOf } from "../../context/context.ts";
import { FIRST_PAGE } from "../get-collection-tree.ts";

/** Data from the client about the user and the labels of their initial collections. */
export interface SyncUserInput {
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly profile: ClientProfile;
  /** Labels of the initial collections. An empty label selects the service's default. */
  readonly labels: { readonly favorites: string; readonly organization: string; readonly personal: string };
  readonly organization: { readonly name: string; readonly displayName: string; readonly slug: string };
  readonly project: { readonly name: string; readonly displayName: string; readonly slug: string };
}

type CreateUserInput = SyncUserInput & {
  readonly slugs: { readonly user: string; readonly organization: string; readonly project: string };
  readonly taken: { readonly user: boolean; readonly organization: boolean };
  /** True if the token proves the address, and no later token of another user proves it. */
  readonly isProven: boolean;
};

export const DEFAULT_LABELS = { favorites: "Favorites", organization: "Organization", personal: "Personal" };

/**
 * Creates a user in one atomic batch: their organization with its tenant, a project, and the initial
 * collections. Redeems the invitations for their verified address. If two first sign-ins run at the same
 * time, the primary key of the identity rejects one of them. The rejected one gets a conflict and reads the
 * user.
 */
export async function createUser(
  ctx: Context,
  input: CreateUserInput,
): Promise<{ user: UserRecord; forest: readonly ForestRow[] }> {
  const principal = requireUserPrincipal(ctx);
  const ids = {
    user: newId("user"),
    organization: newId("org"),
    tenant: newId("tenant"),
    project: newId("project"),
    root: newId("col"),
  };
  const { db, now } = ctx;
  const proven = { ...principal, emailVerified: input.isProven };
  const user = newUser(input, ids, proven, now);
  const writer = writerOf(ctx, ids.user);
  const waiting = { email: input.isProven ? principal.email : null, after: null };
  const rows = await commit(writer, {
    asserts: input.isProven ? [noNewerProof(NO_USER, principal)] : [],
    writes: [
      ...firstRecords(ctx, input, ids, user),
      ...(input.isProven ? takeAddress(writer, principal) : []),
    ],
    audit: { organizationId: ids.organization, targetId: ids.user },
    returning: {
      order: enqueueRest(writer, waiting),
      ...redeemWaiting(writer, waiting),
      forest: selectForest(db, userOf(ids.user), FIRST_PAGE),
    },
  });
  ctx.runInline(rows.order);
  ctx.onActor(ids.user);
  return { user, forest: rows.forest };
}

type FirstIds = Readonly<
  Record<"user", Id<"user">> &
    Record<"organization", Id<"org">> &
    Record<"tenant", Id<"tenant">> &
    Record<"project", Id<"project">> &
    Record<"root", Id<"col">>
>;

function firstRecords(ctx: Context, input: CreateUserInput, ids: FirstIds, user: UserRecord): Statement[] {
  const { db, now } = ctx;
  const principal = requireUserPrincipal(ctx);
  const record = { createdAt: now, createdBy: ids.user, modifiedAt: now, modifiedBy: ids.user };
  const place = { organizationId: ids.organization, tenantId: ids.tenant };
  return insertSignupRecords(db, {
    identity: {
      issuer: principal.issuer,
      subject: principal.subject,
      userId: ids.user,
      email: principal.email,
      emailVerified: input.isProven,
      tokenAt: principal.issuedAt,
      createdAt: now,
    },
    user,
    email: {
      userId: ids.user,
      email: principal.email,
      type: "sign-in",
      verifiedAt: input.isProven ? now : null,
    },
    organization: {
      id: ids.organization,
      tenantId: ids.tenant,
      name: input.organization.name,
      displayName: input.organization.displayName,
      slug: uniqueSlug(input.slugs.organization, input.taken.organization),
      rootCollectionId: ids.root,
      collectionCount: 4,
      ...record,
    },
    project: {
      id: ids.project,
      organizationId: ids.organization,
      ...input.project,
      slug: input.slugs.project,
      ...record,
    },
    membership: { userId: ids.user, ...place, ...record },
    collections: firstCollections(input, ids.root).map((collection) => ({
      ...collection,
      ...place,
      ...record,
    })),
    grant: {
      id: newId("perm"),
      userId: ids.user,
      collectionId: ids.root,
      organizationId: ids.organization,
      action: "own",
      createdAt: now,
      createdBy: ids.user,
    },
  });
}

/** Returns the record of a new user, for the rows and the first snapshot. */
function newUser(input: CreateUserInput, ids: FirstIds, principal: UserPrincipal, now: Date): UserRecord {
  const { issuer, subject, email, emailVerified } = principal;
  const record = {
    createdAt: now,
    createdBy: ids.user,
    modifiedAt: now,
    modifiedBy: ids.user,
    deletedAt: null,
    deletedBy: null,
  };
  const place = { organizationId: ids.organization, tenantId: ids.tenant };
  return {
    id: ids.user,
    slug: uniqueSlug(input.slugs.user, input.taken.user),
    email,
    phoneticName: "",
    ...profileAfter(namelessProfile(email), input.profile, principal),
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

/**
 * Returns the profile of a user without a name. Other users see the display name, so it never contains the
 * whole address.
 */
function namelessProfile(email: string): Profile {
  const name = email.split("@")[0] ?? "";
  const names = { displayName: name, authDisplayName: name, givenName: "", familyName: "" };
  return { ...names, pictureUrl: "", authPictureUrl: "", locale: "", addresses: [] };
}

function firstCollections(input: CreateUserInput, rootId: Id<"col">) {
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
