import { expect, test } from "vitest";
import { foundTexts, indexParagraphs, openIndex, searchIndex } from "../../support/rows/open-index.ts";

const FIRST = "# Qilvar\n\n## Zorvel\n\n| boat | mexit |\n| --- | --- |\n| heron | 4 |";
const SECOND = "| gannet | 7 |\n| tern | 9 |";
const PROSE = "Children pay nothing.";
const OTHER = "## Trebun\n\nThe north pier is closed.";
const LAST = "```\n# mexit\n\n```\n\nThe south pier is open.";
const PARAGRAPHS = [FIRST, SECOND, PROSE, OTHER, LAST];
const COLUMNS = "| boat | mexit |";

/** The heading context of each result. */
async function aboveEach(
  stub: ReturnType<typeof openIndex>,
  query: string,
): Promise<Record<string, unknown>> {
  const { passages } = await searchIndex(stub, query);
  return Object.fromEntries(
    passages.map(({ text, above }) => [
      text,
      above === null || above === undefined ? null : JSON.parse(above),
    ]),
  );
}

test("a search finds a chunk by its heading context and table header, and not by those of other chunks", async () => {
  const stub = openIndex();
  await indexParagraphs(stub, PARAGRAPHS, { displayName: "Vrolin" });
  expect((await foundTexts(stub, "mexit")).toSorted()).toEqual([FIRST, SECOND, LAST].toSorted());
  expect((await foundTexts(stub, "zorvel")).toSorted()).toEqual([FIRST, SECOND, PROSE].toSorted());
  expect((await foundTexts(stub, "trebun")).toSorted()).toEqual([OTHER, LAST].toSorted());
  expect(await aboveEach(stub, "qilvar")).toEqual({
    [FIRST]: null,
    [SECOND]: {
      headings: "Qilvar\nZorvel",
      levels: [1, 2],
      columns: { start: FIRST.indexOf(COLUMNS), text: COLUMNS },
    },
    [PROSE]: { headings: "Qilvar\nZorvel", levels: [1, 2], columns: null },
    [OTHER]: { headings: "Qilvar", levels: [1], columns: null },
    [LAST]: { headings: "Qilvar\nTrebun", levels: [1, 2], columns: null },
  });
  expect((await searchIndex(stub, "trebun")).passages[0]?.text).toBe(OTHER);
});

test("an underlined line of plain text is a heading, a rule is not", async () => {
  const stub = openIndex();
  const texts = [
    "Qilvar 3.3\n==========\n\nReleased in May.",
    "Bugs\n----\n\nOne trebun.",
    "Another trebun, and a rule.\n\na b c\n----------------",
  ];
  await indexParagraphs(stub, [...texts, "The last trebun."], { displayName: "Vrolin" });
  const above = { headings: "Qilvar 3.3\nBugs", levels: [1, 2], columns: null };
  expect(await aboveEach(stub, "trebun")).toEqual({
    [texts[1] ?? ""]: { headings: "Qilvar 3.3", levels: [1], columns: null },
    [texts[2] ?? ""]: above,
    "The last trebun.": above,
  });
});

test("a new name keeps the heading context, also in a text of many slices", async () => {
  const stub = openIndex();
  const rows = Array.from({ length: 70 }, (_, at) => `| boat${at} | 7 |`);
  await indexParagraphs(stub, [FIRST, ...rows], { displayName: "Vrolin" });
  await stub.setAssetCollections({ assetId: "asset_a", collectionIds: ["col_1"], displayName: "Plaskin" });
  await expect.poll(async () => await foundTexts(stub, "vrolin"), { timeout: 20_000 }).toEqual([]);
  for (const at of [0, 30, 69])
    expect((await foundTexts(stub, `boat${at} zorvel plaskin`))[0]).toBe(`| boat${at} | 7 |`);
  expect((await searchIndex(stub, "zorvel")).passages.length).toBeGreaterThan(19);
});

test("numbered titles and changelog versions of plain text are headings", async () => {
  const stub = openIndex();
  const texts = [
    "2. Qilvar\n\nThe first pier.",
    "The north pier.",
    "zorvel-3.3.14 (2023-02-26):\n\n# FIXES\n\n* A pier.",
    "* The south pier.",
  ];
  await indexParagraphs(stub, texts, { displayName: "Vrolin" });
  const above = await aboveEach(stub, "pier");
  expect(above["The north pier."]).toEqual({ headings: "2. Qilvar", levels: [2], columns: null });
  expect(above["* The south pier."]).toEqual({
    headings: "zorvel-3.3.14 (2023-02-26):\nFIXES",
    levels: [0, 1],
    columns: null,
  });
});

test("the sender and the subject of a mail stay with its later passages", async () => {
  const stub = openIndex();
  const head = "- From: Qilvar Noor\n- Date: 14 October\n- Subject: Zorvel timetable\n\nDear all,";
  await indexParagraphs(stub, [head, "## Trebun\n\nThe pump is closed.", "The pier is open."]);
  const fields = "From: Qilvar Noor, Date: 14 October, Subject: Zorvel timetable";
  const above = await aboveEach(stub, "zorvel");
  expect(above["The pier is open."]).toEqual({
    headings: `${fields}\nTrebun`,
    levels: [-1, 2],
    columns: null,
  });
  expect(above[head]).toBeNull();
});

test("a message of a mailbox takes the place of the message before", async () => {
  const stub = openIndex();
  const mailOf = (name: string): string => `- From: ${name}\n- Subject: About ${name}\n\nDear all,`;
  const list = "- Zorvel: red\n- Mexit: blue";
  await indexParagraphs(stub, [mailOf("Qilvar"), "Pier one.", mailOf("Trebun"), list, "Pier two."]);
  const above = await aboveEach(stub, "pier qilvar trebun");
  expect(above["Pier one."]).toMatchObject({ headings: "From: Qilvar, Subject: About Qilvar" });
  expect(above[mailOf("Trebun")]).toBeNull();
  expect(above["Pier two."]).toMatchObject({ headings: "From: Trebun, Subject: About Trebun" });
});

test("a table of contents has no headings for the text below it, and a chapter ends the one before", async () => {
  const stub = openIndex();
  const contents = "4 Qilvar 17\n\nBoats ... 18\nOars ... 19\nNets ... 20\nSails ... 21";
  await indexParagraphs(stub, [
    contents,
    "Pier one.",
    "4.1.2 trebun\n\nPier two.",
    "5.1 Zorvel\n\nPier three.",
  ]);
  const above = await aboveEach(stub, "pier");
  expect(above["Pier one."]).toBeNull();
  expect(above["5.1 Zorvel\n\nPier three."]).toBeNull();
});
