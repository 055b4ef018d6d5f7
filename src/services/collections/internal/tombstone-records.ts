import { requireAction } from "../../../domain/authorized.ts";
import { notFound, ServiceError } from "../../../domain/errors.ts";
import type { Id } from "../../../domain/ids.ts";
import { enqueue } from "../../../jobs/enqueue.ts";
import type { Job } from "../../../jobs/job.ts";
import { enqueueResync } from "../../../storage/d1/assets/threads-referencing.ts";
import { userOf } from "../../../storage/d1/core/access.ts";
import type { LinkKind } from "../../../storage/d1/collections/links.ts";
import {
  areOfVersions,
  findTombstoneTargets,
  mayChangeAll,
  orderUnfinished,
  recordsOf,
  restore,
  tombstone,
  type TombstoneTarget,
} from "../../../storage/d1/collections/tombstones.ts";
import { commit } from "../../../storage/d1/core/commit.ts";
import { insertAuditEvents } from "../../../storage/d1/service/audit.ts";
import { type Actor, actorSql, type Context, readAsUser } from "../../context/context.ts";
import { requireIfMatch } from "../../context/if-match.ts";

export type DeletionChange = "delete" | "restore";

export interface TombstoneInput {
  /** Ids of assets or threads, without duplicates. */
  readonly ids: readonly string[];
}

/**
 * Soft-deletes or restores records, all or none. Records that are already in the requested state stay
 * unchanged.
 * @returns the number of changed records
 * @throws ServiceError `not_found`, also for deleted records that the caller may not restore
 * @throws ServiceError `permission_denied`, `aborted` for `If-Match`
 */
export async function tombstoneOrRestoreRecords(
  ctx: Context,
  kind: LinkKind,
  change: DeletionChange,
  input: TombstoneInput,
): Promise<number> {
  const { actor, targets } = await readTargets(ctx, kind, input);
  const changed = targets.filter(({ isAlive }) => (isAlive === 1) === (change === "delete"));
  const [first, ...others] = changed;
  if (first === undefined) return 0;
  for (const target of changed) requireIfMatch(ctx, target);
  await write(ctx, actor, { kind, change, changed, first, others });
  return changed.length;
}

/**
 * Requires that the caller may delete and restore these records.
 * @throws the ServiceErrors of `tombstoneOrRestoreRecords`
 */
export async function requireDeletable(ctx: Context, kind: LinkKind, input: TombstoneInput): Promise<void> {
  await readTargets(ctx, kind, input);
}

async function readTargets(ctx: Context, kind: LinkKind, { ids }: TombstoneInput) {
  const { db, now } = ctx;
  const { actor, rows } = await readAsUser(ctx, {
    targets: findTombstoneTargets(db, actorSql(ctx), kind, ids, now),
  });
  const byId = new Map<string, TombstoneTarget>(rows.targets.map((target) => [target.id, target]));
  return { actor, targets: ids.map((id) => requireMay(byId.get(id), kind)) };
}

/**
 * Requires that the caller may delete and restore the record. Users who may not restore a deleted record
 * cannot see it.
 */
function requireMay(target: TombstoneTarget | undefined, kind: LinkKind): TombstoneTarget {
  if (target?.isAlive !== 1) {
    if (target?.may !== 1) throw notFound(kind);
    return target;
  }
  requireAction(target, "read", kind);
  if (target.may !== 1) throw new ServiceError("permission_denied", DENIED[kind]);
  return target;
}

const DENIED: Record<LinkKind, string> = {
  asset: 'You may read this asset, but not do this: it needs "write" on every collection that holds it.',
  thread:
    'You may read this thread, but not do this: it needs "write" on its home, and "own" where somebody else has made or deleted it.',
};

interface Written {
  readonly kind: LinkKind;
  readonly change: DeletionChange;
  readonly changed: readonly TombstoneTarget[];
  readonly first: TombstoneTarget;
  readonly others: readonly TombstoneTarget[];
}

async function write(
  ctx: Context,
  actor: Actor,
  { kind, change, changed, first, others }: Written,
): Promise<void> {
  const { db, now } = ctx;
  const ids = changed.map(({ id }) => id);
  const otherIds = others.map(({ id }) => id);
  const orders = enqueue(db, jobsOf(kind, change, ids), now);
  const ordered = kind === "asset" ? unfinishedJobs(ctx, change, ids) : [];
  const rows = await commit(actor.writer, {
    asserts: [
      {
        name: change === "delete" ? "may_delete" : "may_restore",
        holds: mayChangeAll(kind, userOf(actor.id), ids, change, now),
      },
      ...(ctx.ifMatch === null ? [] : [{ name: "if_match" as const, holds: areOfVersions(kind, changed) }]),
    ],
    writes: [
      change === "delete" ? tombstone(db, kind, ids, actor.id, now) : restore(db, kind, ids),
      ...(otherIds.length === 0 ? [] : [insertAuditEvents(actor.writer, recordsOf(kind, otherIds))]),
      ...orders.statements,
      ...ordered.map(({ statement }) => statement),
    ],
    audit: { organizationId: first.organizationId, targetId: first.id },
    returning: Object.fromEntries(ordered.map(({ ordered: rows }, at) => [`ordered${at}`, rows])),
  });
  ctx.runInline([...orders.rows, ...Object.values(rows).flat()]);
}

/**
 * Returns jobs that ask subscribers of threads with these assets to resync, and jobs that continue
 * interrupted processing.
 */
function unfinishedJobs({ db, now, operationId }: Context, change: DeletionChange, ids: readonly string[]) {
  const readAgain = enqueueResync(db, ids, operationId, now);
  return change === "delete" ? [readAgain] : [readAgain, orderUnfinished(db, ids, now)];
}

/** Returns jobs that notify the index of assets, or the rooms of deleted threads. */
function jobsOf(kind: LinkKind, change: DeletionChange, ids: readonly string[]): Job[] {
  if (kind === "asset") return ids.map((id) => ({ kind: "index_collections", assetId: id as Id<"asset"> }));
  return change === "restore"
    ? []
    : ids.map((id) => ({ kind: "thread_deleted", threadId: id as Id<"thread"> }));
}
