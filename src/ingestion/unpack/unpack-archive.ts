import { CommitConflict } from "../../domain/conflicts.ts";
import { MAX_DEPTH, MAX_COLLECTIONS_PER_ORGANIZATION } from "../../domain/collection.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { ARCHIVE } from "../../domain/archive.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import {
  findUnpackingTarget,
  hasNoCollection,
  selectUncreatedEntries,
  enqueueStarts,
  setArchiveCollection,
  planArchiveEntries,
  startEntries,
} from "../../storage/d1/assets/archive-entries.ts";
import { isOfRun } from "../../storage/d1/assets/processing.ts";
import { hasCapacityBelow, insertCollection } from "../../storage/d1/collections/insert.ts";
import { mayOnCollection, userOf } from "../../storage/d1/core/access.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { sourceBytes } from "../source-bytes.ts";
import { type Changes, entryCountOf, type PipelineRun } from "../pipeline-run.ts";
import type { Unpacking } from "../extraction/sandbox-client.ts";
import { StaleRun } from "../stale-run.ts";
import { createEntries } from "./create-entries.ts";

const NESTED_ARCHIVE =
  "The service does not unpack archives from other archives. Upload this archive separately.";
const NO_PLACE =
  "The service cannot unpack this archive, because its creator may not create a collection here. Unpack it and upload the files.";

/**
 * Creates assets from the files of an archive. Idempotent: skips a file whose asset exists or was deleted.
 * @throws ExtractionError, SandboxBusy, StaleRun, or any storage error
 */
export async function unpackArchive(run: PipelineRun, asset: AssetRow): Promise<Changes> {
  const { deps } = run;
  const count = entryCountOf(run);
  if (count === 0) return {};
  const note = await unpack(run, asset);
  if (note !== "") return { kept: { isUnpacked: true, note } };
  const now = new Date();
  const { statements, orders } = startEntries(deps.db, asset.id, ARCHIVE.parallelStarts, now);
  const late = enqueueStarts(deps.db, asset.id, laterStarts(count, now));
  return { progress: { steps: {}, statements: [...statements, late], orders }, kept: { isUnpacked: true } };
}

/** @returns the reason why the archive was not unpacked, as a sentence for users; "" if it was unpacked */
async function unpack(run: PipelineRun, asset: AssetRow): Promise<string> {
  const { deps, source, clock } = run;
  const { contentType, originalFileName, organizationId } = asset;
  if (asset.parentId !== null) return NESTED_ARCHIVE;
  const { place } = await deps.db.read({ place: findUnpackingTarget(deps.db, asset) });
  const { collectionId = null, parentId = null } = place[0] ?? {};
  const bytes = source ?? (async () => await sourceBytes(deps.bucket, asset));
  const unpacking = await deps.sandbox.unpack(
    { bytes, contentType, originalFileName },
    organizationId,
    clock,
  );
  try {
    const isPlaced = collectionId !== null || (await makePlace(run, asset, parentId));
    return isPlaced && (await fill(run, asset, unpacking)) ? "" : NO_PLACE;
  } finally {
    await unpacking.cancel();
  }
}

/**
 * Creates the collection for the archive's files.
 * @returns whether the collection exists now
 */
async function makePlace(
  { deps }: PipelineRun,
  asset: AssetRow,
  parentId: Id<"col"> | null,
): Promise<boolean> {
  if (parentId === null) return false;
  const { id, organizationId, createdBy, displayName } = asset;
  const { db, now, ...writer } = deps.writer();
  const parent = { id: parentId, organizationId };
  const collectionId = newId("col");
  const label = displayName.slice(0, ARCHIVE.labelChars).toWellFormed();
  try {
    await commit(
      { db, now, ...writer },
      {
        asserts: [
          { name: "run_owns_asset", holds: isOfRun(asset) },
          { name: "not_unpacked_yet", holds: hasNoCollection(id) },
          { name: "may_write_parent", holds: mayOnCollection(userOf(createdBy), parentId, "write") },
          ...hasCapacityBelow(parent, { depth: MAX_DEPTH, collections: MAX_COLLECTIONS_PER_ORGANIZATION }),
        ],
        writes: [
          ...insertCollection(
            db,
            { id: collectionId, label, description: "", icon: "", parent },
            createdBy,
            now,
          ),
          setArchiveCollection(db, id, collectionId),
        ],
        audit: { organizationId, targetId: collectionId },
      },
    );
    return true;
  } catch (error) {
    if (error instanceof CommitConflict) return placeRefused(error);
    throw error;
  }
}

/**
 * @returns false if the parent collection is full
 * @throws StaleRun, or the conflict if a concurrent attempt created the collection
 */
function placeRefused(conflict: CommitConflict): boolean {
  if (conflict.assertion === "run_owns_asset") throw new StaleRun(conflict.message);
  if (conflict.assertion === "not_unpacked_yet") throw conflict;
  return false;
}

async function fill({ deps }: PipelineRun, asset: AssetRow, unpacking: Unpacking): Promise<boolean> {
  const paths = unpacking.files.map(({ path }) => path);
  await deps.db.write([planArchiveEntries(deps.db, asset.id, paths)]);
  const { unmade } = await deps.db.read({ unmade: selectUncreatedEntries(deps.db, asset.id) });
  return await createEntries(
    deps,
    asset,
    unpacking,
    new Map(unmade.map(({ path, assetId }) => [path, assetId])),
  );
}

/** Returns fallback start times, for entries that no other entry starts when it ends. */
function laterStarts(count: number, now: Date): Date[] {
  const { delayedStarts, delayMs } = ARCHIVE;
  return Array.from(
    { length: Math.ceil(count / delayedStarts) },
    (_, at) => new Date(now.getTime() + (at + 2) * delayMs),
  );
}
