import { afterEach, expect, test, vi } from "vitest";
import { objectKeys } from "../../../src/domain/asset.ts";
import { MAX_CHECKED_BYTES } from "../../../src/domain/citation-check.ts";
import { newId } from "../../../src/domain/ids.ts";
import { sha256Hex } from "../../../src/domain/sha256.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { valueOf } from "../../../src/storage/d1/core/access.ts";
import { findCitations, findCitedAssets, findCitedTexts } from "../../../src/storage/d1/threads/citations.ts";
import { queryPlanOf } from "../../support/assertions/query-plan.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { startThread } from "../../support/http/threads.ts";
import { insertRow } from "../../support/rows/workplace.ts";
import { testEnv } from "../../support/setup/env.ts";

const ENGINE = "The Analytical Engine was designed in 1837. It was never finished.\n";
const LOOM = "The Jacquard loom was shown in Lyon in 1801.\n";

afterEach(() => {
  vi.restoreAllMocks();
});

async function check(person: Person, threadId: string, citationIds: unknown) {
  const body = { citationIds };
  return await call("POST", `/v1/threads/${threadId}/citations/check`, { token: person.token, body });
}

/** Stores a citation of the words in the asset's current text. */
async function cite(threadId: string, assetId: string, text: string, quote: string): Promise<string> {
  const id = newId("cite");
  const start = text.indexOf(quote);
  const place = { start, end: start + quote.length, page: 0, chunk_id: "chunk" };
  await insertRow("citations", {
    id,
    thread_id: threadId,
    message_id: newId("msg"),
    ordinal: 1,
    asset_id: assetId,
    quote,
    text_version: await sha256Hex(text),
    ...place,
  });
  return id;
}

/** Gives the asset another text, as a later processing run would. */
async function rewrite(person: Person, assetId: string, bytes: string | Uint8Array): Promise<void> {
  const version = typeof bytes === "string" ? await sha256Hex(bytes) : "0".repeat(64);
  const key = objectKeys.text(person.organizationId, assetId, version);
  await testEnv.BUCKET.put(key, bytes);
  await testEnv.DB.batch([
    testEnv.DB.prepare(
      "INSERT OR IGNORE INTO asset_texts (asset_id, version, text_key, chunks_key, created_at) VALUES (?, ?, ?, '', 0)",
    ).bind(assetId, version, key),
    testEnv.DB.prepare("UPDATE assets SET text_version = ? WHERE id = ?").bind(version, assetId),
  ]);
}

async function createScene() {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const engine = await addReadyAsset(ada, home, ENGINE, { name: "engine.txt" });
  const loom = await addReadyAsset(ada, home, LOOM, { name: "loom.txt" });
  return { ada, home, engine, loom, threadId: await startThread(ada, home) };
}

/** Counts the reads of each object. */
function watchReads(): Map<string, number> {
  const reads = new Map<string, number>();
  const prototype = Object.getPrototypeOf(testEnv.BUCKET) as {
    get: (this: R2Bucket, key: string) => Promise<unknown>;
  };
  const { get } = prototype;
  vi.spyOn(prototype, "get").mockImplementation(async function (this: R2Bucket, key: string) {
    reads.set(key, (reads.get(key) ?? 0) + 1);
    return await get.call(this, key);
  });
  return reads;
}

test("each citation has its state, in the order of the request, with one D1 round trip and one read per text", async () => {
  const { ada, engine, loom, threadId } = await createScene();
  const [designed, finished] = ["designed in 1837", "never finished"];
  const ids = [
    await cite(threadId, engine, ENGINE, finished),
    await cite(threadId, loom, LOOM, "shown in Lyon"),
    await cite(threadId, engine, ENGINE, designed),
  ];
  const reads = watchReads();
  const valid = await check(ada, threadId, ids);
  const told = (body: any) => body.data.citations.map(({ citationId, state }: any) => [citationId, state]);
  expect({ status: valid.status, trips: valid.trips, told: told(valid.body) }).toEqual({
    status: 200,
    trips: 1,
    told: ids.map((id) => [id, "valid"]),
  });
  expect([...reads.values()]).toEqual([1, 1]);
  const single = await call("GET", `/v1/threads/${threadId}/citations/${ids[0]}`, { token: ada.token });
  expect(valid.body.data.citations[0]).toEqual(single.body.data);
  await rewrite(ada, engine, `A preface. It was never finished.\n`);
  await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?").bind(loom).run();
  reads.clear();
  expect(told((await check(ada, threadId, ids)).body)).toEqual([
    [ids[0], "moved"],
    [ids[1], "gone"],
    [ids[2], "changed"],
  ]);
  expect([...reads.values()]).toEqual([1, 1]);
});

test("a reader without the asset sees it as gone, a stranger gets not_found, and citations of other threads are left out", async () => {
  const { ada, engine, threadId } = await createScene();
  const [bob, eve] = [await signUp("bob"), await signUp("eve")];
  const id = await cite(threadId, engine, ENGINE, "never finished");
  const open = await createCollection(ada, ada.rootId, "Open");
  await call("linkThreads", {
    token: ada.token,
    params: { collectionID: open },
    body: { collectionId: open, threadIds: [threadId], flags: [] },
  });
  await share(ada, open, bob, ["read"]);
  expect((await check(bob, threadId, [id])).body.data.citations).toMatchObject([
    { state: "gone", displayName: "", place: null },
  ]);
  expect((await check(eve, threadId, [id])).body.code).toBe("not_found");
  const other = await startThread(ada, ada.personalId);
  expect((await check(ada, other, [id, newId("cite")])).body.data).toEqual({ citations: [], unchecked: [] });
});

test("the service rejects no citation, 101 citations and identifiers of another kind", async () => {
  const { ada, threadId } = await createScene();
  const many = Array.from({ length: 101 }, () => newId("cite"));
  for (const ids of [[], many, [newId("asset")], "x", undefined]) {
    const { status, body } = await check(ada, threadId, ids);
    expect({ status, code: body.code, path: body.data.issues[0].path.split(".")[0] }).toEqual({
      status: 400,
      code: "invalid_argument",
      path: "citationIds",
    });
  }
  expect((await check(ada, threadId, many.slice(1))).status).toBe(200);
});

test("after the size limit the citations of further documents stay unchecked", async () => {
  const { ada, engine, loom, threadId } = await createScene();
  const first = await cite(threadId, engine, ENGINE, "never finished");
  const others = [
    await cite(threadId, loom, LOOM, "shown in Lyon"),
    await cite(threadId, loom, LOOM, "Jacquard loom"),
  ];
  await rewrite(ada, engine, new Uint8Array(MAX_CHECKED_BYTES));
  const { data } = (await check(ada, threadId, [first, ...others])).body;
  expect([data.citations.map(({ citationId }: any) => citationId), data.unchecked]).toEqual([
    [first],
    others,
  ]);
  const rest = (await check(ada, threadId, others)).body.data;
  expect([rest.citations.map(({ state }: any) => state), rest.unchecked]).toEqual([["valid", "valid"], []]);
});

test("the queries find citations, documents and texts through indexes", async () => {
  const db = createDatabase(testEnv.DB);
  const ids = [newId("cite"), newId("cite")];
  const queries = [
    findCitations(db, newId("thread"), ids),
    findCitedAssets(db, valueOf(newId("user")), ids),
    findCitedTexts(db, ids),
  ];
  const scans = (await Promise.all(queries.map(queryPlanOf)))
    .flat()
    .filter((line) => line.startsWith("SCAN"));
  expect(scans.filter((line) => !/^SCAN (asked|anc|json_each) VIRTUAL TABLE/.test(line))).toEqual([]);
});
