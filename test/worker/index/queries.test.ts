import { expect, test } from "vitest";
import {
  foundTexts,
  indexParagraphs,
  openIndex,
  RAIL,
  searchIndex,
  TEA,
} from "../../support/rows/open-index.ts";

test.each([
  ["nothing", ""],
  ["a blank", " "],
  ["a quote", '"'],
  ["three quotes", '"""'],
  ["an apostrophe", "'"],
  ["an operator at the end", "tea AND"],
  ["NEAR", "NEAR(tea, 2)"],
  ["a column", "title:tea"],
  ["an anchor", "^tea*"],
  ["a minus", "-tea"],
  ["braces", "{tea}"],
  ["an open bracket", "(tea"],
  ["operators", "tea + OR NOT"],
  ["a star", "*"],
  ["emoji", "🙂🙂"],
  ["a NUL", "\0tea"],
  ["half a surrogate pair", "\ud800"],
  ["wildcards", "%_"],
  ["odd numbers", "½ ⒈ ㏂"],
  ["stop words alone", "after it is"],
  ["SQL", "'; DROP TABLE chunk; --"],
  ["100 KB of a word", "tea ".repeat(25_000)],
  ["100 KB of a letter", "x".repeat(100_000)],
  ["100 KB of accents", "é".repeat(50_000)],
  ["100 KB of Chinese", "黑".repeat(33_000)],
])("a search for %s does not fail", async (_, query) => {
  const stub = openIndex();
  await indexParagraphs(stub, [TEA]);
  const { passages, coverage } = await searchIndex(stub, query);
  expect(passages.map(({ text }) => text)).toEqual(/tea|after/.test(query) ? [TEA] : []);
  expect(coverage > 0).toBe(passages.length > 0);
});

test("a search finds Chinese text by pairs of characters and by one character alone", async () => {
  const stub = openIndex();
  const [panthers, cats] = ["黑豹队的防守只丢了308分，在联赛中排名第六。", "城里有一只猫，狗在跑。"];
  await indexParagraphs(stub, [panthers, cats]);
  const { passages } = await searchIndex(stub, "黑豹队的防守丢了多少分？");
  expect(passages[0]).toMatchObject({ text: panthers });
  expect(passages[0]?.matched).toContain("黑豹队的防守");
  expect(await foundTexts(stub, "猫")).toEqual([cats]);
  expect(await foundTexts(stub, "狗")).toEqual([cats]);
});

test("a search ignores inflections, accents and case", async () => {
  const stub = openIndex();
  await indexParagraphs(stub, ["Die Straßen von Łódź", "Résumés were reviewed"]);
  expect(await foundTexts(stub, "STRASSEN lodz")).toEqual(["Die Straßen von Łódź"]);
  expect(await foundTexts(stub, "reviewing a resume")).toEqual(["Résumés were reviewed"]);
});

test("a search clamps its limit to 1..100", async () => {
  const stub = openIndex();
  await indexParagraphs(
    stub,
    Array.from({ length: 150 }, (_, i) => `${TEA} ${i}`),
  );
  for (const [limit, count] of [
    [7, 7],
    [0, 1],
    [-3, 1],
    [1.9, 1],
    [NaN, 1],
    [1e9, 100],
  ] as const) {
    expect((await searchIndex(stub, "tea", { limit })).passages).toHaveLength(count);
  }
});

test("an excluded asset is out of scope in any case and displaces no other result", async () => {
  const stub = openIndex();
  const crowd = Array.from({ length: 120 }, (_, at) => `Green tea, green tea, green tea: note ${at}.`);
  await indexParagraphs(stub, crowd, { assetId: "asset_a" });
  await indexParagraphs(stub, [TEA], { assetId: "asset_b" });
  expect(await foundTexts(stub, "green tea", { limit: 100 })).not.toContain(TEA);
  for (const assetIds of [[], ["asset_a"]]) {
    expect(
      await foundTexts(stub, "green tea", { assetIds, excludedAssetIds: ["asset_a", "asset_x"] }),
    ).toEqual([TEA]);
  }
});

test("passages are sorted by score", async () => {
  const stub = openIndex();
  await indexParagraphs(stub, ["Tea and rails and coal.", `${TEA} Tea is green.`, RAIL]);
  const { passages } = await searchIndex(stub, "green tea steamed");
  expect(passages[0]?.text).toBe(`${TEA} Tea is green.`);
  expect(passages.map(({ score }) => score)).toEqual(
    passages.map(({ score }) => score).toSorted((a, b) => b - a),
  );
});
