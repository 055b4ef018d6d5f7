import { type TreeNode, treeOf } from "../domain/collection.ts";
import { type CollectionRow, listReadableCollections } from "../storage/d1/collection-store.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";

/** Everything that the caller may read, as a forest: shared collections are top-level nodes unless an ancestor is there. */
export async function getCollectionTree(ctx: Context): Promise<readonly TreeNode<CollectionRow>[]> {
  const { rows } = await readAsUser(ctx, { collections: listReadableCollections(ctx.db, actorSql(ctx)) });
  return treeOf(rows.collections);
}
