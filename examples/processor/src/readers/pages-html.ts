import { escapeHtml } from "./escape-html.ts";

/**
 * Writes pages as HTML: one section a page, one paragraph for each block between empty lines. @param kind of
 * the pages: `page`, `slide`
 */
export function pagesHtml(pages: readonly string[], kind: string): string {
  const sections = pages.map(
    (page, at) => `<section id="${kind}-${at + 1}">\n${paragraphs(page)}\n</section>`,
  );
  return `<!doctype html>\n<meta charset="utf-8">\n${sections.join("\n")}\n`;
}

function paragraphs(page: string): string {
  const blocks = page.split("\n\n").filter((block) => block !== "");
  return blocks.map((block) => `<p>${escapeHtml(block)}</p>`).join("\n");
}
