import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_SENTENCE_CHARS, splitSentences } from "../../src/text/sentences.ts";
import { timeGrowth } from "../support/assertions/time-growth.ts";

const sentences = (text: string): string[] =>
  splitSentences(text).map(({ start, end }) => text.slice(start, end));

const pieces = fc.constantFrom(
  "Dr. ",
  "e.g. ",
  "Fig. 3. ",
  "U.S. ",
  "3.14",
  ". ",
  "! ",
  "?",
  "…",
  "。",
  "！",
  "”",
  '"',
  ")",
  "[12]",
  "\n",
  "\n\n",
  "\r\n",
  "\t",
  " ",
  "\u00a0",
  "# Title\n",
  "- item\n",
  "1. first\n",
  "| a | b |\n",
  "---\n",
  "word",
  "Word ",
  "и",
  "世界",
  "😀",
  "👩‍👩‍👧",
  "\ud83d",
  "\ude00",
  "مرحبا؟ ",
  "\u0000",
  "\u2029",
  ", ",
  "x".repeat(600),
  "ภาษาไทยเป็นภาษาที่สวยงามมาก ",
  "ປະເທດລາວ ",
  "1990 ",
);
const hostileText = fc.oneof(
  fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
);

const isInsidePair = (text: string, at: number): boolean =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));

describe("splitSentences", () => {
  test("splitSentences returns ordered, trimmed, bounded spans that contain every non-whitespace character", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const spans = splitSentences(text);
        let last = 0;
        for (const { start, end } of spans) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(end - start).toBeLessThanOrEqual(MAX_SENTENCE_CHARS);
          expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
          expect(isInsidePair(text, start) || isInsidePair(text, end)).toBe(false);
          last = end;
        }
        expect(sentences(text).join("").replace(/\s+/g, "")).toBe(text.replace(/\s+/g, ""));
      }),
      { numRuns: 500 },
    );
  });

  test("splitSentences offsets the spans by the base", () => {
    fc.assert(
      fc.property(hostileText, fc.nat(1e9), (text, base) => {
        const moved = splitSentences(text).map(({ start, end }) => ({
          start: start + base,
          end: end + base,
        }));
        expect(splitSentences(text, base)).toEqual(moved);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    [
      "titles and initials",
      "Dr. Smith met J. R. R. Tolkien. They talked.",
      ["Dr. Smith met J. R. R. Tolkien.", "They talked."],
    ],
    [
      "abbreviations",
      "Use a tool, e.g. a saw, i.e. Something sharp. Done.",
      ["Use a tool, e.g. a saw, i.e. Something sharp.", "Done."],
    ],
    ["figures", "As in Fig. 3. The rest follows.", ["As in Fig. 3.", "The rest follows."]],
    ["a numbered caption", "Fig. 3. Overview of the system.", ["Fig. 3. Overview of the system."]],
    [
      "acronyms",
      "The U.S. Senate met. It is in the U.S. The end.",
      ["The U.S. Senate met.", "It is in the U.S.", "The end."],
    ],
    [
      "the word no",
      "Is it no. 5? He said no. Then he left.",
      ["Is it no. 5?", "He said no.", "Then he left."],
    ],
    [
      "decimals and years",
      "It took 3.5 hours in 1998. Then it broke.",
      ["It took 3.5 hours in 1998.", "Then it broke."],
    ],
    [
      "quotes and brackets",
      "He said “Go.” She went (home.) So.[12] Yes.",
      ["He said “Go.”", "She went (home.)", "So.[12]", "Yes."],
    ],
    ["a question inside speech", '"Really?" he said. No.', ['"Really?" he said.', "No."]],
    ["an ellipsis", "Wait... and see. Well… Then go.", ["Wait... and see.", "Well…", "Then go."]],
    ["German ordinals", "Am 3. Oktober, z. B. hier. Gut.", ["Am 3. Oktober, z. B. hier.", "Gut."]],
    [
      "CJK stops",
      "这是第一句。“这是第二句！”第三句？是",
      ["这是第一句。", "“这是第二句！”", "第三句？", "是"],
    ],
    ["other scripts", "كيف حالك؟ بخير. यह एक है। दो", ["كيف حالك؟", "بخير.", "यह एक है।", "दो"]],
  ])("splitSentences handles %s", (_, text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  test("splitSentences ends a sentence at headings, list items, table rows and blank lines", () => {
    const text =
      "# A heading\nSome text\n\nMore text\n- one\n- two\n  goes on\n1. first\n2. second\n\n| a | b |\n| c | d |\n## End";
    const items = ["- one", "- two\n  goes on", "1. first", "2. second", "| a | b |", "| c | d |"];
    expect(sentences(text)).toEqual(["# A heading", "Some text", "More text", ...items, "## End"]);
  });

  test("splitSentences joins the hard-wrapped lines of a paragraph, but not those of a title", () => {
    const paragraph =
      "It was the best of times and the worst of\nTimes for Doctor Manette and for one Mr.\r\nDarnay, as was told before in chapter\n3. Then";
    const [title, first, second] = sentences(`Chapter One\n${paragraph} it ended.`);
    expect([title, first, second]).toEqual(["Chapter One", paragraph.slice(0, -5), "Then it ended."]);
  });

  test("splitSentences splits an endless sentence at a clause, else at a space", () => {
    const clauses = sentences("one two three, ".repeat(200));
    expect(clauses.slice(0, -1).every((piece) => piece.endsWith("three,"))).toBe(true);
    const words = sentences("word ".repeat(500));
    expect(words.length).toBeGreaterThan(1);
    expect(words.every((piece) => /^word(?: word)*$/.test(piece))).toBe(true);
  });

  test("splitSentences splits between characters without a clause or space, never inside one", () => {
    const pieces = sentences(`a${"😀".repeat(700)}`);
    expect(pieces.map((piece) => piece.length)).toEqual([999, 402]);
    expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  });

  test("splitSentences splits Thai and Lao at spaces, but not before a continuation, inside a number or into tiny parts", () => {
    const [one, two] = [
      "แมวตัวนี้ชอบนอนหลับอยู่บนเก้าอี้ไม้ตัวเก่าหน้าบ้านของคุณยายในตอนบ่ายของทุกวัน",
      "ส่วนสุนัขของเพื่อนบ้านชอบวิ่งเล่นอยู่ในสวนหลังบ้านกับเด็ก ๆ ตั้งแต่เช้าจนถึงเวลาอาหารเย็น",
    ];
    const three = `${one} และกินปลาสามตัวที่คุณยายทอดให้ในครัวทุกเช้าก่อนที่จะออกไปเดินเล่นรอบหมู่บ้านอีกครั้งหนึ่ง`;
    expect(sentences(`${one} ${two}`)).toEqual([one, two]);
    expect(sentences(`${two}\n\n${three}`)).toEqual([two, three]);
    expect(sentences(`${one} 12 ${two}`)).toEqual([`${one} 12 ${two}`]);
    const lao = "ແມວໂຕນີ້ມັກນອນຢູ່ເທິງຕັ່ງໄມ້ໂຕເກົ່າຢູ່ໜ້າເຮືອນຂອງແມ່ເຖົ້າໃນຕອນບ່າຍຂອງທຸກໆມື້";
    expect(sentences(`${lao} ${lao}`)).toEqual([lao, lao]);
    expect(sentences("ไป มา กิน นอน")).toEqual(["ไป มา กิน นอน"]);
  });

  test.each([
    ["stops and quotes", '. "'],
    ["blanks", " "],
    ["lines", "a\n"],
    ["Thai words", "ไทย "],
  ])("splitSentences takes about four times as long for four times as many %s", (_, unit) => {
    expect(timeGrowth((n) => unit.repeat(n), splitSentences, 5_000)).toBeLessThan(10);
  });

  test("splitSentences takes about four times as long for four times as many blanks after words", () => {
    const text = (n: number): string => "word ".repeat(n / 5) + " ".repeat(n);
    expect(timeGrowth(text, splitSentences, 50_000)).toBeLessThan(10);
  });
});

test("splitSentences treats each line of a record list as a sentence", () => {
  const records = [
    [
      "05/23\tTwo ferries sighted, Pier 2, 1953",
      "05/29\tFalk and Brin climb the lighthouse, 1953",
      "06/02\tThe hall burns, 1960",
    ],
    ["AAL:Aalborg:DK:Aalborg in the north", "ADB:Adnan Menderes:TR:Izmir", "ADD:Bole:ET:Addis Ababa"],
  ];
  for (const lines of records) {
    const text = lines.join("\n");
    expect(splitSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual(lines);
  }
});
