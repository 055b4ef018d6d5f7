import type { ExtractedText } from "../extracted-text.ts";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import { isAffordable } from "./parse-cost.ts";
import { omittedPartsNote } from "./omitted-parts-note.ts";
import { flattenHtml } from "./flatten-html.ts";

/** Limits of a DOM tree: it must fit an isolate's memory and take at most about two seconds. */
const MAX_TREE_CHARS = 4_000_000;
const TREE_LIMIT = { elements: 30_000, squaredDepths: 20_000_000, squaredTags: 500_000_000 };

const NO_TEXT = "This page has no readable text. If scripts create it, open it in a browser, save it as PDF, and upload that.";

/**
 * Extracts the readable text of a page: blocks separated by blank lines, cells by tabs; entities decoded,
 * white space collapsed. Pages too deep or too large for a tree, or that break its readers, are read by
 * tokens.
 * @throws ExtractionError when the page has no text
 */
export async function extractHtml(html: string): Promise<ExtractedText> {
  const flow = flattenHtml(html);
  const extracted = (await fromTree(flow)) ?? (await fromScan(flow));
  const note = omittedPartsNote(html, extracted.text.length);
  if (extracted.text === "") throw new ExtractionError(note === "" ? NO_TEXT : `This page holds no text of its own. ${note}`);
  return note === "" ? extracted : { ...extracted, note };
}

async function fromTree(html: string): Promise<ExtractedText | null> {
  if (html.length > MAX_TREE_CHARS || !isAffordable(html, TREE_LIMIT)) return null;
  const { readableHtml } = await import("./readable-html.ts");
  try {
    const page = readableHtml(html);
    const form = { html: [page.html], isBalanced: true };
    return { text: page.text, pages: [], title: page.title, strategy: "html-body", form, omitted: page.menus };
  } catch {
    // The tree readers recurse. A page that overflows their stack is read by tokens instead.
    return null;
  }
}

async function fromScan(html: string): Promise<ExtractedText> {
  const { scanHtmlText } = await import("./scan-html-text.ts");
  return { ...scanHtmlText(html), pages: [], strategy: "html-scan", form: { html: [html], isBalanced: false } };
}
