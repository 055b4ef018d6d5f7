import { effectiveActions, parseGranted } from "../../domain/access.ts";
import type { TreeNode } from "../../domain/collection.ts";
import { type CollectionView, findCollections } from "../../storage/d1/collections/collections.ts";
import type { ForestRow } from "../../storage/d1/users/collection-forest.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { getCollectionTree } from "../users/get-collection-tree.ts";

/** The collections that the caller may `chat` in, in the order of their tree: at most 1,000 of what they may read is looked at. */
export async function listChatModels(ctx: Context): Promise<readonly CollectionView[]> {
  const { nodes } = await getCollectionTree(ctx, { rootId: null, limit: null, offset: null });
  const ids = nodes.flatMap(idsBelow);
  const { rows } = await readAsUser(ctx, { found: findCollections(ctx.db, actorSql(ctx), ids) });
  const found = new Map(rows.found.map((row) => [row.id as string, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    return row !== undefined && effectiveActions(parseGranted(row.granted)).includes("chat") ? [row] : [];
  });
}

function idsBelow({ collection, children }: TreeNode<ForestRow>): string[] {
  return [collection.id, ...children.flatMap(idsBelow)];
}
