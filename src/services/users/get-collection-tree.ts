import { MAX_TREE_NODES, type TreeNode, treeOf } from "../../domain/collection.ts";
import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { findCollection } from "../../storage/d1/collections/collections.ts";
import {
  type ForestPage,
  type ForestRow,
  selectForest,
  selectForestBelow,
} from "../../storage/d1/users/forest.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** Maximum number of grants to read for the first page of the tree. */
const MAX_GRANTS_READ = 1_500;
const GRANTS_PAGED_THROUGH = 50_000;

/** First page of the tree, which a sign-in returns. */
export const FIRST_PAGE: ForestPage = { limit: MAX_TREE_NODES, offset: 0, grants: MAX_GRANTS_READ };

export interface Forest {
  readonly nodes: readonly TreeNode<ForestRow>[];
  /** True if the page omits nodes. */
  readonly isTruncated: boolean;
}

export interface GetCollectionTreeInput {
  /** Null means everything that the caller may read. */
  readonly rootId: Id<"col"> | null;
  /** If `limit` and `offset` are null, returns the same page as a sign-in. */
  readonly limit: number | null;
  readonly offset: number | null;
}

/**
 * Returns the collections that the caller may read as trees, or the subtree of one collection. A page
 * contains nodes in breadth-first order, the user's own organizations first. If the parent of a node is not
 * on the page, the node is a root.
 * @throws ServiceError `not_found` for the root
 */
export async function getCollectionTree(
  ctx: Context,
  { rootId, limit, offset }: GetCollectionTreeInput,
): Promise<Forest> {
  const actor = actorSql(ctx);
  const grants = limit === null && offset === null ? MAX_GRANTS_READ : GRANTS_PAGED_THROUGH;
  const page = { limit: limit ?? MAX_TREE_NODES, offset: offset ?? 0, grants };
  if (rootId === null) {
    const { rows } = await readAsUser(ctx, { forest: selectForest(ctx.db, actor, page) });
    return forestOf(rows.forest, page);
  }
  const { rows } = await readAsUser(ctx, {
    root: findCollection(ctx.db, actor, rootId),
    forest: selectForestBelow(ctx.db, actor, rootId, page),
  });
  requireAction(rows.root[0], "read", "collection");
  return forestOf(rows.forest, page);
}

export function forestOf(rows: readonly ForestRow[], { limit }: Pick<ForestPage, "limit">): Forest {
  const isTruncated = rows.length > limit || rows.some((row) => row.isPartial === 1);
  return { nodes: treeOf(rows.slice(0, limit)), isTruncated };
}
