import { parseHeadingContext } from "../../domain/heading-context.ts";
import { splitSentences } from "../../text/sentences.ts";
import { isContentsPage } from "../../text/is-contents-page.ts";

/** Maximum number of sentences of one passage. It bounds the cost of a passage with many short lines. */
const MAX_SENTENCES = 64;
/** A window has three sentences, and windows overlap by one. */
const [WINDOW_SENTENCES, WINDOW_STEP] = [3, 2];
const ROW = /^\|/;
const RULE = /^\|?\s{0,9}:?-{3}[\s:|-]*$/;

/** Changes with every change of the units, so that the index embeds all passages again. */
export const UNITS_VERSION = "units/2";

/** The texts of a passage that get a vector each. An empty text gets the zero vector. */
export interface PassageUnits {
  /** One text for each of the first sentences (`splitSentences`). */
  readonly sentences: readonly string[];
  /** The windows of three sentences; none for a passage of one sentence. */
  readonly windows: readonly string[];
}

/** @param context JSON of the heading context; null if the passage has none */
export function passageUnits(text: string, context: string | null): PassageUnits {
  const spans = splitSentences(text).slice(0, MAX_SENTENCES);
  if (isContentsPage(text)) return { sentences: spans.map(() => ""), windows: [] };
  const sentences = rowsWithHeader(
    spans.map(({ start, end }) => text.slice(start, end)),
    context === null ? null : (parseHeadingContext(context).columns?.text ?? null),
  );
  const windows = windowsOf(sentences.length).map(([first, last]) =>
    sentences
      .slice(first, last)
      .filter((sentence) => sentence !== "")
      .join(" "),
  );
  return { sentences, windows };
}

/** The windows of `sentences` sentences as `[first, last)`, the last one up to the end. */
function windowsOf(sentences: number): [number, number][] {
  const windows: [number, number][] = [];
  for (let first = 0; sentences > 1; first += WINDOW_STEP) {
    const last = Math.min(first + WINDOW_SENTENCES, sentences);
    windows.push([first, last]);
    if (last === sentences) break;
  }
  return windows;
}

/** Pairs each cell of a table row with its column's name. The rule below the header has no words. */
function rowsWithHeader(lines: readonly string[], context: string | null): string[] {
  let header = context === null ? null : cellsOf(context);
  return lines.map((line, at) => {
    if (!ROW.test(line)) {
      header = null;
      return line;
    }
    if (RULE.test(line)) return "";
    const cells = cellsOf(line);
    const names = header;
    if (RULE.test(lines[at + 1] ?? "")) header = cells;
    if (names === null || header === cells) return cells.filter((cell) => cell !== "").join(", ");
    return cells.flatMap((cell, column) => (cell === "" ? [] : [named(names[column], cell)])).join(", ");
  });
}

function named(name: string | undefined, cell: string): string {
  return name === undefined || name === "" ? cell : `${name}: ${cell}`;
}

function cellsOf(row: string): string[] {
  return row
    .replace(/^\|/, "")
    .split("|")
    .map((cell) => cell.trim());
}
