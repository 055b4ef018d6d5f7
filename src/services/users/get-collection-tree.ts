import { MAX_TREE_NODES, type TreeNode, treeOf } from "../../domain/collection.ts";
import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { findCollection } from "../../storage/d1/collections/collections.ts";
import { type ForestPage, type ForestRow, listForest, listForestBelow } from "../../storage/d1/users/collection-forest.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** How many of a user's grants a sign-in looks at, and how many somebody who pages through the tree makes it look at. */
const GRANTS_LOOKED_AT = 1_500;
const GRANTS_PAGED_THROUGH = 50_000;

/** The tree as a sign-in shows it. */
export const FIRST_PAGE: ForestPage = { limit: MAX_TREE_NODES, offset: 0, grants: GRANTS_LOOKED_AT };

export interface Forest {
  readonly nodes: readonly TreeNode<ForestRow>[];
  /** Whether something was left out. */
  readonly isTruncated: boolean;
}

export interface GetCollectionTreeInput {
  /** Null: everything that the caller may read. */
  readonly rootId: Id<"col"> | null;
  /** Null for both: the tree as a sign-in shows it. */
  readonly limit: number | null;
  readonly offset: number | null;
}

/**
 * What the caller may read, as a forest, or what is below one collection: so many nodes breadth first, own organizations first.
 * A node whose parent is not among them is a top-level node. @throws ServiceError `not_found` for the root
 */
export async function getCollectionTree(ctx: Context, { rootId, limit, offset }: GetCollectionTreeInput): Promise<Forest> {
  const actor = actorSql(ctx);
  const grants = limit === null && offset === null ? GRANTS_LOOKED_AT : GRANTS_PAGED_THROUGH;
  const page = { limit: limit ?? MAX_TREE_NODES, offset: offset ?? 0, grants };
  if (rootId === null) {
    const { rows } = await readAsUser(ctx, { forest: listForest(ctx.db, actor, page) });
    return forestOf(rows.forest, page);
  }
  const { rows } = await readAsUser(ctx, {
    root: findCollection(ctx.db, actor, rootId),
    forest: listForestBelow(ctx.db, actor, rootId, page),
  });
  requireAction(rows.root[0], "read", "collection");
  return forestOf(rows.forest, page);
}

export function forestOf(rows: readonly ForestRow[], { limit }: Pick<ForestPage, "limit">): Forest {
  const isTruncated = rows.length > limit || rows.some((row) => row.isPartial === 1);
  return { nodes: treeOf(rows.slice(0, limit)), isTruncated };
}
