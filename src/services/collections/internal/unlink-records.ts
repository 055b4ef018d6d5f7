import { requireAction } from "../../../domain/authorized.ts";
import { ServiceError } from "../../../domain/errors.ts";
import type { Id } from "../../../domain/ids.ts";
import { mayOnCollection, userOf } from "../../../storage/d1/core/access.ts";
import { findCollection } from "../../../storage/d1/collections/collections.ts";
import { commit } from "../../../storage/d1/core/commit.ts";
import {
  areHeldElsewhere,
  areLinked,
  deleteLinks,
  type LinkKind,
  type LinkTarget,
  touchLinked,
} from "../../../storage/d1/collections/links.ts";
import { enqueueRechecks } from "../../../storage/d1/threads/presence.ts";
import { actorSql, type Context, readAsUser } from "../../context/context.ts";
import { indexJobs, type LinkInput, readLinkTargets } from "./link-records.ts";
import { enqueue } from "../../../jobs/enqueue.ts";

export type UnlinkInput = Pick<LinkInput, "collectionId" | "ids">;

/**
 * Unlinks assets or threads from a collection on which the caller has `write`. Ignores records that are not
 * linked into it.
 * @returns the number of removed links
 * @throws ServiceError `not_found`, `permission_denied`, `failed_precondition` for the last collection of an
 * asset and the home of a thread
 */
export async function unlinkRecords(ctx: Context, kind: LinkKind, input: UnlinkInput): Promise<number> {
  const { db, now } = ctx;
  const { actor, rows } = await readLinkTargets(ctx, kind, input);
  const collection = requireAction(rows.collection[0], "write", "collection");
  const linked = requireUnlinkable(kind, input, rows.targets);
  if (linked.length === 0) return 0;
  const indexed = enqueue(db, kind === "asset" ? indexJobs(linked) : [], now);
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_write", holds: mayOnCollection(userOf(actor.id), collection.id, "write") },
      { name: "still_linked", holds: areLinked(kind, collection.id, linked, linked.length) },
      ...(kind === "asset"
        ? [{ name: "held_elsewhere" as const, holds: areHeldElsewhere(kind, linked, collection.id) }]
        : []),
    ],
    writes: [
      deleteLinks(db, kind, collection.id, linked),
      touchLinked(db, kind, linked, actor.id, now),
      ...indexed.statements,
    ],
    audit: {
      organizationId: collection.organizationId,
      targetId: collection.id,
      changes: { unlinked: linked },
    },
    returning: {
      rechecks: enqueueRechecks(
        db,
        kind === "thread" ? linked.map((id) => `thread/${id}` as const) : [],
        now,
      ),
    },
  });
  ctx.runInline([...indexed.rows, ...after.rechecks]);
  return linked.length;
}

/** @throws ServiceError `not_found`, `permission_denied` */
export async function requireWritableCollection(
  ctx: Context,
  input: { collectionId: Id<"col"> },
): Promise<void> {
  const { rows } = await readAsUser(ctx, {
    collection: findCollection(ctx.db, actorSql(ctx), input.collectionId),
  });
  requireAction(rows.collection[0], "write", "collection");
}

/** @returns the ids that are linked into the collection */
function requireUnlinkable(
  kind: LinkKind,
  { collectionId, ids }: UnlinkInput,
  found: readonly LinkTarget[],
): string[] {
  const byId = new Map(found.map((target) => [target.id, target]));
  return ids.flatMap((id) => {
    const target = requireAction(byId.get(id), "read", kind);
    if (target.homeId === collectionId)
      throw new ServiceError("failed_precondition", "A thread cannot leave its home collection.");
    if (target.joinId === null) return [];
    if (kind === "thread" || target.others > 0) return [id];
    throw new ServiceError("failed_precondition", "An asset cannot leave its last collection.");
  });
}
