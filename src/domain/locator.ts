import * as z from "zod";

/** Maximum length of the names of sheets, chapters and parts. Longer names are truncated. */
export const MAX_LOCATOR_NAME_CHARS = 255;

const count = z.int().min(1);
const name = z.string().max(MAX_LOCATOR_NAME_CHARS);

/** A position in a document in units that readers know, such as pages. Quotes also have exact offsets. */
export const locator = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("page"), page: count }),
  z.object({ kind: z.literal("slide"), slide: count }),
  z.object({ kind: z.literal("sheet"), sheet: name, row: count.exactOptional() }),
  z.object({ kind: z.literal("chapter"), chapter: count, title: name.exactOptional() }),
  z.object({ kind: z.literal("part"), part: count, title: name.exactOptional() }),
  z.object({ kind: z.literal("line"), line: count }),
  z.object({ kind: z.literal("time"), start: z.number().min(0), end: z.number().min(0) }),
]);

/** Position in a document. Numbers begin with 1. Times are in seconds from the start. */
export type Locator = z.output<typeof locator>;

/**
 * A span of the text with its position in the document. Line numbers and sheet rows increase by one with each
 * line of the span.
 */
export interface LocatedSpan {
  readonly start: number;
  readonly end: number;
  readonly locator: Locator;
}

/**
 * Positions of a text. Each entry applies from offset `at` to the next entry. A null locator means an unknown
 * position.
 */
export const locatorRuns = z.array(z.tuple([z.int().min(0), locator.nullable()]));
export type LocatorRuns = readonly (readonly [at: number, locator: Locator | null])[];

interface LocatedPassage {
  readonly text: string;
  readonly page: number;
  /** LocatorRuns as JSON. */
  readonly locators?: string | null;
}

/**
 * Returns the position of a character of a passage.
 * @param at offset in the text in UTF-16 code units
 */
export function locatorAt({ text, page, locators }: LocatedPassage, at: number): Locator | null {
  if (locators === undefined || locators === null) return locatorOfPage(page);
  const run = locatorRuns.parse(JSON.parse(locators)).findLast(([from]) => from <= at);
  if (run === undefined || run[1] === null) return null;
  return advanceLines(run[1], lineEndsIn(text, run[0], at));
}

/**
 * Returns the position of a passage's start. Repeated table headers have no position, so the first known
 * position of the passage applies.
 */
export function locatorOf(passage: LocatedPassage): Locator | null {
  const begin = locatorAt(passage, 0);
  if (begin !== null || passage.locators === undefined || passage.locators === null) return begin;
  return locatorRuns.parse(JSON.parse(passage.locators)).find(([, place]) => place !== null)?.[1] ?? null;
}

/**
 * Returns the position in a document that has only page numbers.
 * @param page 0 if the document has no pages
 */
export function locatorOfPage(page: number): Locator | null {
  return page === 0 ? null : { kind: "page", page };
}

/** Returns the position that is this many lines later. */
export function advanceLines(place: Locator, lines: number): Locator {
  if (place.kind === "line") return { ...place, line: place.line + lines };
  if (place.kind === "sheet" && place.row !== undefined) return { ...place, row: place.row + lines };
  return place;
}

export function lineEndsIn(text: string, start: number, end: number): number {
  // Searches a slice, because `indexOf` would otherwise search to the end of the text.
  const part = text.slice(start, end);
  let lines = 0;
  for (let at = part.indexOf("\n"); at >= 0; at = part.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** Returns the page number for the contract, or 0. A slide counts as a page, because it prints as one. */
export function pageOf(place: Locator): number {
  if (place.kind === "page") return place.page;
  return place.kind === "slide" ? place.slide : 0;
}

/**
 * Returns the region of a position: its page, slide, sheet, chapter or part. A passage never crosses regions.
 */
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

/**
 * Returns the form of a locator that D1 and the index store. Null if the page number contains the same
 * information.
 */
export function storedLocator(place: Locator | null): string | null {
  return place === null || place.kind === "page" ? null : JSON.stringify(place);
}

/** @param stored result of `storedLocator` */
export function parseLocator(stored: string | null, page: number): Locator | null {
  return stored === null ? locatorOfPage(page) : locator.parse(JSON.parse(stored));
}
