import { requireAction } from "../domain/authorized.ts";
import type { Id } from "../domain/ids.ts";
import { findCollection } from "../storage/d1/collection-store.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";

/** @throws ServiceError `not_found`, `permission_denied` when the caller may not say who has access to the collection */
export async function requireShare(ctx: Context, input: { collectionId: Id<"col"> }): Promise<void> {
  const { rows } = await readAsUser(ctx, { collection: findCollection(ctx.db, actorSql(ctx), input.collectionId) });
  requireAction(rows.collection[0], "share", "collection");
}
