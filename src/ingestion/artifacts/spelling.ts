const HTML_SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** What Markdown would take for a sign of its own, wherever it stands in a line. */
const MARKDOWN_SIGNS = /[\\`*[\]|]|~(?=~)|<(?=[a-z/!?])|&(?=[#a-z])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu;
/** The same at the beginning of a line. */
const MARKDOWN_LEADS = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=|-(?=-)|~)/;
const MARKDOWN_NUMBER = /^(\d{1,9})(?=[.)](?:\s|$))/;

/** Text as HTML holds it, between tags and in quoted values. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => HTML_SIGNS[sign]!);
}

/** Text as Markdown holds it, so that it reads there as it does here. */
export function markdownText(text: string): string {
  return text.replace(MARKDOWN_SIGNS, "\\$&");
}

/** The same of a line of a paragraph. */
export function markdownLine(text: string): string {
  return markdownText(text).replace(MARKDOWN_LEADS, "\\$&").replace(MARKDOWN_NUMBER, "$1\\");
}

/** Marks for code that holds none of the same length. */
export function backticksFor(code: string, least: number): string {
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return "`".repeat(Math.max(least, longest + 1));
}
