/** Tests that each passage of JSON, XML and calendars has the file line of each value. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { type Locator, locatorAt, locatorOf } from "../../src/domain/locator.ts";
import { chunkText } from "../../src/ingestion/chunk/chunk-text.ts";
import { extractCalendar } from "../../src/ingestion/extract/calendar/extract-calendar.ts";
import { type ExtractedText, spansOf } from "../../src/ingestion/extract/extracted-text.ts";
import { extractJson } from "../../src/ingestion/extract/json/extract-json.ts";
import { extractDelimited } from "../../src/ingestion/extract/table/extract-delimited.ts";
import { extractXml } from "../../src/ingestion/extract/xml/extract-xml.ts";

type Extract = (text: string) => ExtractedText;

/** Returns the locators of words that occur once, as a citation of these words would have. */
function placesOf(read: ExtractedText, words: readonly string[]): (Locator | null | "lost")[] {
  const chunks = chunkText(read.text, spansOf(read));
  const passages = chunks.map(({ locators, ...chunk }) => ({
    ...chunk,
    locators: locators === undefined ? null : JSON.stringify(locators),
  }));
  return words.map((word) => {
    const passage = passages.find(({ text }) => text.includes(word));
    return passage === undefined ? "lost" : locatorAt(passage, passage.text.indexOf(word));
  });
}

const lineOf = (file: string, word: string): Locator => ({
  kind: "line",
  line: file.slice(0, file.indexOf(word)).split("\n").length,
});

function expectLines(extract: Extract, file: string, words: readonly string[]): void {
  expect(words.every((word) => file.includes(word))).toBe(true);
  expect(placesOf(extract(file), words)).toEqual(words.map((word) => lineOf(file, word)));
}

const range = <T>(count: number, of: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => of(at));
const document = async (name: string): Promise<string> => await readFile(`test/documents/${name}`, "utf8");

/** Short and long records, lists, and texts of several lines. */
const RECORDS = range(100, (at) => ({
  id: `id${at}x`,
  name: `Name${at}x of ${"a ".repeat(at % 40)}thing`,
  ...(at % 7 === 0 ? { note: `First${at}x paragraph.\n\nSecond${at}x paragraph.` } : {}),
  ...(at % 5 === 0 ? { tags: range(30, (tag) => `tag${at}y${tag}x`) } : {}),
  nested: { deep: { value: `deep${at}x`, more: `more${at}x ${"word ".repeat(at % 90)}` } },
}));
const WORDS = range(100, (at) => [`id${at}x`, `Name${at}x`, `deep${at}x`, `more${at}x`]).flat();
const PROSE = range(100, (at) => (at % 7 === 0 ? [`First${at}x`, `Second${at}x`] : [])).flat();

describe("JSON", () => {
  test("of the test documents", async () => {
    expectLines(extractJson, await document("inventory.json"), [
      "currency",
      "Belt grinder",
      "Joinery",
      "Kiln",
      "Heats to 1280",
      "the glaze cracks",
    ]);
    expectLines(extractJson, await document("events.jsonl"), ["started", "overheated", "pump-9"]);
  });

  test.each([
    ["a record a line", RECORDS.map((record) => JSON.stringify(record)).join("\n")],
    ["a list that is written with indents", JSON.stringify({ list: RECORDS }, null, 2)],
    ["on one line", JSON.stringify(RECORDS)],
    ["with empty lines before it", `\n\n${JSON.stringify(RECORDS, null, "\t")}`],
    ["with the line ends of Windows", JSON.stringify(RECORDS, null, 1).replaceAll("\n", "\r\n")],
  ])("each value of JSON has the line where it begins: %s", (_, file) =>
    expectLines(extractJson, file, [...WORDS, ...PROSE]),
  );

  test("JSON with carriage returns as line ends has no line locators", () =>
    expect(extractJson(JSON.stringify(RECORDS, null, 1).replaceAll("\n", "\r")).spans).toEqual([]));

  test("JSON with more values than the span limit keeps all text", () => {
    const file = JSON.stringify(
      range(260_000, (at) => at),
      null,
      0,
    ).replaceAll(",", ",\n\n");
    const read = extractJson(file);
    expect([read.strategy, (read.spans ?? []).length <= 250_000, read.text.endsWith("259999")]).toEqual([
      "json",
      true,
      true,
    ]);
  });
});

describe("XML", () => {
  test("of the test documents", async () => {
    expectLines(extractXml, await document("catalogue.xml"), [
      "2026",
      "Lavender",
      "Olive tree",
      "Needs shade.",
    ]);
    expectLines(extractXml, await document("logbook.xml"), [
      "Log of the ferry",
      "second of May",
      "reported no injuries",
    ]);
  });

  test("each value of XML data has the line on which its element begins", () => {
    const items = range(
      150,
      (at) =>
        `  <item\n    id="id${at}x">\n    <!-- ${"\n".repeat(at % 3)} -->\n    <name>Name${at}x</name><size>${at}.5</size>\n    <more>more${at}x\n      and more</more>\n  </item>`,
    );
    const file = `<?xml version="1.0"\n  encoding="UTF-8"?>\n<?style x?>\n<!-- one\ntwo -->\n<list>\n${items.join("\n")}\n</list>\n`;
    expectLines(extractXml, file, range(150, (at) => [`Name${at}x`, `more${at}x`]).flat());
    // The locator of an attribute is the line of its tag.
    expect(placesOf(extractXml(file), ["id7x"])).toEqual([
      { kind: "line", line: file.split("\n").findIndex((line) => line.includes("id7x")) },
    ]);
  });

  test("each part of an XML paragraph has its line, even after entities and CDATA", () => {
    const paragraph = (at: number): string =>
      `<p>The word${at}x stands\n  amid <b>bold${at}x</b> text,\n\n and <i>more\n of it${at}x</i> &amp; last${at}x.<![CDATA[ Data\nraw${at}x]]></p>`;
    const file = `<doc>\n<h>A title</h>\n${range(200, paragraph).join("\n")}\n</doc>`;
    expectLines(extractXml, file, [
      "A title",
      ...range(200, (at) => [`word${at}x`, `bold${at}x`, `it${at}x`, `last${at}x`, `raw${at}x`]).flat(),
    ]);
  });

  test("XML with text beside the root's elements has locators", () =>
    expectLines(extractXml, "<p> one <p>\n two </p>\n three</p>", ["one", "two", "three"]));
});

test("a calendar entry has the line where it begins, and each detail has its own line", async () => {
  const team = await document("team.ics");
  const beginOf = (word: string): Locator =>
    lineOf(team.replaceAll("\r\n", "\n"), `BEGIN:VEVENT\nUID:${word}`);
  const read = extractCalendar(team);
  expect(placesOf(read, ["Budget review", "Stocktaking", "Pump check: "])).toEqual(
    ["1@", "2@", "3@"].map(beginOf),
  );
  expectLines(extractCalendar, team, [
    "ada@example.org",
    "tom@example.org",
    "Bring the figures",
    "The bridge repair",
  ]);
  const events = range(
    200,
    (at) =>
      `BEGIN:VEVENT\r\nSUMMARY:Meeting ${at}x\r\nDESCRIPTION:Long${at}x\\nand${at}x ${"\r\n ".repeat(at % 4)}told.\r\nURL:http://example.org/${at}x\r\nEND:VEVENT`,
  );
  const file = `BEGIN:VCALENDAR\r\n${events.join("\r\n")}\r\nEND:VCALENDAR\r\n`;
  expectLines(extractCalendar, file, range(200, (at) => [`Long${at}x`, `and${at}x`, `org/${at}x`]).flat());
});

test("a passage that begins with a table header has the locator of its first row", () => {
  const rows = range(200, (at) => `plant number ${at},${at}.50`);
  const read = extractDelimited(`plant,price\n${rows.join("\n")}\n`);
  const chunks = chunkText(read.text, spansOf(read));
  const places = chunks.map(({ locators, ...chunk }) =>
    locatorOf({ ...chunk, locators: JSON.stringify(locators) }),
  );
  const firsts = chunks.map(({ text }) => Number(/plant number (\d+)/.exec(text)?.[1]) + 2);
  expect(places).toEqual(firsts.map((line) => ({ kind: "line", line })));
  expect(chunks.length).toBeGreaterThan(4);
});
