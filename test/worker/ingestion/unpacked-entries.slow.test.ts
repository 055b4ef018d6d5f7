import { describe, expect, test, vi } from "vitest";
import { addReadyAsset, finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { makeZip } from "../../support/fixtures/documents/make-docx.ts";
import { runAllJobs, purgeNow, restore, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { insertEntries } from "../../../src/storage/d1/assets/archive-entries.ts";
import {
  finishEntries,
  collectionNamed,
  archiveEntriesOf,
  recordOf,
} from "../../support/rows/archive-entries.ts";

const NOTE = "The brass lantern of Marrow mill burns whale oil.";
const ZIP = { name: "trip.zip", contentType: "application/zip" };

const asked = async (person: Person, query: string): Promise<string[]> => {
  const found = await call("POST", "/v1/search", { token: person.token, body: { query, limit: 5 } });
  return found.body.data.passages.map(({ text }: { text: string }) => text);
};

describe("archive entries", () => {
  const many = (count: number) =>
    makeZip(
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `${String(at).padStart(3, "0")}.txt`,
          `Entry ${at} of the log.`,
        ]),
      ),
    );
  const states = async (assetId: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      Object.entries(
        Object.groupBy(await archiveEntriesOf(assetId), ({ lifecycle_state }) => lifecycle_state),
      ).map(([state, rows]) => [state, rows?.length ?? 0]),
    );

  test("entries start four at a time, and the end of one entry starts the next", async () => {
    const ada = await signUp();
    // A sandbox that does not run, so that the pipelines of the entries wait.
    const assetId = await upload(ada, ada.personalId, many(12), ZIP);
    await notify(ada, assetId);
    await finishProcessing(assetId);
    const begun = async () =>
      await testEnv.DB.prepare("SELECT count(*) AS n FROM archive_members WHERE parent_id = ? AND waits = 0")
        .bind(assetId)
        .first<number>("n");
    expect(await begun()).toBeGreaterThanOrEqual(4);
    await finishEntries(assetId);
    expect([await states(assetId), await begun()]).toEqual([{ ready: 12 }, 12]);
  });

  test("delayed jobs start entries that missed their start", async () => {
    const ada = await signUp();
    const assetId = await addReadyAsset(ada, ada.personalId, many(11), ZIP);
    await finishEntries(assetId);
    // Simulates lost starts: the last entries wait, and no entry is in progress.
    await testEnv.DB.prepare(
      "UPDATE assets SET lifecycle_state = 'uploaded' WHERE id IN (SELECT asset_id FROM archive_members WHERE parent_id = ? AND position >= 3)",
    )
      .bind(assetId)
      .run();
    await testEnv.DB.prepare("UPDATE archive_members SET waits = 1 WHERE parent_id = ? AND position >= 3")
      .bind(assetId)
      .run();
    const jobs = await testEnv.DB.prepare(
      "SELECT due_at FROM outbox WHERE kind = 'start_members' AND target_id = ? ORDER BY due_at",
    )
      .bind(assetId)
      .all<{ due_at: number }>();
    expect(
      jobs.results.map(({ due_at }, at) => (at === 0 ? 0 : due_at - jobs.results[at - 1]!.due_at)),
    ).toEqual([0, 60_000]);
    await runAllJobs();
    await finishEntries(assetId);
    expect(await states(assetId)).toEqual({ ready: 11 });
  });

  test("repeated processing creates each entry once, and creates a purged entry again", async () => {
    const ada = await signUp();
    const assetId = await addReadyAsset(ada, ada.personalId, many(6), ZIP);
    await finishEntries(assetId);
    const before = await archiveEntriesOf(assetId);
    await tombstone(ada, "asset", [before[0]!.id, before[1]!.id]);
    await purgeNow(before[1]!.id);
    const again = await call("POST", `/v1/assets/${assetId}/reprocess`, { token: ada.token });
    expect(again.status).toBe(200);
    await finishProcessing(assetId);
    await finishEntries(assetId);
    const after = await archiveEntriesOf(assetId);
    expect(after.map(({ display_name, lifecycle_state }) => [display_name, lifecycle_state])).toEqual([
      ["000.txt", "deleted"],
      ...[1, 2, 3, 4, 5].map((at) => [`00${at}.txt`, "ready"]),
    ]);
    expect(after.map(({ id }) => id).filter((id) => before.some((row) => row.id === id))).toHaveLength(5);
    const { results } = await testEnv.DB.prepare(
      "SELECT id FROM collections WHERE organization_id = ? AND label = 'trip.zip'",
    )
      .bind(ada.organizationId)
      .all();
    expect(results).toHaveLength(1);
  });

  test("entries stay unchanged if another user processes the archive, even unlinked entries", async () => {
    const ada = await signUp();
    const assetId = await addReadyAsset(ada, ada.personalId, many(2), ZIP);
    await finishEntries(assetId);
    const made = await archiveEntriesOf(assetId);
    await testEnv.DB.prepare("DELETE FROM asset_collections WHERE asset_id = ?").bind(made[0]!.id).run();
    const db = createDatabase(testEnv.DB);
    const again = made.map(
      ({ id, display_name, original_file_name, content_type, object_key, file_size }) => ({
        id,
        displayName: `again ${display_name}`,
        originalFileName: original_file_name,
        contentType: content_type,
        objectKey: object_key,
        objectEtag: "other",
        fileSize: file_size,
      }),
    );
    await db.write(insertEntries(db, assetId, again, new Date()));
    expect((await archiveEntriesOf(assetId)).map(({ display_name }) => display_name)).toEqual([
      "000.txt",
      "001.txt",
    ]);
    const { results } = await testEnv.DB.prepare(
      "SELECT asset_id FROM asset_collections WHERE asset_id IN (?, ?)",
    )
      .bind(made[0]!.id, made[1]!.id)
      .all();
    expect(results).toEqual([{ asset_id: made[1]!.id }]);
  });

  test("entries stay after the deletion of their archive, and show it again only after a restore", async () => {
    const ada = await signUp();
    const assetId = await addReadyAsset(ada, ada.personalId, makeZip({ "lantern.txt": NOTE }), ZIP);
    await finishEntries(assetId);
    const [member] = await archiveEntriesOf(assetId);
    await tombstone(ada, "asset", [assetId]);
    expect(await recordOf(ada, member!.id)).toMatchObject({ lifecycleState: "ready", parentAssetId: null });
    await restore(ada, "asset", [assetId]);
    expect((await recordOf(ada, member!.id)).parentAssetId).toEqual(assetId);
    await tombstone(ada, "asset", [assetId]);
    await purgeNow(assetId);
    expect(await recordOf(ada, member!.id)).toMatchObject({ lifecycleState: "ready", parentAssetId: null });
    expect(
      await testEnv.DB.prepare("SELECT parent_id FROM assets WHERE id = ?")
        .bind(member!.id)
        .first("parent_id"),
    ).toBeNull();
    expect(await asked(ada, "What does the lantern of Marrow mill burn?")).toContain(NOTE);
  });

  test("entries show their archive only to its readers", async () => {
    const [ada, tom] = [await signUp(), await signUp("tom")];
    const assetId = await addReadyAsset(ada, ada.personalId, makeZip({ "lantern.txt": NOTE }), ZIP);
    await finishEntries(assetId);
    const [member] = await archiveEntriesOf(assetId);
    const collection = await collectionNamed(ada, "trip.zip");
    const shared = await call("POST", "/v1/share-collections", {
      token: ada.token,
      body: { actions: ["read"], collectionIds: [collection!.id], shareTo: [tom.userId], shareToEmails: [] },
    });
    expect(shared.status).toBe(200);
    expect(await recordOf(tom, member!.id)).toMatchObject({ id: member!.id, parentAssetId: null });
    expect((await recordOf(ada, member!.id)).parentAssetId).toBe(assetId);
  });
});
vi.setConfig({ testTimeout: 60_000 });
