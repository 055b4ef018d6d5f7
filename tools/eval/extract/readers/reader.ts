/** The output of a reference reader. */
export interface Reference {
  readonly text: string;
  /** Text by location key, such as `page:3`; null if the reader reports no locations. */
  readonly places: Readonly<Record<string, string>> | null;
  /**
   * Whether each line is an independent unit, such as a value, a row or a label. Other readers may insert
   * names between them.
   */
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

/** A program that a reader requires is not installed. */
export class NoReader extends Error {
  override readonly name = "NoReader";
}
