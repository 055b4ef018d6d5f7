import { describe, expect, test } from "vitest";
import { recognizeOverview } from "../../src/answering/overviews/recognize-overview.ts";
import { OVERVIEW_REQUESTS } from "../../src/answering/overviews/overview-requests.ts";
import { type Embedder, EmbedderError } from "../../src/models/embedder.ts";
import { OTHER_QUESTIONS } from "../support/fixtures/overview-requests.ts";

const DOCUMENTS = ["Staff handbook", "Gartenordnung Lindenhöhe", "Minutes of the 40th meeting"].map(
  (displayName) => ({ displayName }),
);
const named = async (message: string, embedder: Embedder | null = null) =>
  (await recognizeOverview(message, DOCUMENTS, embedder))?.map(({ displayName }) => displayName) ?? null;

describe("without an embedder", () => {
  test.each([
    "Summarize this document",
    "What is in these documents?",
    "Worum geht es hier?",
    "有哪些文档？",
  ])("the message %s asks for an overview of the scope", async (message) => {
    expect(await named(message)).toEqual([]);
  });

  test.each([
    ["What is the handbook about?", "Staff handbook"],
    ["Fass mir bitte die Gartenordnung zusammen", "Gartenordnung Lindenhöhe"],
  ])("the message %s asks for an overview of %s", async (message, name) => {
    expect(await named(message)).toEqual([name]);
  });

  test("a question about one subject is no overview request", async () => {
    const questions = ["Summarize the quiet hours", "Who wrote the handbook?", "", "?", "Why? ".repeat(40)];
    for (const message of questions) expect([message, await named(message)]).toEqual([message, null]);
    const recognized = await Promise.all(OTHER_QUESTIONS.map((message) => named(message)));
    expect(OTHER_QUESTIONS.filter((_, at) => recognized[at] !== null).length).toBeLessThanOrEqual(2);
  });
});

/** A model of two dimensions: the known requests with texts that contain "docs", and all other texts. */
const MODEL: Embedder = {
  name: "two-dimensions",
  dimensions: 2,
  isBuiltIn: false,
  batch: 4,
  embed: async (texts) =>
    await Promise.resolve(
      texts.map(
        (text) =>
          new Int8Array(/docs/i.test(text) || OVERVIEW_REQUESTS.includes(text) ? [120, 10] : [10, 120]),
      ),
    ),
};

describe("with an embedder", () => {
  test("a message that is near a request in meaning asks for an overview, whatever its words", async () => {
    expect(await named("Docs, svp", MODEL)).toEqual([]);
    expect(await named("Was steht in diesen Unterlagen?", MODEL)).toBeNull();
  });

  test("the service compares the spelling if the embedder fails", async () => {
    const embed = async () => await Promise.reject(new EmbedderError("slow", "late"));
    const broken = { ...MODEL, name: "broken", embed };
    expect(await named("Summarize this document", broken)).toEqual([]);
    expect(await named("Docs, svp", broken)).toBeNull();
  });
});
