import type { LocatedSpan, Locator } from "../../../domain/locator.ts";
import { extractCaptions } from "../captions/extract-captions.ts";
import type { ExtractedText } from "../extracted-text.ts";
import { locatorName } from "../office/office-text.ts";
import { unchangedText } from "../text/plain-text.ts";
import type { ProcessorOutputParts } from "./parts-of-file.ts";

const WEBVTT = /^WEBVTT(?:\s|$)/;
const FORM_FEED = "\f";
/** Parts beyond this number get no locator. */
const MAX_PARTS = 50_000;
/** Matches the name of a sheet: the first line of the part if that line is a heading. */
const HEADING = /^\s{0,200}#{1,6}[ \t]{1,20}(\S[^\n]{0,400})/;

/**
 * Reads the text that an external processor extracted from a file. WebVTT becomes running text with the times
 * of its cues. Other text stays unchanged. Form feeds separate its parts, as in the output of pdftotext, and
 * without form feeds lines are the locators.
 * @throws ExtractionError if there is no text
 */
export function extractProcessorOutput(text: string, parts: ProcessorOutputParts): ExtractedText {
  if (WEBVTT.test(text)) return extractCaptions(text);
  const read = unchangedText(text);
  return text.includes(FORM_FEED) ? { ...read, spans: spansOf(text, parts) } : read;
}

function spansOf(text: string, parts: ProcessorOutputParts): LocatedSpan[] {
  const spans: LocatedSpan[] = [];
  for (let start = 0; spans.length < MAX_PARTS;) {
    const feed = text.indexOf(FORM_FEED, start);
    const end = feed < 0 ? text.length : feed;
    // Blank text after the last form feed is no part.
    if (feed < 0 && text.slice(start).trim() === "") break;
    spans.push({
      start,
      end,
      locator: locatorOf(parts, spans.length + 1, text.slice(start, Math.min(end, start + 1_000))),
    });
    if (feed < 0) break;
    start = feed + 1;
  }
  return spans;
}

/**
 * @param number number of the part, from 1
 * @param head the beginning of the part
 */
function locatorOf(parts: ProcessorOutputParts, number: number, head: string): Locator {
  if (parts === "pages") return { kind: "page", page: number };
  if (parts === "slides") return { kind: "slide", slide: number };
  return { kind: "sheet", sheet: locatorName(HEADING.exec(head)?.[1] ?? String(number)) };
}
