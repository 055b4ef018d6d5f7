import { deletionPlan, type DeletionPlan } from "../../domain/deletion.ts";
import { notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { findDeletion, type RemovedOfKind, sumItems } from "../../storage/d1/collections/deletions.ts";
import { hasIndexRemains } from "./internal/bytes-on-disk.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

export interface DeletionReceipt {
  readonly id: string;
  readonly organizationId: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly plan: DeletionPlan;
  /** Number of records found and removed so far, by kind. */
  readonly removed: readonly RemovedOfKind[];
  /**
   * Time at which the last record was removed. Null while the index contains a row or term of the deleted
   * records. It does not cover free pages and logs on disk, which `checkDeletion` examines.
   */
  readonly finishedAt: Date | null;
}

/**
 * Returns the receipt of a deletion, for its requester and the owners of the organization.
 * @throws ServiceError `not_found`
 */
export async function getDeletion(
  ctx: Context,
  { deletionId }: { readonly deletionId: Id<"op"> },
): Promise<DeletionReceipt> {
  const { db } = ctx;
  const { rows } = await readAsUser(ctx, {
    deletion: findDeletion(db, actorSql(ctx), deletionId),
    removed: sumItems(db, deletionId),
  });
  const deletion = rows.deletion[0];
  if (deletion === undefined) throw notFound("deletion");
  const last = Math.max(0, ...rows.removed.map(({ removedAt }) => removedAt ?? 0));
  const isFinished =
    rows.removed.every(({ left }) => left === 0) && !(await hasIndexRemains(ctx, deletion.organizationId));
  return {
    ...deletion,
    plan: deletionPlan.parse(JSON.parse(deletion.plan)),
    removed: rows.removed,
    finishedAt: isFinished ? new Date(last) : null,
  };
}
