const HTML_SIGNS: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
/** Characters that are Markdown syntax anywhere in a line. */
const MARKDOWN_SIGNS = /[\\`*[\]|]|~(?=~)|<(?=[a-z/!?])|&(?=[#a-z])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/giu;
/** Character sequences that are Markdown syntax at the beginning of a line. */
const MARKDOWN_LEADS = /^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=|-(?=-)|~)/;
const MARKDOWN_NUMBER = /^(\d{1,9})(?=[.)](?:\s|$))/;

/** Escapes text for HTML content and quoted attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => HTML_SIGNS[sign]!);
}

/** Escapes text within a Markdown line. */
export function escapeMarkdown(text: string): string {
  return text.replace(MARKDOWN_SIGNS, "\\$&");
}

/** Escapes one line of a Markdown paragraph, including syntax at its beginning. */
export function escapeMarkdownLine(text: string): string {
  return escapeMarkdown(text).replace(MARKDOWN_LEADS, "\\$&").replace(MARKDOWN_NUMBER, "$1\\");
}

/** Returns a fence with more backticks than any run of backticks in the code. */
export function backtickFence(code: string, least: number): string {
  let longest = 0;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return "`".repeat(Math.max(least, longest + 1));
}
