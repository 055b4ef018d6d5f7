export interface PdfLineSpec {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export interface PdfSpec {
  /** One list of lines for each page. */
  readonly pages: readonly (readonly PdfLineSpec[])[];
  readonly title?: string;
  /** Encrypts the file with an unknown password. */
  readonly locked?: boolean;
}

/** Lines from the top of a page, 14 points apart. An empty string makes a paragraph gap. */
export function pageOf(...lines: readonly string[]): PdfLineSpec[] {
  return lines.map((text, at) => ({ text, x: 72, y: 720 - at * 14, size: 11 })).filter((line) => line.text !== "");
}

/** A PDF 1.4 file with a text layer in Helvetica, letter-size pages, and a correct cross-reference table. */
export function makePdf(spec: PdfSpec): Uint8Array<ArrayBuffer> {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const catalog = add("<< /Type /Catalog /Pages 2 0 R >>");
  const kids = spec.pages.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  add(`<< /Type /Pages /Kids [${kids}] /Count ${spec.pages.length} >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  for (const lines of spec.pages) {
    const page = objects.length + 1;
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${page + 1} 0 R >>`);
    const stream = lines.map(({ text, x, y, size }) => `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${escaped(text)}) Tj ET`).join("\n");
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  let trailer = `/Root ${catalog} 0 R`;
  if (spec.title !== undefined) trailer += ` /Info ${add(`<< /Title (${escaped(spec.title)}) >>`)} 0 R`;
  if (spec.locked === true) {
    const key = `<${"ab".repeat(32)}>`;
    trailer += ` /Encrypt ${add(`<< /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >>`)} 0 R /ID [<00> <00>]`;
  }
  return latin1(serialized(objects, trailer));
}

function serialized(objects: readonly string[], trailer: string): string {
  let file = "%PDF-1.4\n";
  const offsets: number[] = [];
  for (const [at, body] of objects.entries()) {
    offsets.push(file.length);
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, "\\$&");
}

function latin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}
