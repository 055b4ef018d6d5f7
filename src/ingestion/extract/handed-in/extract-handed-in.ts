import type { LocatedSpan, Locator } from "../../../domain/locator.ts";
import { extractCaptions } from "../captions/extract-captions.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { placeName } from "../office/office-text.ts";
import { asItStands } from "../text/plain-text.ts";
import type { HandedInParts } from "./parts-of-file.ts";

const WEBVTT = /^WEBVTT(?:\s|$)/;
const FORM_FEED = "\f";
/** What stands behind so many has no place. */
const MAX_PARTS = 50_000;
/** A sheet is called as its first line says, where that is a heading. */
const HEADING = /^\s{0,200}#{1,6}[ \t]{1,20}(\S[^\n]{0,400})/;

/**
 * A text that an external worker has written of a file. WebVTT becomes running text with the times of its cues. Every other text stays as it
 * stands: where form feeds end its parts, as those of pdftotext end pages, each is a place; where there are none, lines are.
 * @throws ExtractionError when there is no text
 */
export function extractHandedIn(text: string, parts: HandedInParts): ExtractedText {
  if (WEBVTT.test(text)) return extractCaptions(text);
  const read = asItStands(text);
  return text.includes(FORM_FEED) ? { ...read, spans: spansOf(text, parts) } : read;
}

function spansOf(text: string, parts: HandedInParts): LocatedSpan[] {
  const spans: LocatedSpan[] = [];
  for (let start = 0; spans.length < MAX_PARTS;) {
    const feed = text.indexOf(FORM_FEED, start);
    const end = feed < 0 ? text.length : feed;
    // Behind the last one there is no part, unless something stands there.
    if (feed < 0 && text.slice(start).trim() === "") break;
    spans.push({ start, end, locator: placeOf(parts, spans.length + 1, text.slice(start, Math.min(end, start + 1_000))) });
    if (feed < 0) break;
    start = feed + 1;
  }
  return spans;
}

/** @param number of the part, from 1 @param head how it begins */
function placeOf(parts: HandedInParts, number: number, head: string): Locator {
  if (parts === "pages") return { kind: "page", page: number };
  if (parts === "slides") return { kind: "slide", slide: number };
  return { kind: "sheet", sheet: placeName(HEADING.exec(head)?.[1] ?? String(number)) };
}
