import { requireAction } from "../../domain/authorized.ts";
import { type DeletionPlan } from "../../domain/deletion.ts";
import { ServiceError } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { enqueue } from "../../jobs/enqueue.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import { type CollectionView, findCollections } from "../../storage/d1/collections/collections.ts";
import { enqueueResyncOfDeletion } from "../../storage/d1/assets/threads-referencing.ts";
import {
  beginDeletion,
  mayOwnAll,
  planDeletion,
  type Staying,
} from "../../storage/d1/collections/deletions.ts";
import { dropSubtreeClosure } from "../../storage/d1/collections/subtree-closure.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";

export interface DeleteCollectionsInput {
  /** Ids without duplicates. */
  readonly ids: readonly Id<"col">[];
  readonly isDryRun: boolean;
}

export interface DeletionOrder {
  /** Id of the deletion. Null for a dry run. */
  readonly deletionId: string | null;
  readonly plan: DeletionPlan;
  /** Some of the assets that stay, because another collection contains them. */
  readonly staying: readonly Staying[];
}

/**
 * Deletes collections with their subtrees permanently, with their threads and with assets that no other
 * collection contains. They disappear immediately for all users, and jobs delete their data from the stores
 * step by step.
 * @throws ServiceError `not_found`, `permission_denied` without `own`
 * @throws ServiceError `failed_precondition` for the service's own collections and across organizations
 */
export async function deleteCollections(
  ctx: Context,
  { ids, isDryRun }: DeleteCollectionsInput,
): Promise<DeletionOrder> {
  const { db, now } = ctx;
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    found: findCollections(db, viewer, ids),
    ...planDeletion(db, viewer, ids),
  });
  const byId = new Map(rows.found.map((collection) => [collection.id, collection]));
  const [first, ...others] = ids.map((id) => requireDeletable(ctx, byId.get(id)));
  if (first === undefined) throw new ServiceError("invalid_argument", "Name at least one collection.");
  if (others.some(({ organizationId }) => organizationId !== first.organizationId)) {
    throw new ServiceError(
      "failed_precondition",
      "All collections of a request must belong to one organization.",
    );
  }
  const { collections = 0, threads = 0, assets = 0, staying = 0 } = rows.planned[0] ?? {};
  const plan = {
    collectionIds: [...ids],
    goes: { collections, threads, assets },
    stays: { assets: staying },
  };
  if (isDryRun) return { deletionId: null, plan, staying: rows.staying };
  const deletionId = ctx.operationId;
  const lists = dropSubtreeClosure(db, rows.found);
  const ordered = enqueue(
    db,
    [
      ...ids.map((id) => ({
        kind: "access_reduced" as const,
        reduced: `collection/${id}` as const,
        after: null,
      })),
      { kind: "purge_collections", deletionId },
      ...lists.jobs,
    ],
    now,
  );
  const reread = enqueueResyncOfDeletion(db, deletionId, now);
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_own_all", holds: mayOwnAll(userOf(actor.id), ids) },
      ...lists.asserts,
      ...(others.length === 0 ? ifMatchAsserts(ctx, "collections", first) : []),
    ],
    writes: [
      ...lists.before,
      ...beginDeletion(db, { id: deletionId, organizationId: first.organizationId, plan }, actor.id, now),
      reread.statement,
      ...ordered.statements,
    ],
    audit: { organizationId: first.organizationId, targetId: deletionId },
    returning: { reread: reread.ordered },
  });
  ctx.runInline([...after.reread, ...ordered.rows]);
  return { deletionId, plan, staying: rows.staying };
}

function requireDeletable(ctx: Context, found: CollectionView | undefined): CollectionView {
  const collection = requireAction(found, "own", "collection");
  requireIfMatch(ctx, collection);
  if (collection.kind === "collection") return collection;
  throw new ServiceError("failed_precondition", "You cannot delete a collection that the service created.");
}
