import * as z from "zod";

/** Longer names of sheets, chapters and parts are truncated. */
export const MAX_LOCATOR_NAME_CHARS = 255;

const count = z.int().min(1);
const name = z.string().max(MAX_LOCATOR_NAME_CHARS);

/** A position in a document in its readers' units, beside the exact offsets of a quote. */
export const locator = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("page"), page: count }),
  z.object({ kind: z.literal("slide"), slide: count }),
  z.object({ kind: z.literal("sheet"), sheet: name, row: count.exactOptional() }),
  z.object({ kind: z.literal("chapter"), chapter: count, title: name.exactOptional() }),
  z.object({ kind: z.literal("part"), part: count, title: name.exactOptional() }),
  z.object({ kind: z.literal("line"), line: count }),
  z.object({ kind: z.literal("time"), start: z.number().min(0), end: z.number().min(0) }),
]);

/** Counts start with 1. Times are seconds from the start. */
export type Locator = z.output<typeof locator>;

/**
 * A part of a text and its position in the document. Lines, and rows of a sheet, increase with each line of
 * the text.
 */
export interface LocatedSpan {
  readonly start: number;
  readonly end: number;
  readonly locator: Locator;
}

/** The position of the text from `at` on. Null: unknown. */
export const locatorRuns = z.array(z.tuple([z.int().min(0), locator.nullable()]));
export type LocatorRuns = readonly (readonly [at: number, locator: Locator | null])[];

interface LocatedPassage {
  readonly text: string;
  readonly page: number;
  /** JSON of LocatorRuns. */
  readonly locators?: string | null;
}

/**
 * The position of a character of a passage.
 * @param at in UTF-16 code units of its text
 */
export function locatorAt({ text, page, locators }: LocatedPassage, at: number): Locator | null {
  if (locators === undefined || locators === null) return locatorOfPage(page);
  const run = locatorRuns.parse(JSON.parse(locators)).findLast(([from]) => from <= at);
  if (run === undefined || run[1] === null) return null;
  return advanceLines(run[1], lineEndsIn(text, run[0], at));
}

/**
 * The position of a passage's start. Repeated table headers have none, so for them it is the first known
 * position.
 */
export function locatorOf(passage: LocatedPassage): Locator | null {
  const begin = locatorAt(passage, 0);
  if (begin !== null || passage.locators === undefined || passage.locators === null) return begin;
  return locatorRuns.parse(JSON.parse(passage.locators)).find(([, place]) => place !== null)?.[1] ?? null;
}

/** The position in a document whose only positions are pages. @param page 0: the document has none */
export function locatorOfPage(page: number): Locator | null {
  return page === 0 ? null : { kind: "page", page };
}

/** The position this many lines later. */
export function advanceLines(place: Locator, lines: number): Locator {
  if (place.kind === "line") return { ...place, line: place.line + lines };
  if (place.kind === "sheet" && place.row !== undefined) return { ...place, row: place.row + lines };
  return place;
}

export function lineEndsIn(text: string, start: number, end: number): number {
  // On a slice, so that the next search does not run to the end of the text.
  const part = text.slice(start, end);
  let lines = 0;
  for (let at = part.indexOf("\n"); at >= 0; at = part.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** The page number of the contract. Slides count as pages, because they print one per page. */
export function pageOf(place: Locator): number {
  if (place.kind === "page") return place.page;
  return place.kind === "slide" ? place.slide : 0;
}

/** A passage never contains texts of two regions. */
export function regionOf(place: Locator): string {
  switch (place.kind) {
    case "page":
      return `page ${place.page}`;
    case "slide":
      return `slide ${place.slide}`;
    case "sheet":
      return `sheet ${place.sheet}`;
    case "chapter":
      return `chapter ${place.chapter}`;
    case "part":
      return `part ${place.part}`;
    default:
      return "";
  }
}

/** The stored form of a locator in D1 and the index. Null where the page number suffices. */
export function storedLocator(place: Locator | null): string | null {
  return place === null || place.kind === "page" ? null : JSON.stringify(place);
}

/** @param stored as `storedLocator` created it */
export function parseLocator(stored: string | null, page: number): Locator | null {
  return stored === null ? locatorOfPage(page) : locator.parse(JSON.parse(stored));
}
