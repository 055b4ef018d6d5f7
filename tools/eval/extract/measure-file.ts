import { advanceLines, type Locator } from "../../../src/domain/locator.ts";
import type { Reference } from "./readers/reader.ts";
import type { ReadFile, ReadPassage } from "./read-files.ts";
import { nearPairsOf, pairsOf, pairsOfUnits, recovered, type Share, wordsOf } from "./words.ts";

/** Minimum share of a location's words that the reference reader must find there. */
const PLACE_SHARE = 0.9;
/** Fewer words do not identify a location. */
const MIN_PLACE_WORDS = 2;

export type FileText = Pick<ReadFile & { kind: "read" }, "text" | "characters" | "passages">;

export interface FileMeasurement {
  readonly words: Share;
  readonly pairs: Share;
  readonly offsets: Share;
  readonly locators: Share;
  /** Wrong locations for display, at most three. */
  readonly wrongPlaces: readonly string[];
}

export function measureFile(read: FileText, reference: Reference): FileMeasurement {
  const [ours, theirs] = [wordsOf(read.text), wordsOf(reference.text)];
  const places = locators(read, reference);
  return {
    words: recovered(theirs, ours),
    pairs: pairs(reference, ours),
    offsets: offsets(read),
    locators: { found: places.filter(({ isRight }) => isRight).length, all: places.length },
    wrongPlaces: places
      .filter(({ isRight }) => !isRight)
      .slice(0, 3)
      .map(({ told }) => told),
  };
}

function pairs({ text, isOfUnits }: Reference, ours: readonly string[]): Share {
  if (isOfUnits !== true) return recovered(pairsOf(wordsOf(text)), pairsOf(ours));
  const { within, across } = pairsOfUnits(text.split("\n").map(wordsOf));
  const [inside, between] = [recovered(within, pairsOf(ours)), recovered(across, nearPairsOf(ours))];
  return { found: inside.found + between.found, all: inside.all + between.all };
}

/**
 * Offsets are correct if they lie in the text after the previous passage, split no character and skip no
 * word.
 */
function offsets({ text, characters, passages }: FileText): Share {
  let end = 0;
  let found = 0;
  for (const passage of passages) {
    const isInside =
      passage.start >= end &&
      passage.start < passage.end &&
      passage.end <= text.length &&
      characters === text.length;
    const leftOut = text.slice(end, passage.start).trim() !== "";
    if (isInside && !leftOut && text.slice(passage.start, passage.end).isWellFormed()) found += 1;
    end = passage.end;
  }
  const isWhole = text.slice(end).trim() === "";
  return { found: isWhole ? found : Math.max(0, found - 1), all: passages.length };
}

interface JudgedPlace {
  readonly told: string;
  readonly isRight: boolean;
}

function locators({ text, passages }: FileText, { places }: Reference): JudgedPlace[] {
  if (places === null) return [];
  return passages
    .flatMap((passage) => [...partsOf(text, passage)])
    .flatMap(({ at, words }) => {
      if (words.length < MIN_PLACE_WORDS) return [];
      const key = at === null ? "" : keyOf(at);
      const { found } = recovered(words, wordsOf(places[key] ?? ""));
      return [
        {
          told: `${key || "no place"}: ${words.slice(0, 8).join(" ")}`,
          isRight: found >= words.length * PLACE_SHARE,
        },
      ];
    });
}

/** The locations of a passage with their words; each line and each row separately. */
function* partsOf(
  text: string,
  { start, end, runs }: ReadPassage,
): Generator<{ at: Locator | null; words: readonly string[] }> {
  for (const [number, [from, at]] of runs.entries()) {
    const part = text.slice(start + from, Math.min(end, start + (runs[number + 1]?.[0] ?? end - start)));
    if (at === null || (at.kind !== "line" && at.kind !== "sheet")) yield { at, words: wordsOf(part) };
    else
      for (const [line, words] of part.split("\n").entries())
        yield { at: advanceLines(at, line), words: wordsOf(words) };
  }
}

/** The key that reference readers use for a location. */
function keyOf(at: Locator): string {
  switch (at.kind) {
    case "page":
      return `page:${at.page}`;
    case "slide":
      return `slide:${at.slide}`;
    case "sheet":
      return `sheet:${at.sheet}:${at.row ?? 0}`;
    case "line":
      return `line:${at.line}`;
    case "time":
      return `time:${at.start.toFixed(3)}`;
    default:
      return at.kind;
  }
}
