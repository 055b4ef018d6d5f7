import { requireAction } from "../../../domain/authorized.ts";
import type { Id } from "../../../domain/ids.ts";
import { type CollectionRow, findCollection } from "../../../storage/d1/collections/collections.ts";
import type { SQL } from "../../../storage/d1/core/access.ts";
import type { Database, Rows } from "../../../storage/d1/core/database.ts";
import { selectSubtree } from "../../../storage/d1/collections/move.ts";
import { actorSql, type Context, readAsUser } from "../../context/context.ts";

export interface Subtree {
  /** The collection itself, followed by its descendants in path order. The caller may read all of them. */
  readonly collections: readonly CollectionRow[];
  /** Number of leading ids of each path that belong to collections that the caller may not read. */
  readonly hidden: number;
}

/**
 * Returns a collection and its descendants.
 * @throws ServiceError `not_found`
 */
export async function getSubtree(ctx: Context, input: { collectionId: Id<"col"> }): Promise<Subtree> {
  const { rows } = await readAsUser(ctx, subtreeQueries(ctx.db, actorSql(ctx), input.collectionId));
  return subtreeOf(rows);
}

/**
 * Returns the queries for `subtreeOf`. All paths have the same unreadable ancestors, so one query reads the
 * grants.
 */
export function subtreeQueries(db: Database, actor: SQL, collectionId: string) {
  return {
    collection: findCollection(db, actor, collectionId),
    collections: selectSubtree(db, collectionId),
  };
}

export function subtreeOf(rows: Rows<ReturnType<typeof subtreeQueries>>): Subtree {
  const top = requireAction(rows.collection[0], "read", "collection");
  return { collections: rows.collections, hidden: top.hidden ?? 0 };
}
