import { sql } from "drizzle-orm";
import { type Action, effectiveActions } from "../domain/access.ts";
import { type Authorized, requireAction } from "../domain/authorized.ts";
import { invalidField, ServiceError } from "../domain/errors.ts";
import type { Id } from "../domain/ids.ts";
import { mayOnCollection } from "../storage/d1/access-sql.ts";
import { type CollectionView, findCollection } from "../storage/d1/collection-store.ts";
import { commit } from "../storage/d1/commit.ts";
import { insertGrants } from "../storage/d1/grant-store.ts";
import { withdrawPromises } from "../storage/d1/invitation-store.ts";
import { orderRechecks } from "../storage/d1/presence-store.ts";
import {
  deleteGrantsBut,
  findHeld,
  findUserState,
  type HeldGrant,
  holdsExactly,
  isOwnedByAnother,
} from "../storage/d1/permission-store.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";
import { matchAsserts, requireMatch } from "./if-match.ts";
import { deliverSoon } from "./outbox.ts";

export interface ModifyPermissionsInput {
  readonly collectionId: Id<"col">;
  readonly userId: Id<"user">;
  /** What remains; none: access ends. */
  readonly actions: readonly Action[];
}

interface Rights {
  /** What the user holds by grants on the collection itself, as they are written down. */
  readonly direct: readonly Action[];
  /** What all his grants amount to there. */
  readonly effective: readonly Action[];
  readonly inherited: readonly Action[];
}

/**
 * Makes exactly these actions remain for a user on a collection.
 * @throws ServiceError `not_found`; `permission_denied` without `share`, for granting what the caller lacks, or for taking `own` without having it;
 * `invalid_argument` for an unknown user; `failed_precondition` when more comes from above, or a root would lose its last owner
 */
export async function modifyPermissions(ctx: Context, input: ModifyPermissionsInput): Promise<{ eventKey: string }> {
  const { db, now } = ctx;
  const { collectionId, userId, actions } = input;
  const { actor, rows } = await readAsUser(ctx, {
    collection: findCollection(db, actorSql(ctx), collectionId),
    user: findUserState(db, userId),
    held: findHeld(db, userId, collectionId),
    others: db.build.all<{ owned: number }>(sql`SELECT ${isOwnedByAnother(collectionId, userId)} AS owned`),
  });
  const collection = requireAction(rows.collection[0], "share", "collection");
  requireMatch(ctx, collection);
  const rights = rightsOf(rows.held, collectionId);
  const added = actions.filter((action) => !effectiveActions(rights.direct).includes(action));
  requireUser(rows.user[0]?.lifecycleState, added);
  requirePossible(collection, rights, actions, rows.others[0]?.owned === 1);
  const takesOwn = rights.direct.includes("own") && !actions.includes("own");
  const needed: readonly Action[] = [...new Set<Action>(["share", ...added, ...(takesOwn ? (["own"] as const) : [])])];
  for (const action of needed) requireAction(collection, action, "collection");
  const isSame = rights.direct.length === actions.length && actions.every((action) => rights.direct.includes(action));
  if (isSame) return { eventKey: "" };
  const me = sql`${actor.id}`;
  const keepsOwner = collection.kind === "root" && takesOwn;
  const shrinks = effectiveActions(rights.direct).some((action) => !effectiveActions(actions).includes(action));
  const { eventKey, rows: after } = await commit(actor.writer, {
    asserts: [
      ...needed.map((action) => ({ name: `may_${action}`, holds: mayOnCollection(me, sql`${collectionId}`, action) })),
      { name: "same_grants", holds: holdsExactly(userId, collectionId, rows.held) },
      { name: "user_active", holds: sql`${added.length} = 0 OR (SELECT u.lifecycle_state FROM users u WHERE u.id = ${userId}) = 'active'` },
      ...(keepsOwner ? [{ name: "keeps_owner", holds: isOwnedByAnother(collectionId, userId) }] : []),
      ...matchAsserts(ctx, "collections", collection),
    ],
    statements: [
      deleteGrantsBut(db, userId, collectionId, actions),
      insertGrants(db, { userIds: [userId], collectionIds: [collectionId], actions }, actor.id, now),
      withdrawPromises(db, { userId, collectionId, kept: effectiveActions(actions) }, now),
    ],
    event: { organizationId: collection.organizationId, targetId: collectionId },
    reads: { rechecks: orderRechecks(db, shrinks ? [`user/${userId}`] : [], now) },
  });
  for (const recheck of after.rechecks) deliverSoon(ctx, recheck);
  return { eventKey };
}

function rightsOf(held: readonly HeldGrant[], collectionId: string): Rights {
  const direct = held.filter((grant) => grant.collectionId === collectionId).map((grant) => grant.action);
  const inherited = held.filter((grant) => grant.collectionId !== collectionId).map((grant) => grant.action);
  return { direct, inherited: effectiveActions(inherited), effective: effectiveActions([...direct, ...inherited]) };
}

/** Rights can be taken from an account that is suspended, but not given to it. */
function requireUser(state: string | undefined, added: readonly Action[]): void {
  const isKnown = state === "active" || (state === "suspended" && added.length === 0);
  if (!isKnown) throw invalidField("userId", "is not an active user");
}

function requirePossible(
  collection: Authorized<CollectionView, "share">,
  rights: Rights,
  actions: readonly Action[],
  isOwnedByOther: boolean,
): void {
  const remaining = effectiveActions(actions);
  if (rights.inherited.some((action) => !remaining.includes(action))) {
    throw new ServiceError("failed_precondition", "The user has more than this from a collection above: change it there.");
  }
  const losesOwner = collection.kind === "root" && rights.direct.includes("own") && !actions.includes("own");
  if (losesOwner && !isOwnedByOther)
    throw new ServiceError("failed_precondition", "A root keeps an owner: give `own` to somebody else first.");
}
