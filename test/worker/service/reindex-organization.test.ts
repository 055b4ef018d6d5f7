import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { newId } from "../../../src/domain/ids.ts";
import type { KnowledgeIndex } from "../../../src/knowledge-index/knowledge-index.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { runAlarmUntil } from "../../support/rows/open-index.ts";
import { type Person, signUp } from "../../support/http/person.ts";

async function search(person: Person, body: object) {
  return await call("POST", "/v1/search", { token: person.token, body });
}

test("a reindex rebuilds a lost index from the stored texts", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "Puffins nest in burrows.");
  await testEnv.KNOWLEDGE_INDEX.getByName(`${ada.organizationId}/0`).clear();
  expect((await search(ada, { query: "puffins" })).body.data.passages).toEqual([]);
  const token = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
  const rebuilt = await call("reindexOrganization", { token, body: { organizationId: ada.organizationId } });
  expect(rebuilt.body).toMatchObject({ done: true, data: { indexed: 1, cursor: "" } });
  expect((await search(ada, { query: "puffins" })).body.data.passages).toMatchObject([{ assetId }]);
  const denied = await call("reindexOrganization", {
    token: ada.token,
    body: { organizationId: newId("org") },
  });
  expect({ status: denied.status, code: denied.body.code }).toEqual({
    status: 403,
    code: "permission_denied",
  });
});

test.each([
  { lost: ".txt", state: "lost", damage: null },
  { lost: ".chunks.json", state: "lost", damage: null },
  { lost: ".chunks.json", state: "damaged", damage: '{"version":"' },
])(
  "a reindex passes over a document whose $lost object is $state, and names it",
  async ({ lost, damage }) => {
    const ada = await signUp();
    const damaged = await addReadyAsset(ada, ada.personalId, "Gannets dive from thirty metres.");
    const whole = await addReadyAsset(ada, ada.personalId, "Puffins nest in burrows.");
    const { objects } = await testEnv.BUCKET.list({ prefix: `${ada.organizationId}/${damaged}/text/` });
    const { key } = objects.find((object) => object.key.endsWith(lost)) ?? { key: "" };
    await (damage === null ? testEnv.BUCKET.delete(key) : testEnv.BUCKET.put(key, damage));
    const token = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
    const rebuilt = await call("reindexOrganization", {
      token,
      body: { organizationId: ada.organizationId },
    });
    expect(rebuilt.body).toMatchObject({ done: true, data: { indexed: 1, missing: [damaged], cursor: "" } });
    expect((await search(ada, { query: "puffins" })).body.data.passages).toMatchObject([{ assetId: whole }]);
  },
);

/** The maximum of FTS5 minus one. A merge needs another segment and fails. */
const MAX_SEGMENTS = 1_999;

/**
 * Creates segments of one row, as removals did before the index merged segments. FTS5 still accepts writes.
 */
async function fillSegments(stub: DurableObjectStub<KnowledgeIndex>, table: string): Promise<void> {
  await runInDurableObject(stub, (_, { storage }) => {
    const { sql } = storage;
    const set = (setting: string, value: number) =>
      sql.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('${setting}', ${value})`);
    const segments = () => Number(sql.exec(`SELECT count(DISTINCT segid) AS n FROM ${table}_idx`).one()["n"]);
    const insert = (row: number) =>
      sql.exec(`INSERT INTO ${table} (rowid, title, body) VALUES (?, 'tea', 'green')`, 1_000_000 + row);
    set("crisismerge", 1_999);
    for (let row = 0; row < 4_000 && segments() < MAX_SEGMENTS; row += 1) {
      storage.transactionSync(() => insert(row));
      // Merges segments into the next level before this level is full.
      if (row % 100 === 0 && row < MAX_SEGMENTS) set("merge", 1);
    }
    expect(segments()).toBe(MAX_SEGMENTS);
  });
}

test("a reindex rebuilds an index whose full-text tables have no free segment", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, "Puffins nest in burrows.");
  const stub = testEnv.KNOWLEDGE_INDEX.getByName(
    `${ada.organizationId}/0`,
  ) as unknown as DurableObjectStub<KnowledgeIndex>;
  await fillSegments(stub, "chunk_fts");
  await fillSegments(stub, "asset_fts");
  const token = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
  const rebuilt = await call("reindexOrganization", { token, body: { organizationId: ada.organizationId } });
  expect(rebuilt.body).toMatchObject({ done: true, data: { indexed: 1, cursor: "" } });
  expect((await search(ada, { query: "puffins" })).body.data.passages).toMatchObject([{ assetId }]);
  const another = await addReadyAsset(ada, ada.personalId, "Gannets dive from a great height.");
  expect((await search(ada, { query: "gannets" })).body.data.passages).toMatchObject([{ assetId: another }]);
  const tables = "SELECT count(*) AS n FROM sqlite_master WHERE name GLOB 'dropped_*'";
  await runAlarmUntil(stub, async () => {
    const left = await runInDurableObject(stub, (_, { storage: { sql } }) => sql.exec(tables).one()["n"]);
    expect(left).toBe(0);
  });
});
