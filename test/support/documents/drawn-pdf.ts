/** A page in PDF terms, for tests of operators, fonts and annotations. */
export interface DrawnPage {
  /** Operators, in Latin-1. `/F1` is Helvetica, `/F2` Helvetica-Bold. */
  readonly content: string;
  /** Further fonts by name: `/F9 8 0 R`. */
  readonly fonts?: string;
  /** More entries of the page's resources. */
  readonly resources?: string;
  /** More entries of the page, such as `/Annots [8 0 R]`. */
  readonly page?: string;
  /** More entries of the catalog. */
  readonly catalog?: string;
  /** Objects numbered from 7. */
  readonly objects?: readonly string[];
}

/**
 * A one-page PDF with a correct cross-reference table. Objects: 1 catalog, 2 pages, 3 page, 4 content, 5 and
 * 6 fonts.
 */
export function drawnPdf({
  content,
  fonts = "",
  resources = "",
  page = "",
  catalog = "",
  objects = [],
}: DrawnPage): Uint8Array<ArrayBuffer> {
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R ${fonts} >> ${resources} >> ${page} >>`,
    streamOf(content),
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ...objects,
  ];
  let file = "%PDF-1.7\n";
  const offsets: number[] = [];
  for (const [at, body] of all.entries()) {
    offsets.push(file.length);
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = all.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Uint8Array.from(file, (char) => char.charCodeAt(0));
}

export function streamOf(content: string, dictionary = ""): string {
  return `<< /Length ${content.length} ${dictionary} >>\nstream\n${content}\nendstream`;
}

/**
 * The operators that draw a text at a position.
 * @param font with its size, such as `/F1 11`
 */
export function drawn(text: string, x: number, y: number, font = "/F1 11"): string {
  return `BT ${font} Tf 1 0 0 1 ${x} ${y} Tm ${text.startsWith("<") ? text : `(${text.replace(/[\\()]/g, "\\$&")})`} Tj ET\n`;
}

/**
 * A PDF with "Report 2026" and, below it, text in a font that is not embedded. Only the CMap and the
 * character collection define its letters.
 */
export function pdfInCMap(cMap: string, ordering: string, hex: string): Uint8Array {
  const info = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`;
  return drawnPdf({
    content: drawn("Report 2026", 60, 700) + drawn(`<${hex}>`, 60, 660, "/F9 12"),
    fonts: "/F9 7 0 R",
    objects: [
      `<< /Type /Font /Subtype /Type0 /BaseFont /Kept /Encoding /${cMap} /DescendantFonts [8 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Kept /CIDSystemInfo ${info} /DW 1000 >>`,
    ],
  });
}
