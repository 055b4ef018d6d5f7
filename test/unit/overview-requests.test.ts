import { expect, test } from "vitest";
import { recognizeOverview } from "../../src/answering/overviews/recognize-overview.ts";
import { OVERVIEW_REQUESTS } from "../../src/answering/overviews/overview-requests.ts";
import { type Embedder, EmbedderError } from "../../src/models/embedder.ts";

const DOCUMENTS = ["Staff handbook", "Gartenordnung Lindenhöhe", "Minutes of the 40th meeting"].map(
  (displayName) => ({ displayName }),
);
const named = async (message: string, embedder: Embedder | null) =>
  (await recognizeOverview(message, DOCUMENTS, embedder))?.map(({ displayName }) => displayName) ?? null;

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

test("a message that is near a request in meaning asks for an overview, whatever its words", async () => {
  expect(await named("Docs, svp", MODEL)).toEqual([]);
  expect(await named("Was steht in diesen Unterlagen?", MODEL)).toBeNull();
});

test("a long message and one without letters ask for no overview", async () => {
  expect(await named("", MODEL)).toBeNull();
  expect(await named(`Docs ${"Why? ".repeat(40)}`, MODEL)).toBeNull();
});

test("without vectors, every message is a question", async () => {
  const embed = async () => await Promise.reject(new EmbedderError("slow", "late"));
  for (const embedder of [null, { ...MODEL, name: "broken", embed }])
    expect(await named("Summarize this document", embedder)).toBeNull();
});
