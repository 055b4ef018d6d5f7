import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { createDatabase, type Statement } from "../../../src/storage/d1/core/database.ts";
import { keyOfChange, SCOPE_CHANGES } from "../../../src/storage/d1/core/idempotency.ts";
import {
  changeAssertions,
  changeQueries,
  changeStatements,
  findSummaries,
} from "../../../src/storage/d1/threads/scope-changes.ts";
import { enqueueIndexSync } from "../../../src/storage/d1/assets/index-sync.ts";
import { startDeferredAssets } from "../../../src/storage/d1/assets/deferred-assets.ts";
import {
  endWatch,
  findAwaited,
  findEnding,
  findStarted,
  findWatchedAssets,
  selectWatchers,
  enqueueProgress,
} from "../../../src/storage/d1/assets/watchers.ts";
import { testEnv } from "../../support/setup/env.ts";
import { changeOf } from "../../support/rows/knowledge-change.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";
import {
  createDocument,
  createFolder,
  createWorkplace,
  insertRow,
  openRoom,
  post,
} from "../../support/rows/workplace.ts";

const db = createDatabase(testEnv.DB);
const [threadId, userId, homeId, assetId, at] = [
  newId("thread"),
  newId("user"),
  newId("col"),
  newId("asset"),
  new Date(0),
];
const [added, removed] = [
  { collectionIds: [newId("col")], assetIds: [assetId] },
  { collectionIds: [newId("col")], assetIds: [newId("asset")] },
];
const change = { threadId, homeId, added, removed, world: { before: false, after: true } };
const messageId = newId("msg");
const key = { ...SCOPE_CHANGES, key: keyOfChange(threadId, messageId), bodyHash: "hash" };
const waiting = startDeferredAssets(db, { threadId, attached: added, by: userId, at });

const statements: Record<string, Statement[]> = {
  "what a change is judged by": Object.values(
    changeQueries(db, { userId, threadId, messageId, key, named: added }, at),
  ),
  "what it asserts": changeAssertions(userId, messageId, change, removed).map(({ holds }) =>
    db.build.all(sql`SELECT ${holds}`),
  ),
  "what it writes": changeStatements(db, change, userId, at),
  "what it shows": [findSummaries(db, userId, homeId, [assetId])],
  "the start of what waits": [...waiting.statements, waiting.starts],
  "the announcement of an upload": [findAwaited(db, [assetId])],
  progress: [
    enqueueProgress(db, assetId, at),
    enqueueIndexSync(db, [{ assetId, collectionIds: [homeId], displayName: "notes.txt" }], at),
    selectWatchers(db, assetId, "", 50),
    findEnding(db, assetId),
    findStarted(db, threadId),
    findWatchedAssets(db, threadId, [assetId]),
    endWatch(db, assetId, 1, [threadId]),
  ],
};

/** Permitted scans: bound lists, the ids along a path, the scope's own roots, and results of another step. */
const ALLOWED = /^SCAN (\w+ VIRTUAL TABLE|roots|named|wanted|gone|CONSTANT ROW|\(subquery-\d+\))/;

test.each(Object.entries(statements))(
  "%s finds every row through an index, and none by a value that many rows share",
  async (_, all) => {
    const plan = (await Promise.all(all.map(queryPlanOf))).flat();
    expect(plan.filter((step) => step.startsWith("SCAN") && !ALLOWED.test(step))).toEqual([]);
    expect(
      plan.filter((step) =>
        /assets_unfinished|_organization \(organization_id=\?\)|outbox_due|AUTOMATIC/.test(step),
      ),
    ).toEqual([]);
  },
);

test("a scope change reads as few rows in a large organization as in a small one", async () => {
  const rowsRead: number[] = [];
  for (const others of [0, 5_000]) {
    const place = await createWorkplace();
    const folder = await createFolder(place, place.home);
    const asset = await createDocument(place, folder, ["The harbour of Brackwater opened in 1871."]);
    await addCrowd(place.root.path, place.root.id, asset, newId("thread"), others);
    const change = changeOf(place, { addedCollectionIds: [folder.id], addedAssetIds: [asset], world: true });
    const { meter } = await post(openRoom(place), change);
    const undone = await post(
      openRoom(place),
      changeOf(place, { removedCollectionIds: [folder.id], removedAssetIds: [asset] }),
    );
    rowsRead.push(meter.rowsRead, undone.meter.rowsRead);
  }
  // The last row of an index counts one row less if no row follows it.
  expect(rowsRead[2]).toBeLessThanOrEqual(rowsRead[0]! + 10);
  expect(rowsRead[3]).toBeLessThanOrEqual(rowsRead[1]! + 10);
});

/**
 * Adds folders beside the home, with an asset each, and another thread that has all of them in scope and
 * watches them.
 */
async function addCrowd(
  rootPath: string,
  rootId: string,
  assetId: string,
  threadId: string,
  count: number,
): Promise<void> {
  const rows = JSON.stringify(
    Array.from({ length: count }, () => [newId("col"), newId("asset"), newId("assetcol")]),
  );
  const [col, asset, join] = [0, 1, 2].map((column) => `json_extract(value, '$[${column}]')`);
  const columnsOf = async (table: string) => {
    const { results } = await testEnv.DB.prepare(
      "SELECT name FROM pragma_table_info(?) WHERE name NOT IN ('id', 'path', 'lifecycle_state')",
    )
      .bind(table)
      .all<{ name: string }>();
    return results.map(({ name }) => name).join(", ");
  };
  const [ofFolder, ofAsset] = [await columnsOf("collections"), await columnsOf("assets")];
  const { DB } = testEnv;
  await DB.batch([
    DB.prepare(`INSERT INTO collections (id, path, lifecycle_state, ${ofFolder}) SELECT ${col}, ? || ${col} || '/', 'active', ${ofFolder}
      FROM json_each(?) CROSS JOIN collections own WHERE own.id = ?`).bind(rootPath, rows, rootId),
    DB.prepare(`INSERT INTO assets (id, lifecycle_state, ${ofAsset}) SELECT ${asset}, 'uploaded', ${ofAsset}
      FROM json_each(?) CROSS JOIN assets own WHERE own.id = ?`).bind(rows, assetId),
    DB.prepare(`INSERT INTO asset_collections (id, asset_id, collection_id, created_at, created_by) SELECT ${join}, ${asset}, ${col}, 1, 'user'
      FROM json_each(?)`).bind(rows),
    DB.prepare(`INSERT INTO thread_scope (thread_id, kind, target_id, created_at, created_by) SELECT ?, 'asset', ${asset}, 1, 'user'
      FROM json_each(?)`).bind(threadId, rows),
    DB.prepare(`INSERT INTO asset_watchers (asset_id, thread_id) SELECT ${asset}, ? FROM json_each(?)`).bind(
      threadId,
      rows,
    ),
  ]);
  await insertRow("asset_watchers", { asset_id: assetId, thread_id: newId("thread") });
}
