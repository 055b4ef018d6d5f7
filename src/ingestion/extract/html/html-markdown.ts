// Loaded lazily as a whole: a bundler gives a dynamic import of this CommonJS package no named exports.
import { NodeHtmlMarkdown } from "node-html-markdown";

/** The converter's time is quadratic: 30,000 elements took 30 s, so many half a second. */
const MAX_ELEMENTS = 4_000;

/** Readable HTML as Markdown; null when it is too large for the converter, or the converter cannot cope with it. */
export function markdownOfHtml(html: string): string | null {
  if ((html.match(/<[a-z]/gi)?.length ?? 0) > MAX_ELEMENTS) return null;
  try {
    return NodeHtmlMarkdown.translate(html);
  } catch {
    return null;
  }
}
