import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { type CollectionView, findCollection } from "../../storage/d1/collections/collections.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** @throws ServiceError `not_found` if the caller may not read the collection */
export async function getCollection(
  ctx: Context,
  input: { collectionId: Id<"col"> },
): Promise<CollectionView> {
  const { rows } = await readAsUser(ctx, {
    collection: findCollection(ctx.db, actorSql(ctx), input.collectionId),
  });
  return requireAction(rows.collection[0], "read", "collection");
}
