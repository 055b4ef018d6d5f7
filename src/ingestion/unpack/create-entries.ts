import { ARCHIVE } from "../../domain/archive.ts";
import { objectKeys } from "../../domain/asset.ts";
import { CommitConflict } from "../../domain/conflicts.ts";
import type { Id } from "../../domain/ids.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import { YieldTimer } from "../../jobs/yield-timer.ts";
import { insertEntries, mayUnpack, type NewEntry } from "../../storage/d1/assets/archive-entries.ts";
import { isOfRun } from "../../storage/d1/assets/processing.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import { putPieces } from "../../storage/r2/put-pieces.ts";
import type { PipelineDependencies } from "../pipeline-dependencies.ts";
import { SandboxBusy } from "../extraction/sandbox-busy.ts";
import type { Unpacking } from "../extraction/sandbox-client.ts";
import { StaleRun } from "../stale-run.ts";

/**
 * Stores the content of each file and creates the assets in batches.
 * @param unmade the assets to create, by file path
 * @returns false if the user may no longer write to the collection
 * @throws ExtractionError, StaleRun
 */
export async function createEntries(
  deps: PipelineDependencies,
  asset: AssetRow,
  unpacking: Unpacking,
  unmade: ReadonlyMap<string, Id<"asset">>,
): Promise<boolean> {
  let [batch, bytes, left]: [NewEntry[], number, number] = [[], 0, unmade.size];
  const turns = new YieldTimer();
  for (const { path, contentType } of unpacking.files) {
    if (left === 0) break;
    const { length, content } = await unpacking.next();
    const id = unmade.get(path);
    if (id === undefined) continue;
    left -= 1;
    if (length > ARCHIVE.spaceCheckBytes && !(await deps.hasSpace(length)))
      throw new SandboxBusy("the disk is nearly full");
    const objectKey = objectKeys.original(asset.organizationId, id);
    const { etag } = await putPieces(deps.bucket, objectKey, content, {
      length,
      httpMetadata: { contentType },
    });
    const originalFileName = path.slice(path.lastIndexOf("/") + 1);
    batch.push({
      id,
      displayName: path,
      originalFileName,
      contentType,
      objectKey,
      objectEtag: etag,
      fileSize: length,
    });
    bytes += length;
    if (batch.length < ARCHIVE.entriesPerCommit && bytes < ARCHIVE.bytesPerCommit && left > 0) continue;
    if (!(await keep(deps, asset, batch))) return false;
    [batch, bytes] = [[], 0];
    await turns.yield();
  }
  return true;
}

async function keep(
  { writer: writerNow }: PipelineDependencies,
  asset: AssetRow,
  members: readonly NewEntry[],
): Promise<boolean> {
  const writer = writerNow();
  const bytes = members.reduce((sum, { fileSize }) => sum + fileSize, 0);
  try {
    await commit(writer, {
      asserts: [
        { name: "run_owns_asset", holds: isOfRun(asset) },
        { name: "may_write", holds: mayUnpack(asset) },
      ],
      writes: insertEntries(writer.db, asset.id, members, writer.now),
      audit: {
        organizationId: asset.organizationId,
        targetId: asset.id,
        usage: { userId: asset.createdBy, assets: members.length, bytes },
      },
    });
    return true;
  } catch (error) {
    if (!(error instanceof CommitConflict)) throw error;
    if (error.assertion === "may_write") return false;
    throw error.assertion === "run_owns_asset" ? new StaleRun(error.message) : error;
  }
}
