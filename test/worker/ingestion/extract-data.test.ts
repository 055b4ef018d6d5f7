import { describe, expect, test } from "vitest";
import events from "../../documents/events.jsonl?raw";
import inventory from "../../documents/inventory.json?raw";
import prices from "../../documents/prices.csv?raw";
import { extract } from "../../support/fixtures/documents/extract.ts";

const csv = async (text: string): Promise<string> => (await extract(text, "text/csv")).text;
const json = async (text: string): Promise<string> => (await extract(text, "application/json")).text;

describe("values between delimiters", () => {
  test("delimited values become a Markdown table below their title, with quoted cells, bars, line breaks and short rows", async () => {
    const { text, title, strategy } = await extract(prices, "text/csv");
    expect(text).toBe(`Garden centre, spring list

| Article | Pot size | Price (EUR) | Supplier |
| --- | --- | --- | --- |
| Lavender 'Hidcote' | 2 l | 6,90 | Baumschule Nord |
| Rose "Gloria Dei" | 5 l | 24,50 | Rosenhof |
| Olive tree | 20 l | 129,00 | Mediterra |
| Box ball | 10 l | 49,00 | Baumschule Nord |
| Hydrangea, white (panicle) | 7 l | 32,00 | Rosenhof |
| Thyme | 0.5 l | 3,20 |  |
`);
    expect({ title, strategy }).toEqual({ title: "Garden centre, spring list", strategy: "delimited" });
  });

  test.each([
    ["commas", "name,age\nAda,36\n"],
    ["semicolons", "name;age\nAda;36\n"],
    ["tabs", "name\tage\r\nAda\t36\r\n"],
    ["bars", "name|age\nAda|36"],
    ["what Excel is told", "sep=;\nname;age\nAda;36"],
  ])("the extractor detects the delimiter: %s", async (_, text) =>
    expect(await csv(text)).toBe("| name | age |\n| --- | --- |\n| Ada | 36 |\n"),
  );

  test("delimited values without column names become only rows", async () =>
    expect(await csv("2026-01-01,5\n2026-01-02,7\n")).toBe("| 2026-01-01 | 5 |\n| 2026-01-02 | 7 |\n"));

  test("delimited text with one column stays unchanged", async () =>
    expect(await csv("Ada\nGrace\n")).toBe("Ada\nGrace\n"));

  test("a table repeats its header above groups of rows of at most a passage", async () => {
    const text = await csv(
      `plant,price\n${Array.from({ length: 200 }, (_, at) => `plant number ${at},${at}.50\n`).join("")}`,
    );
    const groups = text.split("\n\n");
    expect(groups.length).toBeGreaterThan(4);
    expect(
      groups.every((group) => group.startsWith("| plant | price |\n| --- | --- |\n") && group.length < 900),
    ).toBe(true);
    expect(text).toContain("| plant number 199 | 199.50 |");
  });

  test("a table with many columns labels each value", async () => {
    const names = Array.from({ length: 40 }, (_, at) => `measure ${at}`);
    const text = await csv(
      `${names.join(",")}\n${names.map((_, at) => (at % 2 === 0 ? at * 10 : "")).join(",")}\n`,
    );
    expect(text).toContain("- measure 6: 60\n- measure 8: 80\n");
    expect(text).not.toContain("measure 7: ");
    expect(text).toContain("\n\n- measure 1\n- measure 3\n");
  });

  test("a table survives an unclosed quote", async () => {
    const text = await csv('tool,size\nladder,"5 m\nsaw,"3 m\nrope,9 m\n');
    expect(text).toContain('| ladder | "5 m |\n| saw | "3 m |\n| rope | 9 m |');
  });
});

describe("JSON", () => {
  test("JSON becomes lines of paths and values, one per record, with unchanged numbers and long texts as paragraphs", async () => {
    const { text, title } = await extract(inventory, "application/json");
    expect(title).toBe("Workshop inventory");
    expect(text).toContain("- currency: EUR\n");
    expect(text).toContain(
      "- tools[0]: id: T-1; name: Belt grinder; serial: 90071992547409931; price: 1249.00; tags: metal, loud; room.floor: 1; room.name: Forge\n",
    );
    expect(text).toContain("- tools[2].name: Kiln\n");
    expect(text).toContain(
      "- tools[2].note:\n\nHeats to 1280 °C.\n\nNever open it above 200 °C: the glaze cracks.",
    );
  });

  test("JSON with one value per line has one record per line", async () => {
    const { text } = await extract(events, "application/x-ndjson");
    expect(text).toContain(
      "- [1]: time: 2026-02-01T09:12:41Z; device: pump-7; event: overheated; temperature: 91.5\n",
    );
  });

  test.each([
    ["lists of plain values", '{"a":[1,2.50,true,null,"x"]}', "- a: 1, 2.50, true, null, x"],
    ["lists in lists", "[[1,2],[3,[4]]]", "- 1, 2, 3, 4"],
    ["what is empty", '{"a":{},"b":[],"c":""}', "- a: {}; b: []; c:"],
    ["escapes, and names with spaces", '{"full  name":"Zo\\u00eb \\"Z\\""}', '- full name: Zoë "Z"'],
    ["a byte-order mark", "\ufeff[ 1 ]\r\n", "- 1"],
  ])("JSON becomes lines of paths and values: %s", async (_, text, lines) =>
    expect((await json(text)).trim().replaceAll("\n- ", "; ")).toBe(lines),
  );

  test.each([
    ["cut off", '{"people":[{"name":"Ada"'],
    ["with comments", '{ "a": 1, // why\n}'],
    ["nested beyond use", `${"[".repeat(250)}1${"]".repeat(250)}`],
    ["with a name twice and no comma", '{"a":1 "a":2}'],
  ])("invalid JSON stays unchanged: %s", async (_, text) => expect(await json(text)).toBe(text));
});

describe("a file with a wrongly declared type", () => {
  test.each([
    ["application/octet-stream", "data", '{ "a": 1 }', "json"],
    ["text/plain", "list.csv", "a,b\n1,2", "delimited"],
    ["application/vnd.ms-excel", "list.csv", "a,b\n1,2", "delimited"],
    ["", "readme.md", "[1] not JSON", "markdown"],
    ["text/plain", "notes.md", "# Notes", "markdown"],
    ["text/plain", "data", '{ "a": 1 }', "text"],
    ["text/plain", "page.html", "<p>shown as it is</p>", "text"],
  ])(
    "the service reads a file by its real type despite the declared type and name: %j, %s",
    async (type, name, content, strategy) =>
      expect((await extract(content, type, name)).strategy).toBe(strategy),
  );

  test("a picture named like a table is a picture", async () => {
    await expect(
      extract(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), "", "list.csv"),
    ).rejects.toThrow("image/png");
  });
});
