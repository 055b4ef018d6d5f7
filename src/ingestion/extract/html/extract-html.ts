import type { ExtractedText } from "../extracted-text.ts";
import { ExtractionError } from "../../../domain/extraction-error.ts";
import { isAffordable } from "./parse-cost.ts";
import { omittedPartsNote } from "./omitted-parts-note.ts";
import { flattenHtml } from "./flatten-html.ts";

/** Limits of a DOM tree, so that it fits into an isolate's memory and takes at most about two seconds. */
const MAX_TREE_CHARS = 4_000_000;
const TREE_LIMIT = { elements: 30_000, squaredDepths: 20_000_000, squaredTags: 500_000_000 };

const NO_TEXT =
  "This page has no readable text. If scripts create it, open it in a browser, save it as PDF, and upload that.";

/**
 * Extracts the readable text of a page. Blank lines separate blocks, tabs separate cells, entities are
 * decoded, and white space collapses. Reads a page by tokens if it is too deep or too large for a tree, or if
 * the tree reader fails.
 * @throws ExtractionError if the page has no text
 */
export async function extractHtml(html: string): Promise<ExtractedText> {
  const flow = flattenHtml(html);
  const extracted = (await fromTree(flow)) ?? (await fromScan(flow));
  const note = omittedPartsNote(html, extracted.text.length);
  if (extracted.text === "")
    throw new ExtractionError(note === "" ? NO_TEXT : `This page holds no text of its own. ${note}`);
  return note === "" ? extracted : { ...extracted, note };
}

async function fromTree(html: string): Promise<ExtractedText | null> {
  if (html.length > MAX_TREE_CHARS || !isAffordable(html, TREE_LIMIT)) return null;
  const { readableHtml } = await import("./readable-html.ts");
  try {
    const page = readableHtml(html);
    const form = { html: [page.html], isBalanced: true };
    return {
      text: page.text,
      pages: [],
      title: page.title,
      strategy: "html-body",
      form,
      omitted: page.menus,
    };
  } catch {
    // The tree readers recurse, so a deep page may overflow their stack. The caller reads such a page by
    // tokens.
    return null;
  }
}

async function fromScan(html: string): Promise<ExtractedText> {
  const { scanHtmlText } = await import("./scan-html-text.ts");
  return {
    ...scanHtmlText(html),
    pages: [],
    strategy: "html-scan",
    form: { html: [html], isBalanced: false },
  };
}
