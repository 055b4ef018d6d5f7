import { type Authorized, requireAction } from "../../domain/authorized.ts";
import { MAX_DEPTH } from "../../domain/collection.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { NO_IMPACT } from "../../domain/dry-run.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { type CollectionView, findCollection } from "../../storage/d1/collections/collections.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import {
  findLeavesOwners,
  leavesOwners,
  measureHeight,
  moveAsserts,
  moveSubtree,
} from "../../storage/d1/collections/move.ts";
import { moveSubtreeClosure } from "../../storage/d1/collections/subtree-closure.ts";
import { revokeLostLinks } from "../../storage/d1/sharing/lost-links.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { type Subtree, subtreeOf, subtreeQueries } from "./internal/get-subtree.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";
import { enqueue } from "../../jobs/enqueue.ts";

export interface MoveCollectionInput {
  readonly collectionId: Id<"col">;
  readonly parentId: Id<"col">;
}

const OWNERS_DIFFER =
  "Other users would own this collection at its new position, so the move needs `own` on it.";

/**
 * Moves a collection with its subtree in one batch with a constant number of statements. Its own grants stay.
 * Inherited grants follow the new position. If the caller does not own the collection, its owners stay
 * owners. Does nothing if the parent is unchanged.
 * @throws ServiceError `not_found`, `permission_denied`
 * @throws ServiceError `failed_precondition` for the service's own collections, below itself, across
 * organizations, and below 32 levels
 */
export async function moveCollection(ctx: Context, input: MoveCollectionInput): Promise<Subtree> {
  const { db } = ctx;
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    collection: findCollection(db, viewer, input.collectionId),
    parent: findCollection(db, viewer, input.parentId),
    height: measureHeight(db, input.collectionId),
    owners: findLeavesOwners(db, viewer, { id: input.collectionId, parentId: input.parentId }),
  });
  requireAction(rows.collection[0], "write", "collection");
  const collection = requireAction(rows.collection[0], "share", "collection");
  const parent = requireAction(rows.parent[0], "write", "collection");
  requireIfMatch(ctx, collection);
  requireMovable(collection, parent);
  const me = userOf(actor.id);
  const subtree = subtreeQueries(db, me, collection.id);
  if (collection.parentId === parent.id) return subtreeOf(await db.read(subtree));
  if (rows.owners[0]?.leaves !== 1) throw new ServiceError("permission_denied", OWNERS_DIFFER);
  requireDepth(parent.depth + 1 + (rows.height[0]?.height ?? 0));
  const move = { id: collection.id, parentId: parent.id };
  const { organizationId } = collection;
  const lists = moveSubtreeClosure(db, collection, parent);
  const ordered = enqueue(
    db,
    [
      { kind: "access_reduced", reduced: `collection/${collection.id}`, after: null },
      { kind: "index_tree", organizationId, collectionId: input.collectionId },
      ...lists.jobs,
    ],
    ctx.now,
  );
  const lost = revokeLostLinks(db, { collectionId: collection.id, userId: null }, actor.id, ctx.now);
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_write", holds: mayOnCollection(me, collection.id, "write") },
      { name: "may_share", holds: mayOnCollection(me, collection.id, "share") },
      { name: "may_write_parent", holds: mayOnCollection(me, parent.id, "write") },
      { name: "leaves_owners", holds: leavesOwners(me, move) },
      ...moveAsserts(move, collection),
      ...lists.asserts,
      ...ifMatchAsserts(ctx, "collections", collection),
    ],
    writes: [
      ...lists.before,
      moveSubtree(db, move, actor.id, ctx.now),
      ...lists.after,
      ...lost.statements,
      ...ordered.statements,
    ],
    audit: {
      organizationId,
      targetId: collection.id,
      changes: { parentIdBefore: collection.parentId, parentId: parent.id },
    },
    impactScope: { ...NO_IMPACT, rootIds: [collection.id], alongsideIds: [parent.id] },
    returning: { ...subtree, ended: lost.ended },
  });
  ctx.runInline([...ordered.rows, ...after.ended]);
  return subtreeOf(after);
}

function requireMovable(
  collection: Authorized<CollectionView, "share">,
  parent: Authorized<CollectionView, "write">,
): void {
  if (collection.kind !== "collection")
    throw refused("You cannot move a collection that the service created.");
  if (collection.organizationId !== parent.organizationId)
    throw refused("A collection cannot leave its organization.");
  if (parent.path.startsWith(collection.path)) throw refused("A collection cannot move below itself.");
}

function requireDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw refused(`Collections can nest at most ${MAX_DEPTH} levels deep.`);
}

function refused(message: string): ServiceError {
  return new ServiceError("failed_precondition", message);
}
