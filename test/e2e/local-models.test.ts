import { afterAll, describe, expect, test } from "vitest";
import { Request } from "../../scripts/lib/miniflare.ts";
import { startLocalModels } from "../../scripts/lib/models/local-models.ts";
import { openModelServer } from "../../scripts/lib/models/model-server.ts";
import proxy from "../../scripts/lib/models/proxy-worker.ts";
import { createLocalEmbedder, createLocalReader } from "../../src/models/local-models.ts";

const local = startLocalModels({ encoder: true, reader: true });
const fetch = async (url: string, init: object) => await local?.answer(new Request(url, init));
const binding = { fetch } as unknown as Fetcher;
const TIMEOUT_MS = 60_000;
afterAll(() => local?.stop());

async function embed(texts: readonly string[], purpose: "question" | "passage") {
  return (await createLocalEmbedder(binding, "acme")?.embed(texts, purpose, TIMEOUT_MS)) ?? [];
}

async function read(question: string, passages: readonly string[]) {
  const readings = (await createLocalReader(binding, "acme")?.read(question, passages, TIMEOUT_MS)) ?? [];
  return readings.map((reading, at) => ({
    probability: reading?.probability ?? 0,
    words: passages[at]?.slice(reading?.span?.start ?? 0, reading?.span?.end ?? 0),
  }));
}

function cosine(one: Int8Array = new Int8Array(), other: Int8Array = new Int8Array()): number {
  const dot = (a: Int8Array, b: Int8Array): number =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
}

describe("the model process", () => {
  test("vectors of the same meaning are closer than others, across languages", async () => {
    const [question] = await embed(["When does the last ferry leave?"], "question");
    const passages = [
      "The last boat departs at 22:15.",
      "Das letzte Schiff fährt um 22:15 Uhr.",
      "Beat two eggs.",
    ];
    const [english = 0, german = 0, other = 0] = (await embed(passages, "passage")).map((vector) =>
      cosine(question, vector),
    );
    expect(Math.min(english, german)).toBeGreaterThan(other + 0.05);
  });

  test("a vector is the same alone and in a batch, and zero for a text of spaces", async () => {
    const texts = [
      "One sentence.",
      "  \n",
      "A longer sentence with more words than the first one.",
      "One sentence.",
    ];
    const [first, blank, , last] = await embed(texts, "passage");
    expect([last, ...(await embed(["One sentence."], "passage"))]).toEqual([first, first]);
    expect(blank?.every((value) => value === 0)).toBe(true);
    expect(first?.some((value) => value !== 0)).toBe(true);
  });

  test("a text beyond the model's length has a vector", async () => {
    const [vector] = await embed(["word ".repeat(1_500)], "passage");
    expect(vector).toHaveLength(384);
  });

  test("the reader places the answer in UTF-16 code units, and knows a passage without one", async () => {
    const passages = ["😀 It departs at 22:15 from the north pier.", "Beat two eggs with a fork.", ""];
    const [answer, other, empty] = await read("From which pier does the ferry depart?", passages);
    expect(answer?.words).toContain("north");
    expect(answer?.probability).toBeGreaterThan(2 * (other?.probability ?? 1));
    expect(empty).toEqual({ probability: 0, words: "" });
  });

  test("the reader finds an answer at the end of a passage longer than its window", async () => {
    const filler = "The harbor has a bakery, a bank and a library near the old wall. ".repeat(40);
    const [answer] = await read("When was the lighthouse built?", [
      `${filler}The lighthouse was built in 1887.`,
    ]);
    expect(answer?.words).toContain("1887");
  });

  test("the server of npm run dev answers through its proxy, and rejects callers without the secret", async () => {
    if (local === null) throw new Error("No model runs here.");
    const { origin, secret } = await openModelServer(local);
    const body = JSON.stringify({ purpose: "passage", texts: ["It rains."] });
    const ask = (url: string) => new globalThis.Request(url, { method: "POST", body });
    const env = { ORIGIN: origin, SECRET: secret };
    const response = await proxy.fetch(ask("http://models/embed") as never, env);
    expect([new Int8Array(await response.arrayBuffer())]).toEqual(await embed(["It rains."], "passage"));
    expect((await globalThis.fetch(ask(`${origin}/embed`))).status).toBe(403);
  });

  test("a job of a process that ends runs again in its successor", async () => {
    const before = await embed(["It rains."], "passage");
    const { pid, starts } = local?.usage() ?? {};
    process.kill(pid ?? 0, "SIGKILL");
    expect(await embed(["It rains."], "passage")).toEqual(before);
    expect(local?.usage().starts).toBe((starts ?? 0) + 1);
  });
});
