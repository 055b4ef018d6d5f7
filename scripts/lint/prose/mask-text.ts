/**
 * Spans that the rules do not read, each counted as one word. Order matters: code may contain quotation
 * marks.
 */
const SPANS = [
  /`[^`]+`/g,
  /\{@link [^}]*\}/g,
  /\$\{[^}]*\}/g,
  /https?:\/\/[^\s)>\]]+/g,
  /(?<![\p{L}\p{N}])"[^"]{1,300}"/gu,
  /“[^”]{1,300}”/g,
  /‘[^’]{1,300}’(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])'[^'\n]{1,120}'(?![\p{L}\p{N}])/gu,
  /(?<![\w/])[\w.@*-]+(?:\/[\w.@*-]+)+/g,
];

/**
 * Replaces code, quotations, addresses and paths by a placeholder of the same length, so offsets stay valid.
 */
export function maskText(text: string): string {
  return SPANS.reduce((masked, span) => masked.replace(span, placeholder), text);
}

/**
 * Keeps the end of a sentence inside a quotation, as a full stop: a quoted question makes no question of the
 * sentence around it.
 */
function placeholder(span: string): string {
  const end = /[.?!]["”’']$/.test(span) ? `.${span.at(-1)}` : "";
  return `X${"x".repeat(span.length - end.length - 1)}${end}`;
}
