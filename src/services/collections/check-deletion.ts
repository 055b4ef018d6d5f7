import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { type DeletionItem, findDeletion, selectItems } from "../../storage/d1/collections/deletions.ts";
import { auditDeletion } from "../../storage/d1/collections/deletion-audit.ts";
import { bytesOnDisk, type BytesOnDisk } from "./internal/bytes-on-disk.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** Maximum number of records to check per call, because each record needs a lookup in every store. */
const ITEMS_PER_CALL = 20;
const SHARD = 0;

export interface CheckDeletionInput {
  readonly deletionId: Id<"op">;
  /** The last record that the previous call checked. Null starts from the beginning. */
  readonly after: DeletionItem | null;
}

/** Data of a deleted record that still exists. */
export interface DeletionRemains extends DeletionItem {
  readonly store: "d1" | "r2" | "index" | "rooms";
  readonly count: number;
}

export interface DeletionCheck {
  readonly checked: number;
  readonly left: readonly DeletionRemains[];
  readonly disk: BytesOnDisk;
  /** Value of `after` for the next call. Null if the check is complete. */
  readonly next: DeletionItem | null;
}

/**
 * Checks D1, R2, the index and the rooms for remains of a deletion. Each call checks a limited number of
 * records.
 * @throws ServiceError `not_found`
 */
export async function checkDeletion(
  ctx: Context,
  { deletionId, after }: CheckDeletionInput,
): Promise<DeletionCheck> {
  const { db } = ctx;
  const { rows } = await readAsUser(ctx, {
    deletion: findDeletion(db, actorSql(ctx), deletionId),
    items: selectItems(db, deletionId, after, ITEMS_PER_CALL),
  });
  const deletion = rows.deletion[0];
  if (deletion === undefined) throw notFound("deletion");
  const items = rows.items.map(({ kind, targetId }) => ({ kind, targetId }));
  const removedAt = new Date(Math.max(0, ...rows.items.map((item) => item.removedAt ?? 0)));
  const inD1 = items.length === 0 ? [] : (await db.read({ left: auditDeletion(db, items) })).left;
  const elsewhere = await Promise.all(
    items.map(async (item) => await lookElsewhere(ctx, deletion.organizationId, item)),
  );
  const left = [
    ...items.map((item) => ({
      ...item,
      store: "d1" as const,
      count: inD1.find(({ id }) => id === item.targetId)?.count ?? 0,
    })),
    ...elsewhere.flat(),
  ].filter(({ count }) => count > 0);
  const disk = await bytesOnDisk(ctx, deletion.organizationId, removedAt);
  return {
    checked: items.length,
    left,
    disk,
    next: items.length < ITEMS_PER_CALL ? null : (items.at(-1) ?? null),
  };
}

async function lookElsewhere(
  { platform }: Context,
  organizationId: string,
  item: DeletionItem,
): Promise<DeletionRemains[]> {
  const { kind, targetId } = item;
  if (kind === "thread")
    return [{ ...item, store: "rooms", count: await platform.room(targetId).countStored() }];
  if (kind === "collection") return [];
  const { objects } = await platform.bucket.list({ prefix: `${organizationId}/${targetId}/` });
  const remains = await platform.index(organizationId, SHARD).countRemainingRows(targetId);
  return [
    { ...item, store: "r2", count: objects.length },
    { ...item, store: "index", count: remains },
  ];
}
