import { CommitConflict } from "../../domain/conflicts.ts";
import type { Id } from "../../domain/ids.ts";
import {
  type ImportCounts,
  importCounts,
  importParts,
  type ImportProgress,
  importProgress,
  IMPORT_TTL_MS,
  ImportRejected,
} from "../../domain/import.ts";
import { isTooBig } from "../../domain/retry-policy.ts";
import type { QuotaRequest, Quotas, PlannedUsage } from "../../domain/quota.ts";
import { tombstone } from "../../storage/d1/collections/tombstones.ts";
import { commit, type Writer } from "../../storage/d1/core/commit.ts";
import {
  dropHiddenThreads,
  dropTextsWithoutAsset,
  selectRowless,
} from "../../storage/d1/service/imported-rows.ts";
import {
  findImportRow,
  findTenant,
  type ImportRow,
  moveImport,
  sliceAsserts,
} from "../../storage/d1/service/imports.ts";
import { quotaAssertions, quotaRejection } from "../../storage/d1/service/quotas.ts";
import { StoredZip } from "../../storage/r2/stored-zip.ts";
import { checkArchives } from "../import/check-archives.ts";
import { discardAssets } from "../import/discard-assets.ts";
import { ImportedIds } from "../import/imported-ids.ts";
import { readRecords } from "../import/read-records.ts";
import { nextSlice } from "../import/write-slice.ts";
import type { JobContext } from "../job-context.ts";
import type { Job, JobOf } from "../job.ts";

/**
 * The runner executes eight steps per request, and a request may make 10,000 calls. A typical file takes
 * about 16 calls.
 */
const SLICES_PER_STEP = 2;

/**
 * Imports archives, a few slices per run. A slice is one batch that asserts its position, so a repeated or
 * concurrent run writes nothing twice.
 */
export async function handleImportOrganization(
  ctx: JobContext,
  job: JobOf<"import_organization">,
): Promise<Job | null> {
  for (let slice = 0; slice < SLICES_PER_STEP; slice += 1) {
    const { found } = await ctx.db.read({ found: findImportRow(ctx.db, job.importId) });
    const [row] = found;
    if (row === undefined) return null;
    if (row.finishedAt !== null) {
      // The run that abandoned the import may have been terminated before its cleanup.
      await discardStored(ctx, row, []);
      return null;
    }
    await doSlice(ctx, row, new Date());
    await ctx.yieldTimer.yield();
  }
  return job;
}

async function doSlice(ctx: JobContext, row: ImportRow, now: Date): Promise<void> {
  const stored: Id<"asset">[] = [];
  try {
    if (now.getTime() - row.requestedAt.getTime() > IMPORT_TTL_MS)
      throw new ImportRejected("The import did not end within a week.");
    await (row.state === "checking" ? check(ctx, row, now) : write(ctx, row, now, stored));
  } catch (error) {
    const reason = reasonOf(error);
    // If the reason is null, a concurrent run has written or abandoned the same slice.
    if (reason !== null) await giveUp(ctx, row, reason, now);
    await discardStored(ctx, row, stored);
  }
}

/**
 * After a failed import, removes the stored data of assets without a D1 row from the index and the bucket.
 */
async function discardStored(
  ctx: JobContext,
  { id, organizationId }: ImportRow,
  stored: readonly Id<"asset">[],
): Promise<void> {
  const { db } = ctx;
  const { found } = await db.read({ found: findImportRow(db, id) });
  const [row] = found;
  if (row?.state !== "failed") return;
  const { assetId } = importProgress.parse(JSON.parse(row.progress)).open;
  const assetIds = assetId === null ? stored : [...stored, assetId];
  if (assetIds.length === 0) return;
  const { rowless } = await db.read({ rowless: selectRowless(db, assetIds) });
  const forgotten = rowless.map((each) => each.id);
  await discardAssets(ctx, organizationId, forgotten);
}

/**
 * The reason for a permanent failure; null if the import can continue.
 * @throws the error itself if a retry may succeed
 */
function reasonOf(error: unknown): string | null {
  if (error instanceof ImportRejected) return error.message;
  if (isTooBig(error)) return "The archive has a record that is too large for the database.";
  if (!(error instanceof CommitConflict)) throw error;
  switch (error.assertion) {
    case "import_as_seen":
      return null;
    case "may_own":
    case "user_active":
      return "The user who started the import no longer owns the organization.";
    case "organization_has_room":
      return "The archive has more collections than the organization can hold.";
    case "named_is_here":
      return "Somebody deleted a collection during the import.";
    case "thread":
      return "Somebody deleted a thread during the import.";
    case null:
      return "The archive has a record twice.";
    default:
      throw error;
  }
}

function askingOf({ quotas, organizationId }: ImportRow, using: PlannedUsage, now: Date): QuotaRequest {
  return { quotas: JSON.parse(quotas) as Quotas, organizationId, using, now };
}

/** The writer acts as the user who requested the import. */
function writerOf({ db }: JobContext, { id, requestedBy }: ImportRow, now: Date): Writer {
  return { db, now, actorId: requestedBy, operation: "importOrganization", operationId: id };
}

function eventsOf({ platform }: JobContext, row: ImportRow, { cursor }: ImportProgress) {
  const parts = importParts.parse(JSON.parse(row.parts));
  return {
    parts,
    events: readRecords(
      parts.length,
      async (part) => await StoredZip.open(platform.bucket, parts[part]!),
      cursor,
    ),
  };
}

async function check(ctx: JobContext, row: ImportRow, now: Date): Promise<void> {
  const { db } = ctx;
  const before = importProgress.parse(JSON.parse(row.progress));
  const { parts, events } = eventsOf(ctx, row, before);
  const { progress, sourceId, isOver } = await checkArchives(events, before, row.sourceId, parts.length);
  // The first slice checks the quotas for the whole import, and every later slice checks them again.
  const asking = askingOf(row, isOver ? progress.uses : {}, now);
  const state = isOver ? ("importing" as const) : row.state;
  await commit(writerOf(ctx, row, now), {
    asserts: [...sliceAsserts(row), ...quotaAssertions(asking)],
    writes: [moveImport(db, row, { state, sourceId, progress: JSON.stringify(progress) })],
    audit: { organizationId: row.organizationId, targetId: row.id, changes: { state } },
  }).catch(unlessExhausted(db, asking));
}

/**
 * Converts a batch rejected by a quota into a rejected import.
 * @throws ImportRejected if a quota rejected the batch, otherwise the error itself
 */
function unlessExhausted(db: JobContext["db"], asking: QuotaRequest): (error: unknown) => Promise<never> {
  return async (error) => {
    const refusal = await quotaRejection(db, error, asking);
    throw refusal === null ? error : new ImportRejected(refusal.message);
  };
}

/** @param stored collects the assets whose data this call stores */
async function write(ctx: JobContext, row: ImportRow, now: Date, stored: Id<"asset">[]): Promise<void> {
  const { db, platform } = ctx;
  const { id, organizationId, requestedBy } = row;
  const before = importProgress.parse(JSON.parse(row.progress));
  const { parts, events } = eventsOf(ctx, row, before);
  const { tenant } = await db.read({ tenant: findTenant(db, organizationId) });
  const tenantId = tenant[0]?.tenantId;
  if (tenantId === undefined) throw new ImportRejected("The organization no longer exists.");
  const ids = new ImportedIds(id, requestedBy, before.mapped);
  const target = { organizationId, tenantId };
  const onAsset = (assetId: Id<"asset">): void => void stored.push(assetId);
  const slice = await nextSlice({ db, platform, ids, importId: id, target, now, onAsset }, events, before);
  const { progress, added, asserts, writes, usage, isOver } = slice;
  const ends = isOver ? { state: "done" as const, finishedAt: now } : {};
  const counts = sum(importCounts.parse(JSON.parse(row.counts)), added);
  const partIds = parts.map(({ assetId }) => assetId);
  const asking = askingOf(row, usage, now);
  await commit(writerOf(ctx, row, now), {
    asserts: [...sliceAsserts(row), ...asserts, ...quotaAssertions(asking)],
    writes: [
      ...writes,
      moveImport(db, row, { ...ends, progress: JSON.stringify(progress), counts: JSON.stringify(counts) }),
      ...(isOver ? [tombstone(db, "asset", partIds, requestedBy, now)] : []),
    ],
    audit: {
      organizationId,
      targetId: id,
      changes: { state: isOver ? "done" : "importing", ...added },
      usage,
    },
  }).catch(unlessExhausted(db, asking));
}

function sum(one: ImportCounts, other: ImportCounts): ImportCounts {
  const counters = Object.keys(one) as (keyof ImportCounts)[];
  return Object.fromEntries(counters.map((name) => [name, one[name] + other[name]])) as ImportCounts;
}

/**
 * Marks the import as failed and purges its hidden threads. Does nothing if a concurrent run has continued
 * the import.
 */
async function giveUp(ctx: JobContext, row: ImportRow, failureReason: string, now: Date): Promise<void> {
  const { db } = ctx;
  const { id, organizationId, requestedBy } = row;
  const [isNext] = sliceAsserts(row);
  const { open } = importProgress.parse(JSON.parse(row.progress));
  try {
    await commit(writerOf(ctx, row, now), {
      asserts: [isNext!],
      writes: [
        moveImport(db, row, { state: "failed", failureReason, finishedAt: now }),
        dropHiddenThreads(db, { organizationId }, requestedBy, now),
        ...(open.assetId === null ? [] : [dropTextsWithoutAsset(db, open.assetId)]),
      ],
      audit: { organizationId, targetId: id, changes: { state: "failed" } },
    });
  } catch (error) {
    if (!(error instanceof CommitConflict)) throw error;
  }
}
