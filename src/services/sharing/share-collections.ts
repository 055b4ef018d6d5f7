import { type Action, effectiveActions, parseGranted } from "../../domain/access.ts";
import { requireAction } from "../../domain/authorized.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { NO_IMPACT } from "../../domain/dry-run.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { areActive, auditElsewhere, mayShareCollections } from "../../storage/d1/sharing/share.ts";
import { type CollectionView, findCollections } from "../../storage/d1/collections/collections.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import {
  type AddressOwner,
  countGrants,
  findOwners,
  findShareTargets,
  haveOwners,
  insertGrants,
} from "../../storage/d1/sharing/grants.ts";
import type { ShareTarget } from "../../storage/d1/sharing/grants.ts";
import {
  endOldestInvitations,
  findOwnInvitations,
  insertInvitations,
} from "../../storage/d1/sharing/invitations.ts";
import { hasNoDuplicate } from "../../storage/d1/sharing/invitations.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import {
  INVITATION_TTL_MS,
  type Invitation,
  planInvitations,
  invitedGrants,
} from "./internal/plan-invitations.ts";

export interface ShareCollectionsInput {
  readonly actions: readonly Action[];
  readonly collectionIds: readonly Id<"col">[];
  readonly userIds: readonly Id<"user">[];
  /** E-mail addresses with ASCII letters in lower case. */
  readonly emails: readonly string[];
}

export interface Shared {
  readonly users: readonly ShareTarget[];
  /** Invitations, one per address and organization. */
  readonly invitations: readonly Invitation[];
}

/**
 * Grants actions on collections and their subtrees to users. The request names users by id or by verified
 * address. An address without a user gets one invitation per organization. Idempotent.
 * @throws ServiceError `not_found`, `permission_denied`, `invalid_argument` for an unknown user
 */
export async function shareCollections(ctx: Context, input: ShareCollectionsInput): Promise<Shared> {
  const { db, now } = ctx;
  const { actor, collections, owners, users, known, held } = await readShare(ctx, input);
  const others = users.filter((user) => user.id !== actor.id).map((user) => user.id);
  const each = input.collectionIds.length * input.actions.length;
  const incomplete = others.filter((userId) => (held.get(userId) ?? 0) < each);
  const { kept, issued } = await planInvitations(ctx, actor, input.actions, { collections, owners, known });
  const invitations = [...kept, ...issued.map(({ invitation }) => invitation)];
  const [first] = collections;
  if (first === undefined || (incomplete.length === 0 && issued.length === 0)) return { users, invitations };
  const rows = issued.map(({ row }) => row);
  const me = userOf(actor.id);
  const promises = Object.fromEntries(invitedGrants(collections, input.actions));
  const expiresAt = new Date(now.getTime() + INVITATION_TTL_MS);
  const changes = {
    collectionIds: input.collectionIds,
    actions: input.actions,
    userIds: incomplete,
    invitationIds: rows.map(({ id }) => id),
  };
  await commit(actor.writer, {
    asserts: [
      ...mayShareCollections(me, input.collectionIds, ["share", ...input.actions]),
      { name: "same_owners", holds: haveOwners(owners) },
      { name: "users_active", holds: areActive(others) },
      { name: "not_invited_yet", holds: hasNoDuplicate(me, rows, promises, now) },
    ],
    writes: [
      insertGrants(
        db,
        {
          ...input,
          userIds: incomplete,
          knownIds: users.filter((user) => user.isKnown === 1).map((user) => user.id),
        },
        actor.id,
        now,
      ),
      ...insertInvitations(db, rows, input, { by: actor.id, expiresAt }),
      ...(rows.length === 0 ? [] : [endOldestInvitations(db, actor.id, now)]),
      auditElsewhere(actor.writer, input.collectionIds, first.organizationId, rows),
    ],
    audit: { organizationId: first.organizationId, targetId: first.id, changes },
    impactScope: { ...NO_IMPACT, rootIds: input.collectionIds, userIds: incomplete },
  });
  return { users, invitations };
}

/**
 * Returns the response to a repeated request: the users in their current state, and the invitations that are
 * still open. Changes nothing.
 */
export async function presentShare(ctx: Context, input: ShareCollectionsInput): Promise<Shared> {
  const { actor, collections, owners, users, known } = await readShare(ctx, input);
  const { kept } = await planInvitations(ctx, actor, input.actions, { collections, owners, known });
  return { users, invitations: kept };
}

async function readShare(ctx: Context, input: ShareCollectionsInput) {
  const { db, now } = ctx;
  const { userIds, emails, collectionIds, actions } = input;
  const { actor, rows } = await readAsUser(ctx, {
    collections: findCollections(db, actorSql(ctx), collectionIds),
    targets: findShareTargets(db, actorSql(ctx), userIds, emails),
    owners: findOwners(db, emails),
    held: countGrants(db, userIds, emails, collectionIds, actions),
    known: findOwnInvitations(db, actorSql(ctx), emails, now),
  });
  const collections = requireShareable(input, rows.collections);
  const users = requireTargets(input, rows.targets, rows.owners);
  const held = new Map(rows.held.map((entry) => [entry.userId, entry.held]));
  return { actor, collections, users, held, owners: rows.owners, known: rows.known };
}

/** Requires that the caller may share every collection and has all granted actions. */
function requireShareable(input: ShareCollectionsInput, found: readonly CollectionView[]): CollectionView[] {
  const byId = new Map(found.map((collection) => [collection.id, collection]));
  return input.collectionIds.map((collectionId) => {
    const collection = requireAction(byId.get(collectionId), "share", "collection");
    const held = effectiveActions(parseGranted(collection.granted));
    const lacked = input.actions.find((action) => !held.includes(action));
    if (lacked !== undefined)
      throw new ServiceError(
        "permission_denied",
        `You cannot grant "${lacked}", because you do not have it here.`,
      );
    return collection;
  });
}

/** Returns the users named by id, followed by the users found by address, without duplicates. */
function requireTargets(
  input: ShareCollectionsInput,
  found: readonly ShareTarget[],
  owners: readonly AddressOwner[],
): ShareTarget[] {
  const byId = new Map<string, ShareTarget>(found.map((user) => [user.id, user]));
  input.userIds.forEach((userId, position) => {
    if (!byId.has(userId)) throw invalidField(`shareTo.${position}`, "is not an active user");
  });
  const wanted = new Set([...input.userIds, ...owners.flatMap(({ userId }) => userId ?? [])]);
  return [...wanted]
    .flatMap((userId) => byId.get(userId) ?? [])
    .map((user) => withShownAddress(user, owners));
}

/**
 * Hides the address of a user unless the caller already knows it. If the caller supplied an address, returns
 * that address.
 */
function withShownAddress(user: ShareTarget, owners: readonly AddressOwner[]): ShareTarget {
  const given = owners.filter(({ userId }) => userId === user.id).map((owner) => owner.email);
  const isKnown = user.isKnown === 1 || given.includes(user.email);
  return { ...user, isKnown: isKnown ? 1 : 0, email: isKnown ? user.email : (given[0] ?? "") };
}
