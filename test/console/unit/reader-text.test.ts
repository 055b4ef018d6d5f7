/** The stored text as the reader draws it: slices, blocks with offsets, hits of a search. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findHits } from "../../../console/src/reader/find-hits.ts";
import { lineNumberAt } from "../../../console/src/reader/text/line-number-at.ts";
import { type Block, type Piece, readBlocks } from "../../../console/src/reader/text/read-blocks.ts";
import { sliceAt, sliceStarts } from "../../../console/src/reader/text/slice-starts.ts";

const { signal } = new AbortController();

describe("slices", () => {
  test("cover the text once, wherever its lines end", () => {
    const line = fc.oneof(
      fc.constant("\n\n"),
      fc.constant("\n"),
      fc.constant("😀".repeat(9_000)),
      fc.lorem(),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.nat(), (lines, from) => {
        const text = lines.join("").repeat(3);
        const starts = sliceStarts(text);
        expect(starts[0]).toBe(0);
        for (const [at, start] of starts.entries()) {
          expect(start).toBeGreaterThan(starts[at - 1] ?? -1);
          expect(/^[\udc00-\udfff]/.test(text.slice(start))).toBe(false);
        }
        const offset = text === "" ? 0 : from % text.length;
        const at = sliceAt(starts, offset);
        expect(starts[at]).toBeLessThanOrEqual(offset);
        expect(starts[at + 1] ?? Infinity).toBeGreaterThan(offset);
      }),
    );
  });

  test("of one line of 10 MB are parts of it", () => {
    const starts = sliceStarts("x".repeat(10_000_000));
    expect(starts.length).toBeGreaterThan(100);
  });

  test("lines have their numbers", () => {
    const text = "line\n".repeat(5_000);
    expect([0, 4, 5, 5 * 1_000, 5 * 3_456 + 2].map((at) => lineNumberAt(text, at))).toEqual([
      1, 1, 2, 1_001, 3_457,
    ]);
  });
});

function piecesOf(block: Block): readonly Piece[] {
  if (block.kind === "heading") return block.pieces;
  if (block.kind === "item") return [block.marker, ...block.pieces];
  if (block.kind === "table")
    return [...(block.header === null ? [] : [block.header]), ...block.rows].flatMap(({ cells }) =>
      cells.flat(),
    );
  return block.lines;
}

describe("blocks", () => {
  test("have the structure that extractors write", () => {
    const text =
      "# Fees\n\n| Boat | Fee \\| year |\n| --- | --- |\n| Eight | 40,00 € |\n\n1. Trim\n  - Wind\n\n> When?\nThen";
    const blocks = readBlocks(text, 0, text.length);
    expect(blocks.map(({ kind }) => kind)).toEqual([
      "heading",
      "table",
      "item",
      "item",
      "quote",
      "paragraph",
    ]);
    expect(blocks.flatMap(piecesOf).map((piece) => piece.text)).toEqual([
      ..."Fees,Boat,Fee ,| year,Eight,40".split(",").slice(0, 5),
      "40,00 €",
      ..."1.,Trim,-,Wind,> When?,Then".split(","),
    ]);
  });

  test("draw each piece from its offset, in order", () => {
    const line = fc.oneof(
      fc.lorem(),
      fc.constantFrom(
        "",
        "  ",
        "# T",
        "| a | b\\|c |",
        "| --- | --- |",
        "|",
        "||",
        "- x",
        "  1.a) y",
        "> q",
        "\t",
      ),
      fc.string({ unit: "grapheme" }),
    );
    fc.assert(
      fc.property(fc.array(line), fc.nat(10), (lines, skipped) => {
        const text = lines.join("\n");
        const from = Math.min(skipped, text.length);
        let end = from;
        for (const piece of readBlocks(text, from, text.length).flatMap(piecesOf)) {
          expect(text.slice(piece.at, piece.at + piece.text.length)).toBe(piece.text);
          expect(piece.at).toBeGreaterThanOrEqual(end);
          end = piece.at + piece.text.length;
        }
      }),
    );
  });
});

describe("hits", () => {
  test("ignore case and the kind of white space", async () => {
    const text = "The Lamp was lit.\nThe lamp\nwas out.";
    const hits = await findHits(text, "lamp was", signal);
    expect(hits.map(({ start, end }) => text.slice(start, end))).toEqual(["Lamp was", "lamp\nwas"]);
  });

  test("are found once over the parts of a long text", async () => {
    const text = `${"a ".repeat(524_286)}needle needle ${"b ".repeat(600_000)}needle`;
    const hits = await findHits(text, "needle", signal);
    const first = text.indexOf("needle");
    expect(hits.map(({ start }) => start)).toEqual([first, first + 7, text.lastIndexOf("needle")]);
  });

  test("take signs as they are", async () => {
    expect(await findHits("a.b (c) [d] a-b", "(c) [d]", signal)).toEqual([{ start: 4, end: 11 }]);
    expect(await findHits("axb", "a.b", signal)).toEqual([]);
  });
});
