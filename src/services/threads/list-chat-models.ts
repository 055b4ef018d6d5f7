import { effectiveActions, parseGranted } from "../../domain/access.ts";
import type { TreeNode } from "../../domain/collection.ts";
import {
  type CollectionView,
  findCollections,
  findCollectionWith,
} from "../../storage/d1/collections/collections.ts";
import { personalHomeOf } from "../../storage/d1/threads/chat-threads.ts";
import type { ForestRow } from "../../storage/d1/users/forest.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { getCollectionTree } from "../users/get-collection-tree.ts";
import type { ChatModel } from "./get-chat-model.ts";

/**
 * Lists the scopes in which the caller may chat. These are the workspace, if the caller has `chat` on their
 * personal collection, and the collections on which they have `chat`, in tree order. Reads at most 1,000
 * collections of the caller.
 */
export async function listChatModels(ctx: Context): Promise<readonly ChatModel[]> {
  const { nodes } = await getCollectionTree(ctx, { rootId: null, limit: null, offset: null });
  const ids = nodes.flatMap(idsBelow);
  const actor = actorSql(ctx);
  const { rows } = await readAsUser(ctx, {
    personal: findCollectionWith(ctx.db, actor, personalHomeOf(actor)),
    found: findCollections(ctx.db, actor, ids),
  });
  const workspace = rows.personal
    .filter(mayChat)
    .map((row): ChatModel => ({ ...row, target: { kind: "workspace" } }));
  const found = new Map(rows.found.filter(mayChat).map((row) => [row.id as string, row]));
  const collections = ids.flatMap((id): ChatModel[] => {
    const row = found.get(id);
    return row === undefined ? [] : [{ ...row, target: { kind: "collection", id: row.id } }];
  });
  return [...workspace, ...collections];
}

function mayChat({ granted }: CollectionView): boolean {
  return effectiveActions(parseGranted(granted)).includes("chat");
}

function idsBelow({ collection, children }: TreeNode<ForestRow>): string[] {
  return [collection.id, ...children.flatMap(idsBelow)];
}
