/**
 * Joins pages, slides or sheets with a form feed after each, as pdftotext does, so that the service can
 * locate quotes. Empty ones count too.
 */
export function inParts(parts: readonly string[]): string {
  return parts.map((part) => `${part}\n\f`).join("");
}
