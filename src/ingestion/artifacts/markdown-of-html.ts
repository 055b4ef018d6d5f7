// Imported lazily and as a whole module, because bundlers give a dynamic import of this CommonJS package no
// named exports.
import { NodeHtmlMarkdown, type NodeHtmlMarkdownOptions } from "node-html-markdown";

/**
 * The converter takes quadratic time: 0.5 s for this number of elements, 30 s for 30,000. All parts of a
 * document share the limit, as a sum of squares.
 */
const MAX_ELEMENTS = 4_000;

/**
 * Escapes as `escape-markdown.ts` does. The converter itself does not escape `<`, which begins HTML in
 * Markdown.
 */
const OPTIONS = {
  globalEscape: [/[\\`*_[\]~]|<(?=[a-z/!?])|&(?=[#a-z])/gi, "\\$&"],
} as const satisfies Partial<NodeHtmlMarkdownOptions>;

/**
 * Converts safe HTML to Markdown, part by part. Returns null if the HTML is too large for the converter or
 * the converter fails.
 */
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
