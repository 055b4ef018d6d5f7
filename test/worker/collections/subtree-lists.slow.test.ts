import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import {
  deleteStaleRows,
  findPendingClosure,
  insertSlice,
} from "../../../src/storage/d1/collections/subtree-closure.ts";
import { insertAssets, insertLink } from "../../support/rows/insert-assets.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { deletePermanently } from "../../support/http/folder-to-delete.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection } from "../../support/http/create-collection.ts";
import { subtreeListErrors } from "../../support/assertions/subtree-list-errors.ts";
import { runSql } from "../../support/rows/run-sql.ts";

afterEach(runAllJobs);

const unlink = async (assetId: string, collectionId: string) =>
  await runSql(
    "DELETE FROM asset_collections WHERE asset_id = ? AND collection_id = ?",
    assetId,
    collectionId,
  );
const move = async ({ token }: Person, collectionId: string, parentCollectionId: string) =>
  await call("moveCollection", {
    token,
    params: { collectionID: collectionId },
    body: { collectionId, parentCollectionId },
  });

async function listBelow({ token }: Person, collectionId: string, query = "sort=displayName&limit=50") {
  const { body, headers } = await call(
    "GET",
    `/v1/collection/${collectionId}/assets?includeDescendants=true&${query}`,
    { token },
  );
  const rows = Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1]);
  return {
    rows,
    count: body.data.pagination.count as number,
    ids: body.data.result.entities.map(({ data }: any) => data.id as string),
  };
}

const KINDS = [
  "add",
  "link",
  "link",
  "unlink",
  "change",
  "delete",
  "restore",
  "several",
  "create",
  "move",
  "move",
  "remove",
] as const;
const step = fc.record({
  what: fc.constantFrom(...KINDS),
  at: fc.nat(1_000),
  where: fc.nat(1_000),
  to: fc.nat(1_000),
});

test(
  "subtree lists follow creation, links, changes, deletion, restoring, moves and removal",
  { timeout: 90_000 },
  async () => {
    vi.spyOn(console, "log").mockImplementation(() => undefined);
    const ada = await signUp();
    const [folders, assets]: [string[], string[]] = [[], []];
    for (let at = 0; at < 8; at += 1) {
      folders.push(await createCollection(ada, folders[Math.floor((at - 1) / 2)] ?? ada.rootId, `${at}`));
      assets.push(...(await insertAssets(ada, folders[at] ?? "", 3, (n) => ({ name: `${n}`, size: at }))));
    }
    const done: Record<string, number> = {};
    for (const [at, each] of fc.sample(step, 220).entries()) {
      const [folder = "", other = ada.rootId] = [
        folders[each.where % folders.length],
        folders[each.to % folders.length],
      ];
      const asset = assets[each.at % assets.length] ?? "";
      const several = JSON.stringify(assets.filter((_, position) => position % 5 === each.at % 5));
      let isDone = true;
      if (each.what === "add")
        assets.push(...(await insertAssets(ada, folder, 2, (n) => ({ name: `${each.to % 9}`, size: n }))));
      else if (each.what === "link") await insertLink(asset, folder);
      else if (each.what === "unlink") await unlink(asset, folder);
      else if (each.what === "change")
        await runSql(
          "UPDATE assets SET display_name = ?, modified_at = ? WHERE id = ?",
          `${each.to % 9}`,
          at,
          asset,
        );
      else if (each.what === "delete")
        await runSql("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?", asset);
      else if (each.what === "restore")
        await runSql("UPDATE assets SET lifecycle_state = 'ready' WHERE id = ? AND purge_at IS NULL", asset);
      else if (each.what === "several")
        await runSql(
          "UPDATE assets SET file_size = ?, content_type = 'a/b', lifecycle_state = ? WHERE id IN (SELECT value FROM json_each(?)) AND purge_at IS NULL",
          at,
          each.to % 2 === 0 ? "deleted" : "ready",
          several,
        );
      else if (each.what === "create") folders.push(await createCollection(ada, folder, "new"));
      else if (each.what === "move") isDone = (await move(ada, folder, other)).status === 200;
      else if (folders.length > 6 && each.at % 2 === 0) {
        const ids = [folder, other].filter(
          (id, position, all) => all.indexOf(id) === position && id !== ada.rootId,
        );
        isDone = (await deletePermanently(ada, ids)).status === 200;
        const { results } = await testEnv.DB.prepare(
          "SELECT id FROM collections WHERE lifecycle_state = 'active' AND id IN (SELECT value FROM json_each(?))",
        )
          .bind(JSON.stringify(folders))
          .all<{ id: string }>();
        folders.splice(0, folders.length, ...results.map(({ id }) => id));
        if (folders.length === 0) folders.push(await createCollection(ada, ada.rootId, "again"));
      }
      if (isDone) done[each.what] = (done[each.what] ?? 0) + 1;
      if (at % 5 === 4)
        expect({ at, subtreeListErrors: await subtreeListErrors(ada.organizationId) }).toEqual({
          at,
          subtreeListErrors: [],
        });
    }
    expect([(done["move"] ?? 0) > 4, (done["remove"] ?? 0) > 0]).toEqual([true, true]);
    await runAllJobs();
    expect(await subtreeListErrors(ada.organizationId)).toEqual([]);
  },
);

const isOpen = async ({ organizationId }: Person): Promise<number> =>
  (await testEnv.DB.prepare(
    "SELECT count(*) AS n FROM collections WHERE organization_id = ? AND subtree_listed_to IS NOT NULL",
  )
    .bind(organizationId)
    .first<number>("n")) ?? Number.NaN;

test("a large subtree moves without rewriting ancestor lists, which stay correct during the rebuild and become cheap again later", async () => {
  const ada = await signUp();
  const [left, right] = [
    await createCollection(ada, ada.rootId, "Left"),
    await createCollection(ada, ada.rootId, "Right"),
  ];
  const [inner, other] = [
    await createCollection(ada, left, "Inner"),
    await createCollection(ada, right, "Other"),
  ];
  const moved = await createCollection(ada, inner, "Moved");
  const ids = await insertAssets(ada, moved, 2_600, (at) => ({ name: `${10_000 + at}` }));
  const [twice = "", once = ""] = ids;
  await insertLink(twice, left);
  const { headers } = await move(ada, moved, other);
  const rows = Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1]);
  expect(rows).toBeLessThanOrEqual(400);
  const counts = async () =>
    await Promise.all([left, right].map(async (id) => (await listBelow(ada, id)).count));
  expect(await counts()).toEqual([1, 2_600]);
  await unlink(once, moved);
  expect(await counts()).toEqual([1, 2_599]);
  await runAllJobs();
  expect({
    isOpen: await isOpen(ada),
    subtreeListErrors: await subtreeListErrors(ada.organizationId),
    counts: await counts(),
  }).toEqual({
    isOpen: 0,
    subtreeListErrors: [],
    counts: [1, 2_599],
  });
  expect((await listBelow(ada, right)).rows).toBeLessThanOrEqual(360);
});

test("moving or deleting a collection with an incomplete list leaves correct lists", async () => {
  const ada = await signUp();
  const [top, beside] = [
    await createCollection(ada, ada.rootId, "Top"),
    await createCollection(ada, ada.rootId, "Beside"),
  ];
  const [moved, gone] = [await createCollection(ada, top, "Moved"), await createCollection(ada, top, "Gone")];
  const [first = ""] = await insertAssets(ada, moved, 5, () => ({}));
  await insertAssets(ada, gone, 3, () => ({}));
  await insertLink(first, gone);
  await runSql("UPDATE collections SET subtree_listed_to = '' WHERE id IN (?, ?)", moved, gone);
  const counts = async () =>
    await Promise.all([top, beside, ada.rootId].map(async (id) => (await listBelow(ada, id)).count));
  expect(await counts()).toEqual([8, 0, 8]);
  await move(ada, moved, beside);
  expect(await counts()).toEqual([4, 5, 8]);
  await deletePermanently(ada, [gone]);
  expect(await counts()).toEqual([0, 5, 5]);
  await runAllJobs();
  expect({
    isOpen: await isOpen(ada),
    subtreeListErrors: await subtreeListErrors(ada.organizationId),
    counts: await counts(),
  }).toEqual({
    isOpen: 0,
    subtreeListErrors: [],
    counts: [0, 5, 5],
  });
});

test("the job completes a list in slices while assets change, even if the list is dropped again before the end", async () => {
  const ada = await signUp();
  const db = createDatabase(testEnv.DB);
  const [top, beside] = [
    await createCollection(ada, ada.rootId, "Top"),
    await createCollection(ada, ada.rootId, "Beside"),
  ];
  const below = await createCollection(ada, top, "Below");
  const ids = [
    ...(await insertAssets(ada, top, 40, () => ({ name: "a" }))),
    ...(await insertAssets(ada, below, 40, () => ({ name: "b" }))),
    ...(await insertAssets(ada, beside, 40, () => ({ name: "c" }))),
  ];
  await runSql("UPDATE collections SET subtree_listed_to = '' WHERE id IN (?, ?)", top, ada.rootId);
  const some = (at: number): string => ids[(at * 37) % ids.length] ?? "";
  const cleaned = new Set<string>();
  for (let at = 0, isDone = false; !isDone; at += 1) {
    expect(at).toBeLessThan(100);
    const { open } = await db.read({ open: findPendingClosure(db, ada.organizationId, 13) });
    const [list] = open;
    isDone = list === undefined;
    if (list !== undefined) {
      // During completion, a list must not get stale rows again after their deletion, or deletion and
      // insertion would alternate forever.
      expect([at, list.hasOld === 1 && cleaned.has(list.id)]).toEqual([at, false]);
      if (list.hasOld === 0) cleaned.add(list.id);
      await db.write(
        list.hasOld === 1 ? deleteStaleRows(db, list, 17) : insertSlice(db, ada.organizationId, list),
      );
      // A repeated delivery changes nothing.
      if (at % 3 === 0)
        await db.write(
          list.hasOld === 1 ? deleteStaleRows(db, list, 17) : insertSlice(db, ada.organizationId, list),
        );
    }
    if (at === 9) await move(ada, below, beside);
    if (at === 12) await move(ada, below, top);
    if (at === 14) {
      await runSql("UPDATE collections SET subtree_listed_to = '' WHERE id = ?", top);
      cleaned.delete(top);
    }
    if (at < 30) {
      await insertLink(some(at), at % 2 === 0 ? below : top);
      await unlink(some(at + 1), beside);
      await runSql("UPDATE assets SET display_name = ? WHERE id = ?", `${at}`, some(at + 2));
      await runSql(
        "UPDATE assets SET lifecycle_state = ? WHERE id = ?",
        at % 3 === 0 ? "ready" : "deleted",
        some(at % 5),
      );
    }
    expect({ at, subtreeListErrors: await subtreeListErrors(ada.organizationId) }).toEqual({
      at,
      subtreeListErrors: [],
    });
    const { results } = await testEnv.DB.prepare(
      `SELECT DISTINCT a.id, a.display_name FROM assets a JOIN asset_collections ac ON ac.asset_id = a.id JOIN collections c ON c.id = ac.collection_id
        WHERE c.path >= (SELECT path FROM collections WHERE id = ?1) AND c.path < (SELECT path FROM collections WHERE id = ?1) || 'z'
          AND a.lifecycle_state <> 'deleted' ORDER BY a.display_name, a.id`,
    )
      .bind(top)
      .all<{ id: string }>();
    const { ids: listed, count } = await listBelow(ada, top);
    expect([at, count, listed]).toEqual([at, results.length, results.slice(0, 50).map(({ id }) => id)]);
  }
  expect({
    isOpen: await isOpen(ada),
    subtreeListErrors: await subtreeListErrors(ada.organizationId),
  }).toEqual({
    isOpen: 0,
    subtreeListErrors: [],
  });
});
