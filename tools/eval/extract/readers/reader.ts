/** What a reader that is not ours makes of a file. */
export interface Reference {
  readonly text: string;
  /** What stands where, by the key of a place, such as `page:3`; null where the reader does not tell places. */
  readonly places: Readonly<Record<string, string>> | null;
  /** Whether each line is a value, a cell's row or a line of a drawing: between them, the other reader may write names. */
  readonly isOfUnits?: boolean;
}

export type ReaderName =
  | "pdftotext"
  | "pandoc-docx"
  | "pandoc-odt"
  | "pandoc-epub"
  | "pandoc-html"
  | "pandoc-gfm"
  | "pandoc-ipynb"
  | "office-text"
  | "slides"
  | "sheets"
  | "sheets-as-shown"
  | "mail"
  | "mailbox"
  | "delimited"
  | "json"
  | "xml"
  | "captions"
  | "calendar"
  | "lines"
  | "iconv";

export interface SourceFile {
  readonly path: string;
  /** Of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** A program that a reader needs is not on this machine. */
export class NoReader extends Error {
  override readonly name = "NoReader";
}
