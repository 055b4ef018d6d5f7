import { afterAll, describe, expect, test } from "vitest";
import { Request } from "../../scripts/lib/miniflare.ts";
import { startLocalModels } from "../../scripts/lib/models/local-models.ts";
import { obstacleOf } from "../../scripts/lib/models/supported-models.ts";
import { recognizeOverview } from "../../src/answering/overviews/recognize-overview.ts";
import type { Embedder } from "../../src/models/embedder.ts";
import { createLocalEmbedder } from "../../src/models/local-models.ts";
import { FOLLOW_UPS, OTHER_QUESTIONS, OVERVIEW_REQUESTS } from "../support/fixtures/overview-requests.ts";

const obstacle = obstacleOf("encoder");
const local = obstacle === null ? startLocalModels({ encoder: true, reader: false }) : null;
const fetch = async (url: string, init: object) => await local?.answer(new Request(url, init));
const patient = (embedder: Embedder | null): Embedder | null =>
  embedder && { ...embedder, embed: async (texts, purpose) => await embedder.embed(texts, purpose, 60_000) };
const embedder = patient(createLocalEmbedder({ fetch } as unknown as Fetcher, "acme"));
const DOCUMENTS = ["Staff handbook", "Gartenordnung Lindenhöhe", "清溪茶馆须知"].map((displayName) => ({
  displayName,
}));
afterAll(() => local?.stop());

const named = async (message: string) =>
  (await recognizeOverview(message, DOCUMENTS, embedder))?.map(({ displayName }) => displayName) ?? null;

// The weights are not in the repository yet.
describe.skipIf(obstacle !== null)("the recognition of overview requests by the embedding model", () => {
  test("at least four of five overview requests in eighteen languages count as such", async () => {
    const requests = Object.values(OVERVIEW_REQUESTS).flat();
    const missed: string[] = [];
    for (const message of requests) if ((await named(message)) === null) missed.push(message);
    expect(missed).toSatisfy((all: string[]) => all.length <= requests.length / 5);
  });

  test("of questions that resemble overview requests, at most one in twelve counts as one", async () => {
    const mistaken: string[] = [];
    for (const message of OTHER_QUESTIONS) if ((await named(message)) !== null) mistaken.push(message);
    expect(mistaken).toSatisfy((all: string[]) => all.length <= OTHER_QUESTIONS.length / 12);
  });

  test("a follow-up without a subject is no overview request", async () => {
    for (const message of FOLLOW_UPS) expect([message, await named(message)]).toEqual([message, null]);
  });

  test.each([
    ["Summarize the handbook", "Staff handbook"],
    ["Worum geht es in der Gartenordnung?", "Gartenordnung Lindenhöhe"],
    ["总结一下清溪茶馆须知", "清溪茶馆须知"],
  ])("the request %s names the document %s", async (message, name) => {
    expect(await named(message)).toEqual([name]);
  });

  test.each([
    "Summarize the quiet hours",
    "Give me an overview of the offers for the roof",
    "总结一下安全规定",
  ])("the request %s has a subject and is an ordinary question", async (message) => {
    expect(await named(message)).toBeNull();
  });
});
