import { archiveFiles, mailFiles, mboxFiles } from "./archive-files.ts";
import { htmlFiles } from "./html-files.ts";
import { docxFiles, epubFiles, odsFiles, odtFiles, xlsxFiles } from "./office-files.ts";
import { pdfFiles } from "./pdf-files.ts";
import { robotsFiles } from "./robots-files.ts";
import { markdownFiles, textFiles } from "./text-files.ts";

export { honestText } from "./honest-text.ts";

export interface HostileFile {
  /**
   * Begins with its kind: `pdf-`, `html-`, `text-`, `docx-`, `archive-` and so on, or `robots-` for a site's
   * robots.txt.
   */
  readonly name: string;
  readonly contentType: string;
  /** Created at each access, with the same content. */
  readonly bytes: Uint8Array;
  /** The reason for its cost. */
  readonly why: string;
}

type Maker = readonly [why: string, make: () => string | Uint8Array];

/** Files without text, or with text in an undeclared encoding. */
const byteFiles: Readonly<Record<string, Maker>> = {
  "bytes-mixed-encodings": [
    "UTF-8, windows-1252 and UTF-16 in turns",
    () => repeated([0xc3, 0xa9, 0xe9, 0x20, 0x41, 0x00], 5_000_000),
  ],
  "bytes-half-characters": [
    "surrogates without their other half",
    () => repeated([0xff, 0xfe, 0x3d, 0xd8], 5_000_000),
  ],
  "bytes-continuations": ["bytes that continue no character", () => repeated([0x80], 5_000_000)],
  "bytes-noise": [
    "every byte value in turns",
    () => Uint8Array.from({ length: 5_000_000 }, (_, at) => (at * 7919) % 256),
  ],
};

const OPEN_XML = "application/vnd.openxmlformats-officedocument";
const OPEN_DOCUMENT = "application/vnd.oasis.opendocument";

/** Expensive files that a stranger may upload or a site may serve. None is longer than 25 MiB. */
export function hostileFiles(): readonly HostileFile[] {
  return [
    ...made("application/pdf", pdfFiles),
    ...made("text/html", htmlFiles),
    ...made("text/plain", textFiles),
    ...made("text/markdown", markdownFiles),
    ...made("text/plain", byteFiles),
    ...made("text/plain", robotsFiles),
    ...made(`${OPEN_XML}.wordprocessingml.document`, docxFiles),
    ...made(`${OPEN_XML}.spreadsheetml.sheet`, xlsxFiles),
    ...made("application/epub+zip", epubFiles),
    ...made(`${OPEN_DOCUMENT}.text`, odtFiles),
    ...made(`${OPEN_DOCUMENT}.spreadsheet`, odsFiles),
    ...made("application/zip", archiveFiles),
    ...made("message/rfc822", mailFiles),
    ...made("application/mbox", mboxFiles),
  ];
}

/** @throws Error for an unknown name */
export function hostileFile(name: string): HostileFile {
  const file = hostileFiles().find((known) => known.name === name);
  if (file === undefined) throw new Error(`There is no hostile file ${name}.`);
  return file;
}

function made(contentType: string, makers: Readonly<Record<string, Maker>>): HostileFile[] {
  return Object.entries(makers).map(([name, [why, make]]) => ({
    name,
    contentType,
    why,
    get bytes() {
      const content = make();
      return typeof content === "string" ? new TextEncoder().encode(content) : content;
    },
  }));
}

function repeated(unit: readonly number[], length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => unit[at % unit.length] ?? 0);
}
