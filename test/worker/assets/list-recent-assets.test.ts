import { beforeAll, describe, expect, test } from "vitest";
import { RECENT_ASSET_SORT_FIELDS } from "../../../src/domain/asset-sort.ts";
import { newId } from "../../../src/domain/ids.ts";
import { insertAssets, insertLink } from "../../support/rows/insert-assets.ts";
import { notify, upload } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { scaled } from "../../support/setup/scaled.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { runSql } from "../../support/rows/run-sql.ts";

async function recent(person: Person, query = "?page=1&sort=") {
  return await call("GET", `/v1/navigate/recent/assets${query}`, { token: person.token });
}

async function createThread(
  person: Person,
  collectionId: string,
  organization: Person,
  assetIds: readonly string[],
) {
  const { organizationId, tenantId } = organization;
  const body = {
    assetIds,
    collectionId,
    collectionIds: [],
    label: "",
    organizationContext: { organizationId, tenantId },
  };
  return await call("createThread", { token: person.token, body });
}

/** Adds assets to the user's recent assets, one millisecond apart. */
async function touch(person: Person, assetIds: readonly string[]): Promise<void> {
  await testEnv.DB.prepare(
    "INSERT INTO recent_assets (user_id, asset_id, at) SELECT ?1, value, key FROM json_each(?2)",
  )
    .bind(person.userId, JSON.stringify(assetIds))
    .run();
}

const idsOf = (answer: any): string[] => answer.body.data.map((asset: any) => asset.id);

test("recent assets are the announced ones and those added to threads, newest first, with one D1 round trip, without pending uploads", async () => {
  const ada = await signUp();
  const first = await upload(ada, ada.personalId, "first");
  const second = await upload(ada, ada.personalId, "second");
  expect(idsOf(await recent(ada))).toEqual([]);
  await notify(ada, first, false);
  await notify(ada, second, false);
  const answer = await recent(ada);
  expect({ trips: answer.trips, ids: idsOf(answer) }).toEqual({ trips: 1, ids: [second, first] });
  expect(answer.body.data[0]).toMatchObject({
    lifecycleState: "uploaded",
    userId: ada.userId,
    deletedAt: { Valid: false },
  });
  await createThread(ada, ada.personalId, ada, [first]);
  expect(idsOf(await recent(ada))).toEqual([first, second]);
});

test("reading an asset does not make it recent", async () => {
  const ada = await signUp();
  const [assetId = ""] = await insertAssets(ada, ada.personalId, 1, () => ({}));
  await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  await call("listCollectionAssets", { token: ada.token, params: { collectionID: ada.personalId } });
  expect(idsOf(await recent(ada))).toEqual([]);
});

test("the list omits assets that the user can no longer read", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  const [shared, hidden] = [
    await createCollection(ada, ada.rootId, "Shared"),
    await createCollection(ada, ada.rootId, "Hidden"),
  ];
  await share(ada, shared, bob, ["chat"]);
  const assetIds = await insertAssets(ada, shared, 1, () => ({}));
  await createThread(bob, shared, ada, assetIds);
  expect(idsOf(await recent(bob))).toEqual(assetIds);
  const body = { collectionId: shared, parentCollectionId: hidden };
  await call("moveCollection", { token: ada.token, params: { collectionID: shared }, body });
  expect(idsOf(await recent(bob))).toEqual(assetIds);
  await testEnv.DB.prepare("DELETE FROM grants WHERE user_id = ? AND collection_id = ?")
    .bind(bob.userId, shared)
    .run();
  expect(idsOf(await recent(bob))).toEqual([]);
  expect(idsOf(await recent(ada))).toEqual([]);
});

test("a page holds 50 assets, and pages follow without gaps", async () => {
  const ada = await signUp();
  const assetIds = await insertAssets(ada, ada.personalId, 60, (position) => ({
    name: `${position % 2}`,
    size: position,
  }));
  await touch(ada, assetIds);
  const pages = await Promise.all([1, 2, 3].map((page) => recent(ada, `?page=${page}&sort=-recentAt`)));
  expect(pages.map(idsOf)).toEqual([assetIds.toReversed().slice(0, 50), assetIds.toReversed().slice(50), []]);
  const sorted = await Promise.all(
    [1, 2].map((page) => recent(ada, `?page=${page}&sort=displayName,-filesize`)),
  );
  const even = assetIds.filter((_, position) => position % 2 === 0).toReversed();
  const odd = assetIds.filter((_, position) => position % 2 === 1).toReversed();
  expect(sorted.flatMap(idsOf)).toEqual([...even, ...odd]);
});

test.each([
  "",
  "?page=1",
  "?sort=",
  "?page=0&sort=",
  "?page=x&sort=",
  "?page=1&sort=color",
  "?page=-1&sort=",
  "?page=1&page=2&sort=",
])("the service rejects the query %j", async (query) => {
  const ada = await signUp();
  const { status, body } = await recent(ada, query);
  expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_argument" });
});

test("a page of recent assets far beyond the end is empty", async () => {
  const ada = await signUp();
  expect((await recent(ada, "?page=999999999999999&sort=")).body.data).toEqual([]);
});

const rowsOf = ({ headers }: { headers: Headers }): number =>
  Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1]);

/** Sorting by several fields considers the user's newest 1,000 assets. */
const NAMES = scaled({ whole: 20_000, share: 2_500 });

describe(`among ${NAMES}`, () => {
  let ada: Person;
  let assetIds: string[];

  beforeAll(async () => {
    ada = await signUp();
    assetIds = await insertAssets(ada, ada.personalId, NAMES, (at) => ({
      name: `${(at * 7_919) % 100_000}`,
      size: (at * 31) % 977,
    }));
    await touch(ada, assetIds);
  }, 60_000);

  test("the cost of a page depends on its size, and sorts by several fields use the newest 1,000 assets", async () => {
    const newest = await recent(ada);
    expect({ trips: newest.trips, ids: idsOf(newest) }).toEqual({
      trips: 1,
      ids: assetIds.slice(-50).toReversed(),
    });
    expect(rowsOf(newest)).toBeLessThanOrEqual(6 * 50 + 60);
    const gone = JSON.stringify(assetIds.slice(-30));
    await testEnv.DB.prepare(
      "UPDATE assets SET lifecycle_state = 'deleted' WHERE id IN (SELECT value FROM json_each(?))",
    )
      .bind(gone)
      .run();
    const older = await recent(ada);
    expect(idsOf(older)).toEqual(assetIds.slice(-80, -30).toReversed());
    expect(rowsOf(older)).toBeLessThanOrEqual(1_200);
    await testEnv.DB.prepare(
      "UPDATE assets SET lifecycle_state = 'ready' WHERE id IN (SELECT value FROM json_each(?))",
    )
      .bind(gone)
      .run();
    const several = await recent(ada, "?page=1&sort=contentType,displayName");
    expect(idsOf(several).every((id) => assetIds.indexOf(id) >= NAMES - 1_000)).toBe(true);
    expect(rowsOf(several)).toBeLessThanOrEqual(5_500);
  });

  test.each(RECENT_ASSET_SORT_FIELDS.flatMap((field) => [field, `-${field}`]))(
    "the cost of a page sorted by %s alone depends on its size",
    async (sort) => {
      const page = await recent(ada, `?page=1&sort=${sort}`);
      const column = {
        displayName: "display_name",
        createdAt: "created_at",
        modifiedAt: "modified_at",
        filesize: "file_size",
        contentType: "content_type",
      };
      const by = column[sort.replace("-", "") as keyof typeof column] ?? "created_at";
      const way = sort.startsWith("-") ? "DESC" : "ASC";
      const sorted = await testEnv.DB.prepare(
        `SELECT id FROM assets WHERE created_by = ? ORDER BY ${by} ${way}, id ${way} LIMIT 50`,
      )
        .bind(ada.userId)
        .all();
      expect({ trips: page.trips, ids: idsOf(page) }).toEqual({
        trips: 1,
        ids: sorted.results.map((row) => row["id"]),
      });
      expect(rowsOf(page)).toBeLessThanOrEqual(6 * 50 + 60);
    },
  );

  test("the recent list follows renames, deletion, restoring, and rows that precede their asset", async () => {
    const [first = "", second = "", third = ""] = assetIds;
    const top = async () => idsOf(await recent(ada, "?page=1&sort=displayName")).slice(0, 3);
    await runSql("UPDATE assets SET display_name = '!' || id WHERE id IN (?, ?, ?)", first, second, third);
    expect(await top()).toEqual([first, second, third]);
    await runSql("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?", second);
    expect((await top()).slice(0, 2)).toEqual([first, third]);
    await runSql("UPDATE assets SET lifecycle_state = 'ready' WHERE id = ?", second);
    expect(await top()).toEqual([first, second, third]);
    const late = newId("asset");
    await touch(ada, [late]);
    await insertLink(late, ada.personalId);
    await runSql(
      `INSERT INTO assets (id, organization_id, tenant_id, display_name, original_file_name, content_type, creation_method, lifecycle_state,
        object_key, created_at, created_by, modified_at, modified_by) SELECT ?, organization_id, tenant_id, '!', 'a', 'text/plain', 'upload', 'ready', 'k',
        0, created_by, 0, created_by FROM assets WHERE id = ?`,
      late,
      first,
    );
    expect((await top()).slice(0, 2)).toEqual([late, first]);
  });
});
