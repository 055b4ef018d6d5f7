import type { FoundText } from "./passage.ts";

interface Comment {
  readonly type: "Block" | "Line";
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Orders to tools. Their reason, after two dashes, is prose. */
const DIRECTIVE =
  /^\s*(?:(?:oxlint|eslint|oxfmt|prettier|biome|v8|c8|@ts|@vite|webpack)[-\w]*\b|[@#]__\w+__|<reference).*$/;
const BULLET = /^(?:[-*•]|\d+[.)])[ \t]+/;
const BREAK = new RegExp(
  [
    String.raw`\n\s*\n\s*`,
    String.raw`\n[ \t]*(?:[-*•]|\d+[.)])[ \t]+`,
    String.raw`(?<=^|\s)@(?:param|template|throws|arg)[ \t]+(?:\{[^}]*\}[ \t]*)?[\w.[\]$<>]+(?:[ \t]+-)?`,
    String.raw`(?<=^|\s)@(?:returns?|see|deprecated|default|remarks|throws|internal|private|public)\b`,
    String.raw`(?<=^|\s)@example\b[\s\S]*?(?=\n\s*@|$)`,
    String.raw`(?<=^|\n)[ \t]*\x60\x60\x60[\s\S]*?(?:\n[ \t]*\x60\x60\x60|$)`,
  ].join("|"),
  "g",
);

/**
 * The paragraphs, list items and tags of comments. Line comments on lines that follow each other are one
 * comment.
 */
export function readComments(source: string, comments: readonly Comment[]): FoundText[] {
  return joinLines(source, comments).flatMap(({ start, end }) =>
    paragraphs(cleaned(source.slice(start, end)), start),
  );
}

function joinLines(source: string, comments: readonly Comment[]): { start: number; end: number }[] {
  const joined: { type: string; start: number; end: number }[] = [];
  for (const { type, start, end } of comments) {
    const last = joined.at(-1);
    if (
      last?.type === "Line" &&
      type === "Line" &&
      /^[ \t]*\n[ \t]*$/.test(source.slice(last.end, start)) &&
      isAlone(source, last.start)
    )
      last.end = end;
    else joined.push({ type, start, end });
  }
  return joined;
}

/** Whether no code stands before the comment on its line. */
function isAlone(source: string, start: number): boolean {
  return source.slice(source.lastIndexOf("\n", start) + 1, start).trim() === "";
}

/** Replaces the comment's `*` and slash characters by spaces, so offsets stay valid. */
function cleaned(comment: string): string {
  const spaces = (mark: string): string => " ".repeat(mark.length);
  return comment
    .replace(/\*\/$/, spaces)
    .split("\n")
    .map((line) => line.replace(/^\s*(?:\/\*+|\/\/+|\*(?!\*))/, spaces))
    .map((line) => (DIRECTIVE.test(line) ? line.replace(/^.*? -- |^.*$/, spaces) : line))
    .join("\n");
}

function paragraphs(text: string, offset: number): FoundText[] {
  const found: FoundText[] = [];
  const add = (from: number, to: number): void => {
    const part = text.slice(from, to);
    if (part.trim() === "") return;
    const lead = part.length - part.trimStart().length;
    found.push({ text: part.trim().replace(BULLET, ""), at: offset + from + lead });
  };
  let from = 0;
  for (const match of text.matchAll(BREAK)) {
    add(from, match.index);
    from = match.index + match[0].length;
  }
  add(from, text.length);
  return found;
}
