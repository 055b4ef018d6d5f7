/** Pages, slides or sheets as one text: a form feed ends each, as pdftotext writes them, so that the service tells where a quote stands. One without text counts, too. */
export function inParts(parts: readonly string[]): string {
  return parts.map((part) => `${part}\n\f`).join("");
}
