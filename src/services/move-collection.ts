import { sql } from "drizzle-orm";
import { type Authorized, requireAction } from "../domain/authorized.ts";
import { MAX_DEPTH } from "../domain/collection.ts";
import { ServiceError } from "../domain/errors.ts";
import { type Id, newId } from "../domain/ids.ts";
import { mayOnCollection } from "../storage/d1/access-sql.ts";
import { type CollectionView, findCollection } from "../storage/d1/collection-store.ts";
import { commit } from "../storage/d1/commit.ts";
import { measureHeight, moveAsserts, moveSubtree } from "../storage/d1/move-store.ts";
import { putOutbox } from "../storage/d1/outbox-store.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";
import { type Subtree, subtreeOf, subtreeQueries } from "./get-subtree.ts";
import { matchAsserts, requireMatch } from "./if-match.ts";
import { deliverSoon } from "./outbox.ts";

export interface MoveCollectionInput {
  readonly collectionId: Id<"col">;
  readonly parentId: Id<"col">;
}

/**
 * Moves a collection and all below it, atomically and with as many statements whatever its size. Its grants stay, inherited ones follow the place.
 * To where it is: no change.
 * @throws ServiceError `not_found`, `permission_denied`; `failed_precondition` for the service's own collections, under itself,
 * across organizations, and deeper than 32
 */
export async function moveCollection(ctx: Context, input: MoveCollectionInput): Promise<Subtree & { eventKey: string }> {
  const { db } = ctx;
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    collection: findCollection(db, viewer, input.collectionId),
    parent: findCollection(db, viewer, input.parentId),
    height: measureHeight(db, input.collectionId),
  });
  requireAction(rows.collection[0], "write", "collection");
  const collection = requireAction(rows.collection[0], "share", "collection");
  const parent = requireAction(rows.parent[0], "write", "collection");
  requireMatch(ctx, collection);
  requireMovable(collection, parent);
  const me = sql`${actor.id}`;
  const subtree = subtreeQueries(db, me, collection.id);
  if (collection.parentId === parent.id) return { ...subtreeOf(await db.read(subtree)), eventKey: "" };
  if (parent.depth + 1 + (rows.height[0]?.height ?? 0) > MAX_DEPTH) throw refused(`Collections nest at most ${MAX_DEPTH} deep.`);
  const move = { id: collection.id, parentId: parent.id };
  const recheck = { id: newId("event"), kind: "access_reduced" as const, targetId: `collection/${collection.id}` };
  const { eventKey, rows: after } = await commit(actor.writer, {
    asserts: [
      { name: "may_write", holds: mayOnCollection(me, sql`${collection.id}`, "write") },
      { name: "may_share", holds: mayOnCollection(me, sql`${collection.id}`, "share") },
      { name: "may_write_parent", holds: mayOnCollection(me, sql`${parent.id}`, "write") },
      ...moveAsserts(move, collection),
      ...matchAsserts(ctx, "collections", collection),
    ],
    statements: [moveSubtree(db, move, actor.id, ctx.now), putOutbox(db, { ...recheck, at: ctx.now })],
    event: { organizationId: collection.organizationId, targetId: collection.id },
    reads: subtree,
  });
  deliverSoon(ctx, recheck);
  return { ...subtreeOf(after), eventKey };
}

function requireMovable(collection: Authorized<CollectionView, "share">, parent: Authorized<CollectionView, "write">): void {
  if (collection.kind !== "collection") throw refused("The collections that the service made stay where they are.");
  if (collection.organizationId !== parent.organizationId) throw refused("A collection stays in its organization.");
  if (parent.path.startsWith(collection.path)) throw refused("A collection cannot move under itself or what is below it.");
}

function refused(message: string): ServiceError {
  return new ServiceError("failed_precondition", message);
}
