import { beforeAll, describe, expect, test, vi } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { scaled } from "../../support/setup/scaled.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const { collections: COLLECTIONS, assets: ASSETS } = scaled({
  whole: { collections: 10_000, assets: 30_000 },
  share: { collections: 2_500, assets: 7_500 },
});
const [CHILDREN, READY, PAGE] = [10, 5, 50];
const QUERY = "Where does the archive of the harbour keep its lanterns?";
let ada: Person;
let folderId: string;
let pileId: string;

/**
 * Creates a tree below `top` in which each collection has ten children.
 * @returns their ids, parents first
 */
async function growTree(top: string): Promise<string[]> {
  const place = await testEnv.DB.prepare("SELECT path, depth FROM collections WHERE id = ?")
    .bind(top)
    .first<{ path: string; depth: number }>();
  const rows: { id: string; parent: string; path: string; depth: number }[] = [];
  for (let at = 0; at < COLLECTIONS; at += 1) {
    const above = at < CHILDREN ? undefined : rows[Math.floor(at / CHILDREN) - 1];
    const { id: parent, path, depth } = above ?? { id: top, ...(place ?? { path: "", depth: 0 }) };
    const id = newId("col");
    rows.push({ id, parent, path: `${path}${id}/`, depth: depth + 1 });
  }
  const insert = `INSERT INTO collections (id, organization_id, tenant_id, parent_id, kind, label, path, depth, created_at, created_by, modified_at, modified_by)
    SELECT value ->> 'id', ?1, ?2, value ->> 'parent', 'collection', 'folder', value ->> 'path', value ->> 'depth', 0, ?3, 0, ?3 FROM json_each(?4)`;
  for (let from = 0; from < COLLECTIONS; from += 2_500) {
    const some = JSON.stringify(rows.slice(from, from + 2_500));
    await testEnv.DB.prepare(insert).bind(ada.organizationId, ada.tenantId, ada.userId, some).run();
  }
  return rows.map(({ id }) => id);
}

beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  ada = await signUp();
  [folderId, pileId] = [
    await createCollection(ada, ada.rootId, "Folders"),
    await createCollection(ada, ada.rootId, "Pile"),
  ];
  const folders = await growTree(folderId);
  for (let at = 0; at < READY; at += 1)
    await addReadyAsset(
      ada,
      folders[at * (COLLECTIONS / READY - 1)] ?? "",
      `The archive of the harbour keeps its lanterns in tower ${at}.`,
    );
  const each = (at: number) => ({
    name: `${(at * 7_919) % ASSETS}`,
    size: at % 977,
    type: at % 1_500 === 0 ? "image/png" : "text/plain",
  });
  await insertAssets(ada, pileId, ASSETS, each);
  // Every tenth asset is also in a folder.
  await testEnv.DB.prepare(
    `INSERT INTO asset_collections (id, asset_id, collection_id, created_at, created_by)
      SELECT '${newId("assetcol").slice(0, -8)}' || printf('%08d', rowid), asset_id, ?1, 0, '' FROM asset_collections WHERE collection_id = ?2 AND rowid % 10 = 0`,
  )
    .bind(folders[7] ?? "", pileId)
    .run();
}, 240_000);

const rowsOf = (headers: Headers): number =>
  Number(/(\d+) rows read/.exec(headers.get("server-timing") ?? "")?.[1] ?? Number.NaN);

test.each(["everything", "a collection"])("a search in %s reads at most 300 rows", async (where) => {
  const scope = where === "everything" ? {} : { collectionIds: [folderId] };
  const { body, headers } = await call("searchPassages", {
    token: ada.token,
    body: { query: QUERY, ...scope },
  });
  expect(body.data.passages).toHaveLength(READY);
  expect(rowsOf(headers)).toBeLessThanOrEqual(300);
});

async function expectCheapQuestion(): Promise<void> {
  const { organizationId, tenantId, token } = ada;
  const thread = {
    assetIds: [],
    collectionId: folderId,
    collectionIds: [],
    label: "Lanterns",
    organizationContext: { organizationId, tenantId },
  };
  const made = await call("POST", "/v1/threads", { token, body: thread });
  const threadId = idFromBytes("thread", made.body.data.threadId);
  const body = { messageContent: QUERY, messageKind: "promptV2", recipients: [], threadId };
  const { status, headers } = await call("POST", `/v1/threads/${threadId}/messages?messagesLimit=2`, {
    token,
    body,
  });
  expect(status).toBe(200);
  expect(rowsOf(headers)).toBeLessThanOrEqual(400);
}

test("a question reads at most 400 rows", expectCheapQuestion);

const ORDERS = ["", "displayName", "-filesize", "-createdAt", "contentType"];
const SEVERAL = [
  "contentType,-modifiedAt",
  "contentType,modifiedAt",
  "-contentType,displayName",
  "-contentType,-displayName",
  "displayName,-filesize",
];

/** Sorts within types, in the same and in the opposite direction. */
const BY_TYPE = ["displayName", "createdAt", "modifiedAt", "filesize"].flatMap((field) => [
  `contentType,${field}`,
  `-contentType,${field}`,
]);

test.each([...ORDERS, ...SEVERAL])(
  "a list by %j reads at most 6 rows for each asset, and 60",
  async (sort) => {
    const { body, headers } = await call("listCollectionAssets", {
      token: ada.token,
      params: { collectionID: pileId },
      query: { limit: PAGE, sort },
    });
    expect(body.data.result.entities).toHaveLength(PAGE);
    expect(rowsOf(headers)).toBeLessThanOrEqual(6 * PAGE + 60);
  },
);

test.each([
  ...ORDERS,
  "-displayName",
  "filesize",
  "createdAt",
  "-contentType",
  "modifiedAt",
  "-modifiedAt,displayName",
  "displayName,-filesize",
  ...BY_TYPE,
])(
  "a subtree list by %j reads at most 6 rows for each asset, and 60, whatever the subtree's size",
  async (sort) => {
    const path = `/v1/collection/${ada.rootId}/assets?includeDescendants=true&limit=${PAGE}&sort=${sort}`;
    const { body, headers } = await call("GET", path, { token: ada.token });
    expect([body.data.result.entities.length, body.data.pagination.count]).toEqual([PAGE, ASSETS + READY]);
    expect(rowsOf(headers)).toBeLessThanOrEqual(6 * PAGE + 60);
  },
);

/** Number of positions in a list at which the test reads a page. */
const PARTS = 31;

test.each(["displayName", "-displayName", "filesize", "-modifiedAt"])(
  "the middle of a list by %s reads at most 6 rows for each asset, and 60",
  async (sort) => {
    const rows: number[] = [];
    for (let part = 1; part <= PARTS; part += 1) {
      const path = `/v1/collection/${pileId}/assets?limit=${PAGE}&sort=${sort}&offset=${Math.floor((ASSETS * part) / (PARTS + 2))}`;
      const { body, headers } = await call("GET", path, { token: ada.token });
      expect(body.data.result.entities).toHaveLength(PAGE);
      rows.push(rowsOf(headers));
    }
    // Distances between ranks are random, so some positions need more rows. The median meets the limit.
    expect(rows.toSorted((a, b) => a - b)[PARTS >> 1]).toBeLessThanOrEqual(6 * PAGE + 60);
  },
);

test("a subtree list reads no row for a caller without the right", async () => {
  const path = `/v1/collection/${ada.rootId}/assets?includeDescendants=true&limit=${PAGE}`;
  const bob = await signUp("bob");
  for (const sort of ["", "-modifiedAt,displayName", "contentType,displayName", "contentType,-displayName"]) {
    const refused = await call("GET", `${path}&sort=${sort}`, { token: bob.token });
    expect([refused.status, rowsOf(refused.headers) <= 60]).toEqual([404, true]);
  }
});

describe.each([1, 30])("with each asset in its own folder, for a user with at least %i grants", (grants) => {
  let shelfId: string;

  beforeAll(async () => {
    const below =
      "SELECT id FROM collections WHERE path > (SELECT path FROM collections WHERE id = ?) LIMIT 60 OFFSET 2000";
    const { results } = await testEnv.DB.prepare(below).bind(folderId).all<{ id: string }>();
    const assetIds = await Promise.all(
      results.map(async ({ id }) => await insertAssets(ada, id, 1, () => ({}))),
    );
    shelfId = await createCollection(ada, ada.rootId, "Shelf");
    const recent =
      "INSERT INTO recent_assets (user_id, asset_id, at) SELECT ?1, value, ?2 + key FROM json_each(?3)";
    const grant = `INSERT OR IGNORE INTO grants (id, user_id, collection_id, organization_id, action, created_at, created_by)
      SELECT 'perm_' || id, ?1, id, organization_id, 'chat', 0, '' FROM collections WHERE organization_id = ?2 LIMIT ?3`;
    await testEnv.DB.batch([
      testEnv.DB.prepare(recent).bind(ada.userId, Date.now(), JSON.stringify(assetIds.flat())),
      testEnv.DB.prepare(grant).bind(ada.userId, ada.organizationId, grants - 1),
    ]);
  });

  test("recent assets read at most 6 rows for each asset, and 60", async () => {
    const { body, headers } = await call("GET", "/v1/navigate/recent/assets?page=1&sort=", {
      token: ada.token,
    });
    expect(body.data).toHaveLength(PAGE);
    expect(rowsOf(headers)).toBeLessThanOrEqual(6 * PAGE + 60);
  });

  test("a list reads at most 6 rows for each asset and each of its collections, and 60", async () => {
    const link = `INSERT INTO asset_collections (id, asset_id, collection_id, created_at, created_by)
      SELECT '${newId("assetcol").slice(0, -8)}' || printf('%08d', rowid), asset_id, ?1, 0, '' FROM recent_assets WHERE user_id = ?2 ORDER BY at DESC LIMIT 60`;
    await testEnv.DB.prepare(link).bind(shelfId, ada.userId).run();
    const { body, headers } = await call("GET", `/v1/collection/${shelfId}/assets?limit=${PAGE}`, {
      token: ada.token,
    });
    const { entities, collections } = body.data.result;
    expect([entities.length, Object.keys(collections).length]).toEqual([PAGE, PAGE + 1]);
    expect(rowsOf(headers)).toBeLessThanOrEqual(6 * (PAGE + PAGE + 1) + 60);
  });
});

test("a question reads no more rows while all other assets of the organization wait for processing", async () => {
  const { meta } = await testEnv.DB.prepare(
    `UPDATE assets SET lifecycle_state = 'uploaded' WHERE id IN (SELECT asset_id FROM asset_collections GROUP BY asset_id HAVING min(collection_id) = ?1 AND max(collection_id) = ?1)`,
  )
    .bind(pileId)
    .run();
  expect(meta.changes).toBeGreaterThan(ASSETS / 2);
  await expectCheapQuestion();
});
