import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { composeExtractiveAnswer } from "../../src/answering/extraction/compose-extractive-answer.ts";
import { labelFromPrompt } from "../../src/domain/thread-label.ts";
import type { Passage } from "../../src/domain/retrieval.ts";
import { readWindow } from "../support/assertions/quotes-of.ts";
import { stem } from "../../src/text/stemmer.ts";
import { queryTerms, termsOf } from "../../src/text/terms.ts";

const passage = (text: string, more: Partial<Passage> = {}): Passage => {
  const start = more.start ?? 0;
  return {
    assetId: "asset_a",
    chunkId: "c",
    displayName: "",
    version: "v",
    page: 0,
    score: 1,
    matched: [],
    ...more,
    text,
    start,
    end: start + text.length,
  };
};

const answered = (question: string, passages: Passage[], maxQuotes?: number) => {
  const answer = composeExtractiveAnswer({
    question,
    passages,
    coverage: 1,
    ...(maxQuotes === undefined ? {} : { maxQuotes }),
  });
  if (answer.kind !== "answered") throw new Error("expected an answer");
  return { ...answer, text: answer.parts.join(""), quoted: answer.quotes.map(({ quote }) => quote) };
};

const river =
  "The Vlara is a river.  It rises near\nOld Town in 1820 metres. Its mouth lies in the Brin. Boats are rare.";

const words = fc.constantFrom(
  "river",
  "Vlara",
  "Old Town",
  "1820",
  "the",
  "[1]",
  "[[1]2]",
  "河流",
  "نهر",
  "😀",
  "\ud83d",
  "\ude00",
  "\u202e",
  "\u0000",
  "Dr.",
  "?",
  "-",
  "#",
  "x".repeat(1200),
);
const gaps = fc.constantFrom(" ", "\n", "\n\n", ". ", "。", "! ", "", "\t", "\u00a0");
const hostileText = fc.oneof(
  fc.array(fc.tuple(words, gaps), { maxLength: 40 }).map((pairs) => pairs.flat().join("")),
  fc.string({ unit: "binary", maxLength: 200 }),
);
const hostilePassage = fc.record({
  text: hostileText,
  start: fc.nat(1e6),
  asset: fc.constantFrom("asset_a" as const, "asset_b" as const),
  score: fc.constantFrom(0, 1, 2.5, NaN, Infinity, -1),
});
const passagesOf = (
  drawn: { text: string; start: number; asset: Passage["assetId"]; score: number }[],
): Passage[] =>
  drawn.map(({ text, start, asset, score }, at) =>
    passage(text, { start, assetId: asset, chunkId: String(at), score, displayName: "river.pdf" }),
  );

describe("composeExtractiveAnswer", () => {
  test("an extractive answer quotes verbatim, has one marker per quote and never throws on random texts", () => {
    fc.assert(
      fc.property(
        fc.array(hostilePassage, { maxLength: 8 }),
        hostileText,
        fc.integer({ min: 0, max: 6 }),
        (drawn, question, maxQuotes) => {
          const passages = passagesOf(drawn);
          const answer = composeExtractiveAnswer({
            question: `river ${question}`,
            passages,
            coverage: 1,
            maxQuotes,
          });
          const text = answer.parts.join("");
          expect(text.isWellFormed()).toBe(true);
          expect(answer.parts.every((part) => part !== "" && part.isWellFormed())).toBe(true);
          if (answer.kind !== "answered") return;
          expect(answer.quotes.length).toBeLessThanOrEqual(maxQuotes);
          expect(new Set(answer.quotes.map(({ quote }) => quote)).size).toBe(answer.quotes.length);
          for (const quote of answer.quotes) {
            const source = passages.find(({ chunkId }) => chunkId === quote.chunkId);
            expect(source?.text.slice(quote.start - source.start, quote.end - source.start)).toBe(
              quote.quote,
            );
          }
          expect(text.match(/\[\d+\]/g)).toEqual(answer.quotes.map((_, at) => `[${at + 1}]`));
        },
      ),
      { numRuns: 300 },
    );
  });

  test("an answer by words quotes a new document without vectors beside documents with vectors", () => {
    const vault = passage(
      "Notes about the house. The combination of the vault is forty-two. The door is green.",
      {
        assetId: "asset_b",
      },
    );
    const manual = passage(
      "Atomic commit in SQLite. The house style is plain. A commit writes all changes.",
      {
        chunkId: "m",
        similarities: [0.71, 0.74, 0.69],
      },
    );
    const { quoted } = answered("What is the combination of the vault?", [manual, vault]);
    expect(quoted[0]).toBe("The combination of the vault is forty-two.");
  });

  test("an extractive answer is the best sentence with its offsets in the extracted text", () => {
    const answer = answered(
      "Where is the mouth of the Vlara?",
      [passage(river, { start: 500, page: 7, displayName: "Vlara.txt" })],
      1,
    );
    const quote = "Its mouth lies in the Brin.";
    const start = 500 + river.indexOf(quote);
    const locator = { kind: "page", page: 7 };
    expect(answer.quotes).toEqual([
      {
        assetId: "asset_a",
        chunkId: "c",
        version: "v",
        page: 7,
        start,
        end: start + quote.length,
        quote,
        locator,
      },
    ]);
    expect(answer.text).toBe(`${quote} [1]`);
  });

  test("an extractive answer collapses white space, but keeps the lines of a list", () => {
    const text = "The river Vlara rises  near\nOld Town.\n\nBoats:\n- a ferry\n  of steel\n- a raft";
    const [first, list] = [answered("Where does the river Vlara rise?", [passage(text)], 1), passage(text)];
    expect(first.text).toBe("The river Vlara rises near Old Town. [1]");
    const boats = composeExtractiveAnswer({
      question: "Which boats are there?",
      passages: [list],
      coverage: 1,
      windows: [readWindow(list, "raft")],
    });
    expect(boats.parts.join("")).toBe("Boats:\n- a ferry of steel\n- a raft [1]");
  });

  test("an extractive answer quotes no sentence twice from overlapping passages or copies of a document", () => {
    const tail = river.indexOf("Its mouth");
    const copies = [
      passage(river),
      passage(river.slice(tail), { start: tail, chunkId: "d" }),
      passage(river.replace("  ", " "), { assetId: "asset_b", chunkId: "e" }),
    ];
    const { quoted } = answered("Where is its mouth?", copies, 6);
    expect(quoted.filter((quote) => quote.startsWith("Its mouth"))).toHaveLength(1);
    expect(new Set(quoted).size).toBe(quoted.length);
  });

  test("an extractive answer removes reference marks from its text but not from its quotes", () => {
    const answer = answered("What is the Vlara?", [passage("The Vlara is a river.[1] Other.")], 1);
    expect(answer.text).toBe("The Vlara is a river. [1]");
    expect(answer.quoted).toEqual(["The Vlara is a river.[1]"]);
  });

  test("an extractive answer quotes list items without bullets, and text before headings", () => {
    const answer = answered(
      "What is the voltage?",
      [passage("# The voltage\n\n- The voltage is 230 V.\n- Something else.")],
      1,
    );
    expect(answer.quoted).toEqual(["The voltage is 230 V."]);
  });

  test("an extractive answer quotes scripts without spaces", () => {
    expect(answered("河流在哪里？", [passage("山很高。河流在北方。城市很大。")], 1).quoted).toEqual([
      "河流在北方。",
    ]);
  });

  test.each([
    ["Wer hat die Brücke gebaut?", "Nichts in den verfügbaren Dokumenten beantwortet diese Frage."],
    ["谁建造了这座桥？", "可用的文档中没有能回答这个问题的内容。"],
    ["Kto zbudował ten most?", "Nothing in the documents in scope answers this."],
  ])("the extractive answerer abstains in the language of the question: %s", (question, refusal) => {
    expect(composeExtractiveAnswer({ question, passages: [], coverage: 0 }).parts).toEqual([refusal]);
  });

  test("the extractive answerer suggests only follow-ups that the passages can answer", () => {
    const texts = ["The mill was built by Ines Falk.", "Ines Falk came from Brin.", "Nora Lind painted."];
    const answer = answered(
      "Who built the mill?",
      texts.map((text, at) => passage(text, { chunkId: String(at), start: at * 100 })),
      1,
    );
    expect(answer.suggestions).toEqual(["What about Ines Falk?"]);
    const held = new Set(termsOf(texts.join(" ")).map(({ term }) => stem(term)));
    expect(queryTerms(answer.suggestions[0] ?? "").every(({ term }) => held.has(stem(term)))).toBe(true);
  });

  test("streamParts never splits a surrogate pair between parts", () => {
    const { parts, text } = answered(
      "What is the river?",
      [passage(`River ${"😀".repeat(60)}a${"😀".repeat(60)}`)],
      1,
    );
    expect(parts.every((part) => part.isWellFormed())).toBe(true);
    expect(text).toBe(`River ${"😀".repeat(60)}a${"😀".repeat(60)} [1]`);
  });

  test("streamParts makes parts of a few words each", () => {
    const { parts, text } = answered(
      "What is the river?",
      [passage(`The river ${"flows on and on ".repeat(20)}.`)],
      1,
    );
    expect(parts.length).toBeGreaterThan(4);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(48);
    expect(parts.slice(0, -2).every((part) => part.endsWith(" "))).toBe(true);
    expect(text.endsWith(" [1]")).toBe(true);
  });
});

describe("labelFromPrompt", () => {
  test("labelFromPrompt collapses whitespace and truncates at 80 characters without splitting one", () => {
    expect(labelFromPrompt("  What \n is\tthis? ")).toBe("What is this?");
    expect(labelFromPrompt(`${"a".repeat(79)}😀😀`)).toBe(`${"a".repeat(79)}😀`);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (prompt) => {
        const label = labelFromPrompt(prompt);
        expect(Array.from(label).length).toBeLessThanOrEqual(80);
        expect(label.isWellFormed()).toBe(true);
        expect(prompt.trim().replace(/\s+/g, " ").startsWith(label)).toBe(true);
      }),
    );
  });
});
