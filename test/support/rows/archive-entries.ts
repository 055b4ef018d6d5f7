import { vi } from "vitest";
import { runDueJobs } from "../../../src/jobs/run-due-jobs.ts";
import { platformOf } from "../../../src/platform.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { type Id, idFromBytes } from "../../../src/domain/ids.ts";
import { finishProcessing } from "../http/assets.ts";
import { testEnv } from "../setup/env.ts";
import { call } from "../http/call.ts";
import type { Person } from "../http/person.ts";

export interface EntryRow {
  readonly id: Id<"asset">;
  readonly display_name: string;
  readonly original_file_name: string;
  readonly content_type: string;
  readonly lifecycle_state: string;
  readonly created_by: string;
  readonly file_size: number;
  readonly object_key: string;
}

/** The assets of the archive's entries, in archive order. */
export async function archiveEntriesOf(archiveId: string): Promise<EntryRow[]> {
  const select = `SELECT a.* FROM archive_members m CROSS JOIN assets a ON a.id = m.asset_id WHERE m.parent_id = ? ORDER BY m.position`;
  return (await testEnv.DB.prepare(select).bind(archiveId).all<EntryRow>()).results;
}

/** Waits until all entries of an archive are processed. */
export async function finishEntries(archiveId: string): Promise<void> {
  const isOpen = ({ lifecycle_state: state }: EntryRow): boolean =>
    state === "processing" || state === "uploaded";
  const settle = async (): Promise<boolean> => {
    // Runs the due jobs that the pipelines enqueued.
    await runDueJobs(createDatabase(testEnv.DB), platformOf(testEnv), new Date());
    const open = (await archiveEntriesOf(archiveId)).filter(isOpen);
    for (const { id, lifecycle_state: state } of open) if (state === "processing") await finishProcessing(id);
    return open.length === 0;
  };
  await vi.waitUntil(settle, { timeout: 30_000, interval: 10 });
}

/** The row of the person's collection with that name, or null. */
export async function collectionNamed(
  person: Person,
  label: string,
): Promise<Record<string, unknown> | null> {
  const select = "SELECT * FROM collections WHERE organization_id = ? AND label = ?";
  return await testEnv.DB.prepare(select).bind(person.organizationId, label).first();
}

/** The asset's record, with its own ids as text. */
export async function recordOf(person: Person, assetId: string) {
  const found = await call("getAsset", { token: person.token, params: { assetID: assetId } });
  if (found.status !== 200) throw new Error(found.body.message);
  const { id, parentAssetId, collectionIds, ...record } = found.body.data;
  return {
    ...record,
    id: idFromBytes("asset", id),
    parentAssetId: parentAssetId === null ? null : idFromBytes("asset", parentAssetId),
    collectionIds: collectionIds.map((each: number[]) => idFromBytes("col", each)),
  };
}
