import { requireAction } from "../../domain/authorized.ts";
import type { Id } from "../../domain/ids.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import {
  type CollectionView,
  findCollection,
  updateCollectionAttributes,
} from "../../storage/d1/collections/collections.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";

export interface UpdateCollectionInput {
  readonly collectionId: Id<"col">;
  /** New label. Omitted fields stay unchanged. */
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly icon?: string | undefined;
}

/**
 * Changes the label and appearance of a collection. Does nothing if they are unchanged.
 * @throws ServiceError `not_found`, `permission_denied`, `aborted` if `If-Match` names another revision
 */
export async function updateCollection(ctx: Context, input: UpdateCollectionInput): Promise<CollectionView> {
  const { db } = ctx;
  const { actor, rows } = await readAsUser(ctx, {
    collection: findCollection(db, actorSql(ctx), input.collectionId),
  });
  const collection = requireAction(rows.collection[0], "write", "collection");
  requireIfMatch(ctx, collection);
  const { label = collection.label, description = collection.description, icon = collection.icon } = input;
  const attributes = { label, description, icon };
  const changed = (["label", "description", "icon"] as const).filter(
    (field) => attributes[field] !== collection[field],
  );
  if (changed.length === 0) return collection;
  const me = userOf(actor.id);
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_write", holds: mayOnCollection(me, collection.id, "write") },
      ...ifMatchAsserts(ctx, "collections", collection),
    ],
    writes: [updateCollectionAttributes(db, input, actor.id, ctx.now)],
    audit: {
      organizationId: collection.organizationId,
      targetId: collection.id,
      changes: { fields: changed },
    },
    returning: { collection: findCollection(db, me, collection.id) },
  });
  return requireAction(after.collection[0], "read", "collection");
}
