import { describe, expect, test } from "vitest";
import { extract } from "../support/fixtures/documents/extract.ts";

const text = async (content: string, name = "a.log"): Promise<string> =>
  (await extract(content, "", name)).text;

describe("extracted prose has no invisible characters", () => {
  test.each([
    ["colors of terminals", "\x1b[31mERROR\x1b[0m disk \x1b[1mfull\x1b[0m", "ERROR disk full"],
    [
      "colors of 24 bits, moves and erased lines",
      "\x1b[38;2;255;0;10mred\x1b[39m\x1b[2K\x1b[1A now",
      "red now",
    ],
    [
      "titles of windows and links",
      "\x1b]0;make\x07ok \x1b]8;;https://example.org\x1b\\here\x1b]8;;\x1b\\",
      "ok here",
    ],
    ["sets of characters, and bells", "\x1b(Bone\x1b=\x07 two\x1b", "one two"],
    ["letters that are struck over", "N\bNA\bAME  _\bf_\bi", "NAME  fi"],
    ["soft hyphens", "The com\u00admis\u00adsion\u00ad\u00aders met.", "The commissioners met."],
    [
      "soft hyphens at the ends of lines",
      "The commis\u00ad\nsioners, all of\nthem",
      "The commissioners,\nall of\nthem",
    ],
    [
      "pictures in base64",
      `![](data:image/png;base64,${"iVBORw0K".repeat(30)}) Tide`,
      "![](data:image/png;base64,…) Tide",
    ],
  ])("%s", async (_, content, told) => {
    expect(await text(content)).toBe(told);
    expect(await text(content, "a.md")).toBe(told);
  });

  test.each([
    ["brackets that are none", "a [31m] b [0m"],
    ["short addresses of data", "data:text/plain;base64,SGVsbG8="],
    ["hyphens that are shown", "co-operate\u2010now"],
  ])("extracted prose keeps %s", async (_, content) => expect(await text(content)).toBe(content));

  test("the note counts an embedded file", async () => {
    expect((await extract(`![](data:image/png;base64,${"iVBORw0K".repeat(30)}) Tide`, "", "a.md")).note).toBe(
      "1 embedded file, such as pictures in base64, was not read.",
    );
  });

  test("the extractor removes soft hyphens in words of tables and captions", async () => {
    expect((await extract("har\u00adbour,fee\nA,1\n", "text/csv")).text).toContain("| harbour | fee |");
    expect(
      (await extract("1\n00:00:01,000 --> 00:00:02,000\nhar\u00adbour\n", "application/x-subrip")).text,
    ).toBe("harbour");
  });
});

describe("the extractor omits and counts base64 files in JSON, and other values keep their locators", () => {
  const png = "iVBORw0KGgoAAAANSUhEUg".repeat(20);

  test.each([
    ["a value", { data: { "image/png": png, "text/plain": "<Figure>" } }, "- data: text/plain: <Figure>", 1],
    [
      "a list of lines",
      { "image/png": [`${png.slice(0, 76)}\n`, `${png.slice(0, 76)}\n`], a: "b" },
      "- a: b",
      2,
    ],
    ["an address", { src: `data:image/png;base64,${png}`, a: "b" }, "- a: b", 1],
    ["an item", { all: [png, "b"] }, "- all: b", 1],
    ["all that an object holds", { a: "b", data: { "image/png": png } }, "- a: b", 1],
  ])("%s", async (_, value, told, count) => {
    const { text: read, note } = await extract(JSON.stringify(value), "application/json");
    expect([read, note]).toEqual([
      told,
      `${count} embedded file${count === 1 ? "" : "s"}, such as pictures in base64, ${count === 1 ? "was" : "were"} not read.`,
    ]);
  });

  test("words, digests and sequences stay", async () => {
    const values = {
      word: "a".repeat(300),
      digest: "0f3a9c".repeat(50),
      bases: "ACGT".repeat(80),
      prose: "Words of 3 kinds ".repeat(20),
    };
    const { text: read, note } = await extract(JSON.stringify(values), "application/json");
    for (const value of Object.values(values)) expect(read).toContain(value.trim());
    expect(note).toBe("");
  });
});

test("the note counts undecodable characters, but no U+FFFD of the file itself", async () => {
  const damaged = Uint8Array.from([
    ...new TextEncoder().encode(
      "Die Brücke über den Fluß ist größer und länger, heißt es; für Fußgänger öffnet sie später",
    ),
    0xff,
    0x20,
    0xfe,
  ]);
  expect((await extract(damaged, "text/plain")).note).toBe(
    "2 characters could not be decoded and stand as \ufffd in the text: their bytes are invalid in the file's encoding.",
  );
  expect(
    (await extract("Unicode calls this sign the replacement character: \ufffd", "text/plain")).note,
  ).toBeUndefined();
});
