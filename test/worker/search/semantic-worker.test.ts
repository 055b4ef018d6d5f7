import { describe, expect, test, vi } from "vitest";
import { platformOf } from "../../../src/platform.ts";
import { createSemanticClient } from "../../../src/semantic/semantic-client.ts";
import { withNeighborCache } from "../../../src/semantic/neighbor-cache.ts";
import { cosineSimilarities } from "../../../src/knowledge-index/vectors/cosine-similarities.ts";
import { testEnv } from "../../support/setup/env.ts";

const SENTENCES = [
  "The boat leaves from the fish market at ten and returns at half past three.",
  "Dogs must stay on the lower deck.",
  "In 2011 a storm tore the roof off the engine house.",
];
const semantic = platformOf(testEnv).semantic();

describe("the semantic Worker", () => {
  test("the semantic Worker returns similar words, the most similar first", async () => {
    const near = await semantic.nearestWords(["ferry", "pets", "qwertyx"], 15);
    expect([...(near?.keys() ?? [])]).toEqual(["ferry", "pets"]);
    expect(near?.get("ferry")?.map(({ word }) => word)).toContain("boat");
    expect(near?.get("pets")?.map(({ word }) => word)).toContain("dogs");
    const ferryCosines = near?.get("ferry")?.map(({ cosine }) => cosine) ?? [];
    expect(ferryCosines).toEqual(ferryCosines.toSorted((one, other) => other - one));
    expect(ferryCosines).toHaveLength(15);
  });

  test("the semantic Worker receives each word once, until the cache evicts it", async () => {
    const asked: unknown[] = [];
    const binding = {
      fetch: async (url: string, init: { readonly body: string }) => {
        asked.push((JSON.parse(init.body) as { words: unknown }).words);
        return await testEnv.SEMANTIC_MODEL?.fetch(url, { method: "POST", ...init });
      },
    } as unknown as Fetcher;
    const remembering = withNeighborCache(createSemanticClient(binding, "on"), 60);
    const first = await remembering.nearestWords(["ferry", "qwertyx", "pets"], 15);
    expect(first).toEqual(await semantic.nearestWords(["ferry", "qwertyx", "pets"], 15));
    expect(await remembering.nearestWords(["pets", "qwertyx", "ferry"], 15)).toEqual(first);
    expect(await remembering.nearestWords(["storm", "ferry"], 15)).toEqual(
      await semantic.nearestWords(["storm", "ferry"], 15),
    );
    expect(asked).toEqual([["ferry", "qwertyx", "pets"], ["storm"]]);
    // The cache key includes the limit, and the cache evicts the least recently used entry.
    expect((await remembering.nearestWords(["pets"], 20))?.get("pets")).toHaveLength(20);
    await remembering.nearestWords(["ferry"], 15);
    await remembering.nearestWords(["pets"], 15);
    expect(asked.slice(2)).toEqual([["pets"], ["pets"]]);
  });

  test("the semantic Worker receives a word again after a failure", async () => {
    let isAway = true;
    const fetchOf = async (url: string, init: RequestInit) =>
      isAway ? new Response(null, { status: 503 }) : await testEnv.SEMANTIC_MODEL?.fetch(url, init);
    const remembering = withNeighborCache(
      createSemanticClient({ fetch: fetchOf } as unknown as Fetcher, "on"),
    );
    const silent = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    expect(await remembering.nearestWords(["ferry"], 15)).toBeNull();
    silent.mockRestore();
    isAway = false;
    expect((await remembering.nearestWords(["ferry"], 15))?.get("ferry")).toHaveLength(15);
  });

  test("the semantic Worker finds the paraphrase by word vectors", async () => {
    const similarities = [
      ...((await semantic.similarities("Are pets allowed on the ferry?", SENTENCES)) ?? []),
    ];
    expect(similarities.indexOf(Math.max(...similarities))).not.toBe(2);
    expect(await semantic.similarities("Are pets allowed?", ["", "…"])).toEqual(new Float32Array(2));
  });

  test("the semantic Worker finds the paraphrase by sentence vectors", async () => {
    const [question = new Int8Array(), ...stored] =
      (await semantic.encode(["Are pets allowed on the ferry?", ...SENTENCES])) ?? [];
    const found = [...cosineSimilarities(question, new Int8Array(stored.flatMap((vector) => [...vector])))];
    expect(found.indexOf(Math.max(...found))).toBe(1);
  });

  test("the semantic Worker returns zeros for empty sentences", async () => {
    expect(await semantic.encode(["", " \n\t"])).toEqual([new Int8Array(64), new Int8Array(64)]);
  });

  test("the semantic Worker processes hostile text quickly", async () => {
    const hostile = [
      "x".repeat(100_000),
      "\ud800".repeat(3_000),
      "😀".repeat(3_000),
      "▁".repeat(3_000),
      "\0".repeat(3_000),
    ];
    expect(await semantic.encode(hostile)).toHaveLength(hostile.length);
    expect(await semantic.similarities(hostile[0] ?? "", hostile)).toHaveLength(hostile.length);
    expect(await semantic.nearestWords([...hostile, "__proto__", "constructor"], 5)).toEqual(
      new Map([["constructor", expect.any(Array)]]),
    );
  });

  test("a call leaves no timer after the response, which would keep the calling Durable Object in memory", async () => {
    const [started, cleared] = [vi.spyOn(globalThis, "setTimeout"), vi.spyOn(globalThis, "clearTimeout")];
    expect(await semantic.encode(SENTENCES)).toHaveLength(SENTENCES.length);
    const timers = started.mock.results.map(({ value }) => value as unknown);
    const ended = cleared.mock.calls.flat();
    vi.restoreAllMocks();
    expect(timers).toHaveLength(1);
    expect(ended).toEqual(timers);
  });

  test("the semantic Worker receives no request if the setting is off", async () => {
    expect(await createSemanticClient(testEnv.SEMANTIC_MODEL, "off").encode(SENTENCES)).toBeNull();
  });

  test("the semantic Worker answers no other path", async () => {
    const answers = await Promise.all(
      ["/", "/words.bin", "/encoder.bin", "/manifest.json"].map(
        async (path) => await testEnv.SEMANTIC_MODEL?.fetch(`http://semantic${path}`),
      ),
    );
    expect(answers.map((answer) => answer?.status)).toEqual([404, 404, 404, 404]);
  });
});
