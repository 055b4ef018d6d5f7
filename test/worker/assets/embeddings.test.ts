import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { KnowledgeIndex } from "../../../src/knowledge-index/knowledge-index.ts";
import { createEmbedders } from "../../../src/models/create-embedders.ts";
import { EmbedderError } from "../../../src/models/embedder.ts";
import { platformOf } from "../../../src/platform.ts";
import { addReadyAsset, finishProcessing } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { testEnv } from "../../support/setup/env.ts";
import { rawCall } from "../../support/http/call.ts";
import { runAlarmUntil } from "../../support/rows/open-index.ts";
import { disableEncoder } from "../../support/faults/disable-encoder.ts";
import { namedModel } from "../../support/fixtures/named-model.ts";
import { type Person, signUp } from "../../support/http/person.ts";

const TEXT = "The walls of the tower are granite. Children under twelve enter free.";
const MODEL = "multilingual-e5-small/q4/int8-fixed/1";

afterEach(() => {
  vi.restoreAllMocks();
});

const indexOf = ({ organizationId }: Person) => testEnv.KNOWLEDGE_INDEX.getByName(`${organizationId}/0`);

async function read(person: Person, assetId: string) {
  const response = await rawCall("GET", `/v1/assets/${assetId}`, { token: person.token });
  const { data } = await response.json<{ data: any }>();
  return { etag: response.headers.get("etag"), data };
}

/** The asset's embedding state in D1. */
async function told(assetId: string) {
  const row = await testEnv.DB.prepare("SELECT embedding FROM assets WHERE id = ?")
    .bind(assetId)
    .first<{ embedding: string }>();
  return JSON.parse(row?.embedding ?? "null");
}

async function inIndex(
  person: Person,
  change: (sql: SqlStorage, index: KnowledgeIndex) => void,
): Promise<void> {
  await runInDurableObject(indexOf(person), (index: KnowledgeIndex, { storage }) =>
    change(storage.sql, index),
  );
}

const untilReported = async (person: Person, assetId: string, expected: object) =>
  await runAlarmUntil(indexOf(person), async () => expect(await told(assetId)).toMatchObject(expected));

describe("the embedding state of an asset", () => {
  test("the embedding state changes from pending to ready after the asset is ready, in a new view of the same revision", async () => {
    disableEncoder();
    const ada = await signUp();
    const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
    const before = await read(ada, assetId);
    expect(before.data).toMatchObject({ lifecycleState: "ready", producedEmbeddings: false });
    expect(before.data.embeddings).toEqual([{ model: MODEL, state: "pending", percent: 0 }]);
    expect(before.data.metadata.embeddings).toMatchObject({ statusCode: 102, completedAt: null });
    const listed = async (): Promise<string> => {
      const { body } = await call("GET", `/v1/collection/${ada.personalId}/assets`, { token: ada.token });
      return body.data.result.entities[0].data.processingStatusText;
    };
    expect(await listed()).toBe("Ready. Semantic search is not ready yet.");
    vi.restoreAllMocks();
    await inIndex(ada, (sql) => sql.exec("UPDATE embedder_cool_down SET resume_at = 0"));
    await runInDurableObject(indexOf(ada), async (index: KnowledgeIndex) => await index.alarm());
    await untilReported(ada, assetId, { state: "ready" });
    const after = await read(ada, assetId);
    expect(after.data.embeddings).toEqual([{ model: MODEL, state: "ready", percent: 100 }]);
    expect(await listed()).toBe("Ready.");
    expect(after.data).toMatchObject({ producedEmbeddings: true, version: before.data.version });
    expect(after.data.metadata.modifiedAt).toEqual(before.data.metadata.modifiedAt);
    expect(after.data.metadata.embeddings.statusCode).toBe(200);
    expect(after.etag).not.toBe(before.etag);
  });

  test("the embedding states of several assets reach D1 in one batch after D1 was unavailable", async () => {
    const ada = await signUp();
    const prototype = Object.getPrototypeOf(testEnv.DB) as { batch: D1Database["batch"] };
    const { batch } = prototype;
    let [isAway, writes] = [true, 0];
    vi.spyOn(prototype, "batch").mockImplementation(async function (
      this: D1Database,
      statements: D1PreparedStatement[],
    ) {
      const isTelling = JSON.stringify(statements).includes("SET embedding");
      if (isTelling) writes += 1;
      if (isTelling && isAway) throw new Error("D1_ERROR: overloaded");
      return await batch.call(this, statements);
    } as D1Database["batch"]);
    const ids = [
      await addReadyAsset(ada, ada.personalId, TEXT),
      await addReadyAsset(ada, ada.personalId, `${TEXT} The sea is near.`),
    ];
    const waiting = async (): Promise<number> =>
      await runInDurableObject(
        indexOf(ada),
        (_, { storage }) =>
          storage.sql.exec("SELECT 1 FROM embedding_report WHERE state = 'ready' AND due_at > 0").toArray()
            .length,
      );
    await runAlarmUntil(indexOf(ada), async () => expect(await waiting()).toBe(2));
    expect(await told(ids[0] ?? "")).toEqual({});
    [isAway, writes] = [false, 0];
    await inIndex(ada, (sql) => sql.exec("UPDATE embedding_report SET due_at = 0"));
    await runInDurableObject(indexOf(ada), async (index: KnowledgeIndex) => await index.alarm());
    for (const id of ids) expect(await told(id)).toMatchObject({ model: MODEL, state: "ready" });
    expect([await waiting(), writes]).toEqual([0, 1]);
  });

  test("the embedding state returns to pending while the same text is encoded again", async () => {
    const ada = await signUp();
    const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
    await untilReported(ada, assetId, { state: "ready" });
    await inIndex(ada, (_, index) => {
      const { current, named } = index.embedders;
      const embed = async () => await Promise.reject(new EmbedderError("failed", "It is away."));
      index.embedders = { current: current && { ...current, embed }, named };
    });
    await rawCall("POST", `/v1/assets/${assetId}/reprocess`, { token: ada.token });
    await finishProcessing(assetId);
    await untilReported(ada, assetId, { state: "pending" });
    expect((await read(ada, assetId)).data.embeddings).toEqual([
      { model: MODEL, state: "pending", percent: 0 },
    ]);
    await inIndex(ada, (sql, index) => {
      index.embedders = platformOf(testEnv).embedders();
      sql.exec("UPDATE embedder_cool_down SET resume_at = 0");
    });
    await runInDurableObject(indexOf(ada), async (index: KnowledgeIndex) => await index.alarm());
    await untilReported(ada, assetId, { state: "ready" });
  });

  test("the embedding state is failed if the model rejects the whole text, and names the model", async () => {
    const ada = await signUp();
    const embedders = createEmbedders(namedModel("refuses-long"), { builtIn: null, ai: undefined });
    await inIndex(ada, (_, index) => (index.embedders = embedders));
    const refused = await addReadyAsset(ada, ada.personalId, "This is unspeakable.");
    const taken = await addReadyAsset(ada, ada.personalId, "This is unspeakable. The tower is of granite.");
    const model = embedders.current?.name;
    await untilReported(ada, refused, { model, state: "failed", reason: "refused" });
    await untilReported(ada, taken, { model, state: "ready" });
    expect((await read(ada, taken)).data.embeddings).toEqual([
      { model: MODEL, state: "pending", percent: 0 },
    ]);
    await inIndex(ada, (_, index) => (index.embedders = platformOf(testEnv).embedders()));
    await runInDurableObject(indexOf(ada), async (index: KnowledgeIndex) => await index.alarm());
    await untilReported(ada, taken, { model: MODEL, state: "ready" });
  });

  test("the embedding state is failed over the vector limit, and ready after space becomes free", async () => {
    const ada = await signUp();
    const first = await addReadyAsset(ada, ada.personalId, TEXT);
    await untilReported(ada, first, { state: "ready" });
    await inIndex(ada, (sql) => sql.exec("UPDATE vector_block SET live = live + 450000"));
    const second = await addReadyAsset(ada, ada.personalId, `${TEXT} The sea is near.`);
    await untilReported(ada, second, { state: "failed", reason: "full" });
    const { data } = await read(ada, second);
    expect(data.embeddings).toEqual([{ model: MODEL, state: "failed", percent: 0 }]);
    expect(data.metadata.embeddings.failedReason).toContain("limit of vectors");
    await inIndex(ada, (sql) => sql.exec("UPDATE vector_block SET live = live - 450000"));
    await runInDurableObject(indexOf(ada), async (index: KnowledgeIndex) => await index.alarm());
    await untilReported(ada, second, { state: "ready" });
  });

  test("the embedding state names a newly configured model without any other change", async () => {
    const ada = await signUp();
    const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
    await untilReported(ada, assetId, { state: "ready" });
    await testEnv.DB.prepare("UPDATE assets SET embedding = '{}' WHERE id = ?").bind(assetId).run();
    await inIndex(ada, (sql) => sql.exec("UPDATE vector_set SET name = 'of before'"));
    await runInDurableObject(indexOf(ada), async (_, { storage }) => await storage.deleteAlarm());
    await evictDurableObject(indexOf(ada));
    await indexOf(ada).stats();
    await untilReported(ada, assetId, { model: MODEL, state: "ready" });
    expect((await read(ada, assetId)).data.producedEmbeddings).toBe(true);
  });
});
