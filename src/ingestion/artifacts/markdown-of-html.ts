// Loaded lazily as a whole: a bundler gives a dynamic import of this CommonJS package no named exports.
import { NodeHtmlMarkdown, type NodeHtmlMarkdownOptions } from "node-html-markdown";

/** The converter's time is quadratic: 30,000 elements took 30 s, so many half a second. Parts share them: so many squared. */
const MAX_ELEMENTS = 4_000;

/** As `spelling.ts` has it: the converter itself lets `<` stand, which Markdown takes for HTML. */
const OPTIONS = { globalEscape: [/[\\`*_[\]~]|<(?=[a-z/!?])|&(?=[#a-z])/gi, "\\$&"] } as const satisfies Partial<NodeHtmlMarkdownOptions>;

/** HTML that is safe already as Markdown, part by part; null when it is too large for the converter, or the converter cannot cope with it. */
export function markdownOfHtml(parts: readonly string[]): string | null {
  const squared = parts.reduce((sum, html) => sum + (html.match(/<[a-z]/g)?.length ?? 0) ** 2, 0);
  if (squared > MAX_ELEMENTS ** 2) return null;
  try {
    return `${parts
      .map((html) => NodeHtmlMarkdown.translate(html, OPTIONS))
      .join("\n\n")
      .trim()}\n`;
  } catch {
    return null;
  }
}
