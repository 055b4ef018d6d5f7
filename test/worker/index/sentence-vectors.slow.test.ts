import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import type { KnowledgeIndex } from "../../../src/knowledge-index/knowledge-index.ts";
import { embedBatch } from "../../../src/knowledge-index/vectors/embed-batch.ts";
import type { Embedder } from "../../../src/models/embedder.ts";
import { createEmbedders } from "../../../src/models/create-embedders.ts";
import { namedModel } from "../../support/fixtures/named-model.ts";
import { indexParagraphs, openIndex as openPlainIndex, searchIndex } from "../../support/rows/open-index.ts";

const DIMENSIONS = 64;
const MODEL = createEmbedders({ ...namedModel("plain"), kept: DIMENSIONS }, { builtIn: null, ai: undefined });
const TEXTS = [
  "She came to the island in 1998 with two goats and a radio. The lamp was electrified in 1957.",
  "The walls of the tower are granite. Children under twelve enter free.",
];

const BYTES = "SELECT coalesce(sum(length(vectors)), 0) AS bytes FROM chunk_vectors";

const WITHOUT_LAST = "DELETE FROM chunk_vectors WHERE key >> 1 = (SELECT max(rowid) FROM chunk_fts)";

type Index = DurableObjectStub<KnowledgeIndex>;

async function openIndex(): Promise<Index> {
  const stub = openPlainIndex();
  await runInDurableObject(stub, (index: KnowledgeIndex) => {
    index.embedders = MODEL;
    index.questionTimeoutMs = 20_000;
  });
  return stub;
}

async function bytesIn(stub: Index): Promise<number> {
  return await runInDurableObject(
    stub,
    (_, { storage }) => storage.sql.exec<{ bytes: number }>(BYTES).one().bytes,
  );
}

async function settled(stub: Index, bytes: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await runDurableObjectAlarm(stub);
      expect(await bytesIn(stub)).toBe(bytes);
    },
    { timeout: 20_000, interval: 100 },
  );
}

describe("sentence vectors", () => {
  test("sentence vectors appear after the document is ready, and find passages without a common word", async () => {
    const stub = await openIndex();
    await indexParagraphs(stub, TEXTS);
    await settled(stub, 6 * DIMENSIONS);
    const { passages } = await searchIndex(stub, "What animals does this person have?");
    expect(passages[0]?.text).toBe(TEXTS[0]);
    expect(passages[0]?.similarities).toHaveLength(2);
  });

  test("sentence vectors disappear with a removed document or a replaced run", async () => {
    const stub = await openIndex();
    await indexParagraphs(stub, TEXTS);
    await settled(stub, 6 * DIMENSIONS);
    await indexParagraphs(stub, ["A sentence about trains."], { run: 2 });
    expect(
      (await searchIndex(stub, "What animals does this person have?")).passages.map(({ text }) => text),
    ).not.toContain(TEXTS[0]);
    await settled(stub, DIMENSIONS);
    await stub.removeAsset({ assetId: "asset_a", run: 2 });
    expect((await searchIndex(stub, "What animals does this person have?")).passages).toEqual([]);
    await settled(stub, 0);
  });

  test("sentence vectors do not rank documents above other documents whose vectors are still pending", async () => {
    const stub = await openIndex();
    const answer = "The ceiling was painted by two brothers from the town.";
    const others = [
      "Who paints here pays for the colours.",
      "The painter of the walls is unknown.",
      "A ceiling of glass covers the court.",
    ];
    await indexParagraphs(stub, [...others, answer]);
    await settled(stub, 4 * DIMENSIONS);
    const best = async () => (await searchIndex(stub, "Who painted the ceiling?")).passages[0]?.text;
    expect(await best()).toBe(answer);
    await runInDurableObject(stub, (_, { storage }) => void storage.sql.exec(WITHOUT_LAST));
    expect(await best()).toBe(answer);
  });

  test("sentence vectors become complete after any interruption", async () => {
    const stub = await openIndex();
    const many = Array.from(
      { length: 20 },
      (_, n) => `The keeper of lamp ${n} is here. The walls are of stone. The sea is near.`,
    );
    await runInDurableObject(stub, (index: KnowledgeIndex) => {
      let broken = 0;
      index.yieldToEventLoop = async () => {
        await scheduler.wait(0);
        if ((broken += 1) % 2 === 1 && broken < 20) throw new Error("broken off");
      };
    });
    await indexParagraphs(stub, many).catch(() => undefined);
    await indexParagraphs(stub, many);
    await vi.waitFor(
      async () => {
        await runDurableObjectAlarm(stub).catch(() => undefined);
        expect(await bytesIn(stub)).toBe(80 * DIMENSIONS);
      },
      { timeout: 20_000, interval: 100 },
    );
    const rows = await runInDurableObject(stub, (_, { storage }) =>
      storage.sql.exec<{ bytes: number }>("SELECT length(vectors) AS bytes FROM chunk_vectors").toArray(),
    );
    expect(rows).toEqual(Array.from({ length: 20 }, () => ({ bytes: 4 * DIMENSIONS })));
  });

  test("the index discards sentence vectors of a run that is replaced during encoding", async () => {
    const stub = await openIndex();
    await indexParagraphs(stub, TEXTS);
    await runInDurableObject(stub, async (index: KnowledgeIndex, { storage }) => {
      const slow: Embedder = {
        ...(MODEL.current as Embedder),
        embed: async (...order) => {
          await index.removeAsset({ assetId: "asset_a", run: 1 });
          return (await MODEL.current?.embed(...order)) ?? [];
        },
      };
      await embedBatch({ storage }, slow);
    });
    expect(await bytesIn(stub)).toBe(0);
  });
});
