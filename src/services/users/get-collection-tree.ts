import { MAX_TREE_NODES, type TreeNode, treeOf } from "../../domain/collection.ts";
import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { findCollection } from "../../storage/d1/collections/collections.ts";
import { type ForestPage, type ForestRow, selectForest, selectForestBelow } from "../../storage/d1/users/forest.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** Maximum number of grants that a sign-in reads, and that paging through the tree reads. */
const MAX_GRANTS_READ = 1_500;
const GRANTS_PAGED_THROUGH = 50_000;

/** The page of the tree that a sign-in returns. */
export const FIRST_PAGE: ForestPage = { limit: MAX_TREE_NODES, offset: 0, grants: MAX_GRANTS_READ };

export interface Forest {
  readonly nodes: readonly TreeNode<ForestRow>[];
  /** Whether the page omits nodes. */
  readonly isTruncated: boolean;
}

export interface GetCollectionTreeInput {
  /** Null: everything that the caller may read. */
  readonly rootId: Id<"col"> | null;
  /** Both null: the page that a sign-in returns. */
  readonly limit: number | null;
  readonly offset: number | null;
}

/**
 * The collections that the caller may read, as a forest, or the subtree of one collection. A page contains
 * nodes breadth first, own organizations first. A node whose parent is not on the page is a top-level node.
 * @throws ServiceError `not_found` for the root
 */
export async function getCollectionTree(ctx: Context, { rootId, limit, offset }: GetCollectionTreeInput): Promise<Forest> {
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
