import fc from "fast-check";
import { expect, test } from "vitest";
import { type Block, parseAnswer } from "../../../console/src/thread/answer-text/parse-answer.ts";
import type { Piece } from "../../../console/src/thread/answer-text/parse-line.ts";
import { endOfPiece, splitPieces } from "../../../console/src/thread/answer-text/split-pieces.ts";

function piecesOf(block: Block): readonly Piece[] {
  switch (block.kind) {
    case "list":
      return block.items.flatMap(({ pieces }) => pieces);
    case "table":
      return [...block.head, ...block.rows.flat()].flat();
    case "code":
      return [block.piece];
    default:
      return block.pieces;
  }
}

const shown = (text: string): unknown =>
  parseAnswer(text).map((block) => {
    const words = (pieces: readonly Piece[]): string =>
      pieces.map((piece) => (piece.kind === "break" ? "⏎" : signed(piece))).join("");
    if (block.kind === "list")
      return block.items.map(({ depth, value, pieces }) => [depth, value, words(pieces)]);
    if (block.kind === "table") return [block.head.map(words), ...block.rows.map((row) => row.map(words))];
    return [block.kind, words(piecesOf(block))];
  });

function signed(piece: Piece): string {
  if (piece.kind === "number") return `<${piece.ordinal}>`;
  if (piece.kind === "break") return "";
  return piece.isCode === true ? `{${piece.text}}` : piece.isBold === true ? `*${piece.text}*` : piece.text;
}

test.each([
  ["One. [1] Two [12].", [["paragraph", "One. <1> Two <12>."]]],
  [
    "a\nb\n\nc",
    [
      ["paragraph", "a⏎b"],
      ["paragraph", "c"],
    ],
  ],
  [
    "## Title\ntext",
    [
      ["heading", "Title"],
      ["paragraph", "text"],
    ],
  ],
  ["**bold** and `code [1]` and ``a`b``", [["paragraph", "*bold* and {code [1]} and {a`b}"]]],
  ["2 ** 3 and `open", [["paragraph", "2 ** 3 and `open"]]],
  [String.raw`\*no\* \[1\]`, [["paragraph", "*no* [1]"]]],
  [
    "- a\n  - b [2]\n- c",
    [
      [
        [0, null, "a"],
        [1, null, "b <2>"],
        [0, null, "c"],
      ],
    ],
  ],
  [
    "3. a\n4) b\ntext",
    [
      [
        [0, 3, "a"],
        [0, 4, "b"],
      ],
      ["paragraph", "text"],
    ],
  ],
  [
    "| A | B |\n|---|:-:|\n| 1 | `x|y` \\| z [1] |\nend",
    [
      [
        ["A", "B"],
        ["1", "`x", "y` | z <1>"],
      ],
      ["paragraph", "end"],
    ],
  ],
  [
    "```js\nlet a = [1];\n\n# no\n```\nafter",
    [
      ["code", "let a = [1];\n\n# no"],
      ["paragraph", "after"],
    ],
  ],
  ["```\nopen", [["code", "open"]]],
  ["```\n```", [["code", ""]]],
] as const)("reads %j", (text, expected) => {
  expect(shown(text)).toEqual(expected);
});

const signs = fc.stringMatching(/^(?:[ab1|*`#\\\-~ \n.]|\[1\]|\*\*|```|\| |- |1\. ){0,80}$/);

test("every piece stands letter for letter at its place, and pieces follow each other", () => {
  fc.assert(
    fc.property(signs, (text) => {
      let before = 0;
      for (const piece of parseAnswer(text).flatMap(piecesOf)) {
        const words = piece.kind === "break" ? "\n" : piece.text;
        expect(text.slice(piece.start, piece.start + words.length)).toBe(words);
        expect(piece.start).toBeGreaterThanOrEqual(before);
        before = endOfPiece(piece);
      }
    }),
  );
});

test("no letter or digit of an answer is left out", () => {
  fc.assert(
    fc.property(signs, (text) => {
      const words = parseAnswer(text)
        .flatMap(piecesOf)
        .map((piece) => (piece.kind === "break" ? "" : piece.text))
        .join("");
      const count = (sign: string, of: string): number => of.split(sign).length;
      expect(count("a", words)).toBe(count("a", withoutFences(text)));
    }),
  );
});

/** The rest of a fence's line names a language. */
function withoutFences(text: string): string {
  const lines = text.split("\n");
  return parseAnswer(text).some(({ kind }) => kind === "code")
    ? lines.filter((line) => !/^[ \t]*(?:```|~~~)/.test(line)).join("\n")
    : text;
}

test("pieces are cut at the given offsets and keep their text", () => {
  fc.assert(
    fc.property(signs, fc.array(fc.nat(90), { maxLength: 5 }), (text, offsets) => {
      const pieces = parseAnswer(text).flatMap(piecesOf);
      const split = splitPieces(pieces, offsets);
      const textOf = (list: readonly Piece[]): string =>
        list.map((piece) => (piece.kind === "break" ? "\n" : piece.text)).join("");
      expect(textOf(split)).toBe(textOf(pieces));
      const cuts = split.flatMap((piece) =>
        piece.kind === "text" ? offsets.filter((at) => at > piece.start && at < endOfPiece(piece)) : [],
      );
      expect(cuts).toEqual([]);
    }),
  );
});

test("a long text of signs is read in linear time", () => {
  for (const sign of ["**", "`a`` ", "[1]", "| ", "```\n", "- \n", "\\*", "`".repeat(3) + "a"]) {
    const pieces = parseAnswer(sign.repeat(100_000)).flatMap(piecesOf);
    expect(pieces.length).toBeLessThan(300_001);
  }
});
