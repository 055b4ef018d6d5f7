import { type Action, effectiveActions } from "../../domain/access.ts";
import { requireAction } from "../../domain/authorized.ts";
import { invalidField, ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { NO_IMPACT } from "../../domain/dry-run.ts";
import { isActiveUser, mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { type CollectionView, findCollection } from "../../storage/d1/collections/collections.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { findIsKnown, insertGrants } from "../../storage/d1/sharing/grants.ts";
import { revokeInvitedGrants } from "../../storage/d1/sharing/invitations.ts";
import { revokeLostLinks } from "../../storage/d1/sharing/lost-links.ts";
import { enqueueRechecks } from "../../storage/d1/threads/presence.ts";
import {
  deleteGrantsBut,
  findGrantsOnPath,
  findIsOwnedByAnother,
  findUserState,
  type GrantOnPath,
  hasExactlyGrants,
  isOwnedByAnother,
} from "../../storage/d1/sharing/grants-on-path.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";

export interface ModifyCollectionPermissionsInput {
  readonly collectionId: Id<"col">;
  readonly userId: Id<"user">;
  /** Actions that the user has after the change. Empty revokes the grants. */
  readonly actions: readonly Action[];
}

interface Rights {
  /** Grants of the user on the collection itself. */
  readonly direct: readonly Action[];
  /** Effective actions of all grants of the user on the collection's path. */
  readonly effective: readonly Action[];
  readonly inherited: readonly Action[];
}

/**
 * Replaces the grants of a user on a collection by exactly these actions. All users may give up their own
 * grants.
 * @throws ServiceError `not_found`, `invalid_argument` for an unknown user
 * @throws ServiceError `permission_denied` for the rights of other users without `share`, for granting
 * actions that the caller lacks, or for removing `own` without having it
 * @throws ServiceError `failed_precondition` if a parent grants more, or a root would lose its last owner
 */
export async function modifyCollectionPermissions(
  ctx: Context,
  input: ModifyCollectionPermissionsInput,
): Promise<{ readonly changed: boolean }> {
  const { db, now } = ctx;
  const { collectionId, userId, actions } = input;
  const { actor, rows } = await readHolder(ctx, input);
  const rights = rightsOf(rows.held, collectionId);
  const added = actions.filter((action) => !effectiveActions(rights.direct).includes(action));
  const givesUp = actor.id === userId && added.length === 0;
  const collection = requireAction(rows.collection[0], givesUp ? "read" : "share", "collection");
  requireIfMatch(ctx, collection);
  requireUser(rows.user[0]?.lifecycleState, added);
  requirePossible(collection, rights, actions, rows.others[0]?.owned === 1);
  const takesOwn = rights.direct.includes("own") && !actions.includes("own");
  const needed: readonly Action[] = [
    ...new Set<Action>([givesUp ? "read" : "share", ...added, ...(takesOwn ? (["own"] as const) : [])]),
  ];
  for (const action of needed) requireAction(collection, action, "collection");
  if (hasSameActions(rights.direct, actions)) return { changed: false };
  const me = userOf(actor.id);
  const knownIds = rows.known[0]?.isKnown === 1 ? [userId] : [];
  const keepsOwner = collection.kind === "root" && takesOwn;
  const shrinks = losesActions(rights.direct, actions);
  const lost = revokeLostLinks(db, { collectionId, userId }, actor.id, now);
  const after = await commit(actor.writer, {
    asserts: [
      ...needed.map((action) => ({
        name: `may_${action}` as const,
        holds: mayOnCollection(me, collectionId, action),
      })),
      { name: "same_grants", holds: hasExactlyGrants(userId, collectionId, rows.held) },
      ...(added.length > 0 ? [{ name: "user_active" as const, holds: isActiveUser(userOf(userId)) }] : []),
      ...(keepsOwner
        ? [{ name: "keeps_owner" as const, holds: isOwnedByAnother(collectionId, userId) }]
        : []),
      ...ifMatchAsserts(ctx, "collections", collection),
    ],
    writes: [
      deleteGrantsBut(db, userId, collectionId, actions),
      insertGrants(
        db,
        { userIds: [userId], knownIds, collectionIds: [collectionId], actions },
        actor.id,
        now,
      ),
      revokeInvitedGrants(db, { userId, collectionId, kept: effectiveActions(actions) }, now),
      ...(shrinks ? lost.statements : []),
    ],
    audit: {
      organizationId: collection.organizationId,
      targetId: collectionId,
      changes: { userId, actionsBefore: rights.direct, actions },
    },
    impactScope: { ...NO_IMPACT, rootIds: [collectionId], userIds: [userId] },
    returning: { rechecks: enqueueRechecks(db, shrinks ? [`user/${userId}`] : [], now), ended: lost.ended },
  });
  ctx.runInline([...after.rechecks, ...after.ended]);
  return { changed: true };
}

function readHolder(ctx: Context, { collectionId, userId }: ModifyCollectionPermissionsInput) {
  const { db } = ctx;
  return readAsUser(ctx, {
    collection: findCollection(db, actorSql(ctx), collectionId),
    user: findUserState(db, userId),
    held: findGrantsOnPath(db, userId, collectionId),
    known: findIsKnown(db, actorSql(ctx), userId),
    others: findIsOwnedByAnother(db, collectionId, userId),
  });
}

/**
 * Checks a repeated request. Callers may always repeat a change of their own rights, because the change may
 * have ended their access.
 * @throws ServiceError `not_found`, `permission_denied`
 */
export async function requireRepeatablePermissions(
  ctx: Context,
  { collectionId, userId }: Omit<ModifyCollectionPermissionsInput, "actions">,
): Promise<void> {
  const { actor, rows } = await readAsUser(ctx, {
    collection: findCollection(ctx.db, actorSql(ctx), collectionId),
  });
  if (actor.id !== userId) requireAction(rows.collection[0], "share", "collection");
}

function hasSameActions(before: readonly Action[], after: readonly Action[]): boolean {
  return before.length === after.length && after.every((action) => before.includes(action));
}

function losesActions(before: readonly Action[], after: readonly Action[]): boolean {
  return effectiveActions(before).some((action) => !effectiveActions(after).includes(action));
}

function rightsOf(held: readonly GrantOnPath[], collectionId: string): Rights {
  const direct = held.filter((grant) => grant.collectionId === collectionId).map((grant) => grant.action);
  const inherited = held.filter((grant) => grant.collectionId !== collectionId).map((grant) => grant.action);
  return {
    direct,
    inherited: effectiveActions(inherited),
    effective: effectiveActions([...direct, ...inherited]),
  };
}

/**
 * Requires that the account may receive the added actions. A suspended account can lose actions but not gain
 * any.
 */
function requireUser(state: string | undefined, added: readonly Action[]): void {
  const isKnown = state === "active" || (state === "suspended" && added.length === 0);
  if (!isKnown) throw invalidField("userId", "is not an active user");
}

function requirePossible(
  collection: CollectionView,
  rights: Rights,
  actions: readonly Action[],
  isOwnedByOther: boolean,
): void {
  const remaining = effectiveActions(actions);
  if (rights.inherited.some((action) => !remaining.includes(action))) {
    throw new ServiceError(
      "failed_precondition",
      "The user has more rights from a parent collection. Change them there.",
    );
  }
  const losesOwner = collection.kind === "root" && rights.direct.includes("own") && !actions.includes("own");
  if (losesOwner && !isOwnedByOther)
    throw new ServiceError(
      "failed_precondition",
      "A root collection needs an owner. Give `own` to another user first.",
    );
}
