import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import type { KnowledgeIndex } from "../../../src/knowledge-index/knowledge-index.ts";
import { isRefolding } from "../../../src/knowledge-index/refolding.ts";
import { foundTexts, indexParagraphs, openIndex, searchIndex } from "../../support/knowledge-index.ts";
import { writeOldIndex } from "../../support/old-index.ts";

const LEAVES = "green tea is steamed soon after it is plucked";
const COAL = "coal came by the railway";

test("an index that was made before its tables had a version answers as before, and takes new runs", async () => {
  const [old, fresh] = [openIndex(), openIndex()];
  await writeOldIndex(old, [
    { id: "asset_a", run: 3, collectionId: "col_1", texts: [LEAVES, COAL] },
    { id: "asset_b", run: 1, collectionId: "col_1", texts: [COAL] },
  ]);
  await indexParagraphs(fresh, [LEAVES, COAL], { run: 3 });
  await indexParagraphs(fresh, [COAL], { assetId: "asset_b" });
  expect(await old.stats()).toEqual({ assets: 2, chunks: 3 });
  const [before, expected] = [await searchIndex(old, "steaming teas"), await searchIndex(fresh, "steaming teas")];
  expect(before.passages.map(({ score, matched }) => ({ score, matched }))).toEqual(
    expected.passages.map(({ score, matched }) => ({ score, matched })),
  );
  expect(before.confidence).toBe(expected.confidence);
  expect(await indexParagraphs(old, [COAL], { run: 2 })).toEqual({ outcome: "older_run", chunks: 2 });
  expect(await indexParagraphs(old, ["coffee is roasted"], { run: 4 })).toEqual({ outcome: "replaced", chunks: 1 });
  expect(await foundTexts(old, "tea")).not.toContain(LEAVES);
  expect(await foundTexts(old, "coal coffee")).toHaveLength(2);
  await old.removeAsset({ assetId: "asset_a", run: 4 });
  expect(await old.stats()).toEqual({ assets: 1, chunks: 1 });
});

test("words of an index that was made by other rules are found while it is rewritten, and as in a new one after", async () => {
  const texts = ["ภาษาไทยเป็นภาษาที่สวยงาม", "الحكومة وافقت على القانون", "thanh pho hue nam o dau", LEAVES];
  const [old, fresh] = [openIndex(), openIndex()];
  // As the rules of before had it: pairs of characters, the article, no tones.
  await writeOldIndex(
    old,
    [{ id: "asset_a", run: 1, collectionId: "col_1", texts }],
    ["ภา าษ ษา าไ ไท ทย ยเ เป็ ป็น นภ ภา าษ ษา าที่ ที่ส สว วย ยง งา าม", "الحكومة وافقت على القانون", "thanh pho hue nam o dau", LEAVES],
  );
  await indexParagraphs(fresh, texts);
  await old.stats();
  const questions = ["ภาษาไทย", "القانون", "thanh pho", "tea"];
  for (const [at, question] of questions.entries()) expect(await foundTexts(old, question)).toEqual([texts[at]]);
  while (await runDurableObjectAlarm(old)) {
    if (!(await isRefoldingIn(old))) break;
  }
  for (const question of ["ภาษาไทย", "قانون", "thanh pho", "tea"]) {
    const [rewritten, expected] = [await searchIndex(old, question), await searchIndex(fresh, question)];
    expect(rewritten.passages.map(({ text, score }) => ({ text, score }))).toEqual(
      expected.passages.map(({ text, score }) => ({ text, score })),
    );
    expect(rewritten.passages).toHaveLength(1);
  }
});

test("an asset that is replaced or removed while the index is rewritten stays so", async () => {
  const old = openIndex();
  await writeOldIndex(old, [
    { id: "asset_a", run: 1, collectionId: "col_1", texts: [LEAVES] },
    { id: "asset_b", run: 1, collectionId: "col_1", texts: [LEAVES] },
  ]);
  await old.removeAsset({ assetId: "asset_a", run: 1 });
  await indexParagraphs(old, [COAL], { assetId: "asset_b", run: 2 });
  expect(await isRefoldingIn(old)).toBe(false);
  await runDurableObjectAlarm(old);
  expect(await foundTexts(old, "steamed leaves")).toEqual([]);
  expect(await foundTexts(old, "coal")).toEqual([COAL]);
});

async function isRefoldingIn(stub: DurableObjectStub<KnowledgeIndex>): Promise<boolean> {
  return await runInDurableObject(stub, (_, { storage }) => isRefolding(storage.sql));
}
