/**
 * Promise: Indexing a long text yields between slices, and searches never see half of the text. Attack: A
 * text of 25 MiB blocked its organization's index, and locally the whole service, until all of its rows were
 * written.
 */
import { expect, test } from "vitest";
import { openIndex, searchIndex, storeParagraphs, TEA } from "../support/rows/open-index.ts";

test("the index answers other callers while it writes a long text", async () => {
  const stub = openIndex();
  await stub.replaceAsset(await storeParagraphs(stub, [TEA], { assetId: "asset_small" }));
  const filler =
    "Ordinary sentences about weather, roads and markets fill the page until it is long enough. ".repeat(9);
  const paragraphs = Array.from({ length: 640 }, (_, at) => `Entry ${at}. ${filler}`);
  const input = await storeParagraphs(stub, paragraphs, { assetId: "asset_long" });
  let answers = 0;
  let isDone = false;
  const replaced = stub.replaceAsset(input).finally(() => (isDone = true));
  while (!isDone) {
    const { passages } = await searchIndex(stub, "tea weather", { assetIds: ["asset_long"] });
    if (isDone) break;
    expect(passages.map(({ text }) => text)).toEqual([TEA]);
    answers += 1;
    // Calls within one process complete without I/O, and the slices yield only at I/O. Callers from outside
    // wait like this.
    await scheduler.wait(1);
  }
  expect(await replaced).toEqual({ outcome: "replaced", chunks: 640 });
  // 640 chunks are 36 slices of 16,000 characters.
  expect(answers).toBeGreaterThan(12);
});
