import { sql } from "drizzle-orm";
import { requireAction } from "../domain/authorized.ts";
import { ServiceError } from "../domain/errors.ts";
import type { Id } from "../domain/ids.ts";
import { mayOnCollection } from "../storage/d1/access-sql.ts";
import { findCollection } from "../storage/d1/collection-store.ts";
import { commit } from "../storage/d1/commit.ts";
import {
  areHeldElsewhere,
  areLinked,
  deleteLinks,
  findLinkTargets,
  type LinkKind,
  type LinkTarget,
  touchLinked,
} from "../storage/d1/link-store.ts";
import { putOutboxes } from "../storage/d1/outbox-store.ts";
import { orderRechecks } from "../storage/d1/presence-store.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";
import { indexDeliveries } from "./link-records.ts";
import { deliverSoon } from "./outbox.ts";

export interface UnlinkInput {
  readonly kind: LinkKind;
  readonly collectionId: Id<"col">;
  /** Assets or threads, each once. */
  readonly ids: readonly string[];
}

/**
 * Takes assets or threads out of a collection that the caller may write. What is not linked there stays as it is.
 * @throws ServiceError `not_found`, `permission_denied`; `failed_precondition` for an asset's last collection and a thread's home
 */
export async function unlinkRecords(ctx: Context, input: UnlinkInput): Promise<{ eventKey: string }> {
  const { db, now } = ctx;
  const { kind, collectionId, ids } = input;
  const viewer = actorSql(ctx);
  const { actor, rows } = await readAsUser(ctx, {
    collection: findCollection(db, viewer, collectionId),
    targets: findLinkTargets(db, viewer, kind, ids, collectionId),
  });
  const collection = requireAction(rows.collection[0], "write", "collection");
  const linked = requireUnlinkable(input, rows.targets);
  if (linked.length === 0) return { eventKey: "" };
  const deliveries = kind === "asset" ? indexDeliveries(linked) : [];
  const { eventKey, rows: after } = await commit(actor.writer, {
    asserts: [
      { name: "may_write", holds: mayOnCollection(sql`${actor.id}`, sql`${collection.id}`, "write") },
      { name: "still_linked", holds: areLinked(kind, collection.id, linked, linked.length) },
      ...(kind === "asset" ? [{ name: "held_elsewhere", holds: areHeldElsewhere(kind, linked, collection.id) }] : []),
    ],
    statements: [
      deleteLinks(db, kind, collection.id, linked),
      touchLinked(db, kind, linked, actor.id, now),
      putOutboxes(db, deliveries, now),
    ],
    event: { organizationId: collection.organizationId, targetId: collection.id },
    reads: { rechecks: orderRechecks(db, kind === "thread" ? linked.map((id) => `thread/${id}` as const) : [], now) },
  });
  for (const delivery of [...deliveries, ...after.rechecks]) deliverSoon(ctx, delivery);
  return { eventKey };
}

/** @throws ServiceError `not_found`, `permission_denied` */
export async function requireWritableCollection(ctx: Context, input: { collectionId: Id<"col"> }): Promise<void> {
  const { rows } = await readAsUser(ctx, { collection: findCollection(ctx.db, actorSql(ctx), input.collectionId) });
  requireAction(rows.collection[0], "write", "collection");
}

/** @returns the ids that are linked there */
function requireUnlinkable({ kind, collectionId, ids }: UnlinkInput, found: readonly LinkTarget[]): string[] {
  const byId = new Map(found.map((target) => [target.id, target]));
  return ids.flatMap((id) => {
    const target = requireAction(byId.get(id), "read", kind);
    if (target.homeId === collectionId) throw new ServiceError("failed_precondition", "A thread stays in its home collection.");
    if (target.joinId === null) return [];
    if (kind === "thread" || target.others > 0) return [id];
    throw new ServiceError("failed_precondition", "An asset's last collection cannot be unlinked.");
  });
}
