import { makeDocx, wordParagraph } from "../../../test/support/fixtures/documents/make-docx.ts";
import { makePdf, pageOf } from "../../../test/support/fixtures/documents/pdf.ts";

/** Files of one kind, the same for all programs. */
export interface Files {
  readonly name: string;
  readonly contentType: string;
  readonly ending: string;
  readonly files: readonly Uint8Array<ArrayBuffer>[];
}

export interface Sizes {
  readonly texts: number;
  readonly pdfs: number;
  readonly office: number;
  /** Megabytes of the one long text; 0 for none. */
  readonly big: number;
}

const SUBJECTS =
  "mill loom weaver river harbour archive station orchard library foundry quarry garden bridge market tower school".split(
    " ",
  );
const VERBS =
  "records stores repairs measures opens lends counts carries keeps renews inspects replaces paints sells sorts".split(
    " ",
  );
const OBJECTS =
  "patterned silk|old maps|copper pipes|the winter stock|letters of the founders|two spare engines|apples in crates|the long inventory|bolts of linen|tide tables|the eastern gate|seed potatoes".split(
    "|",
  );
const TIMES =
  "every morning|before the flood|in the third week|since the great fire|when the tide is out|at the end of May|by candlelight".split(
    "|",
  );
const DIGITS = "123456789".split("");
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const PARAGRAPHS = 40;
const PAGES = 4;
const LINES = 35;

/** Reproducible for the same sizes and seed. */
export function makeFiles(sizes: Sizes, seed: number): Files[] {
  const draw = drawer(seed);
  const made = (count: number, make: () => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] =>
    Array.from({ length: count }, make);
  return [
    {
      name: "texts of 1 kB",
      contentType: "text/plain",
      ending: "txt",
      files: made(sizes.texts, () => encoded(prose(draw, 1_000))),
    },
    {
      name: "PDFs of 4 pages",
      contentType: "application/pdf",
      ending: "pdf",
      files: made(sizes.pdfs, () => pdfOf(draw)),
    },
    {
      name: "Word files of 3,000 words",
      contentType: DOCX,
      ending: "docx",
      files: made(sizes.office, () => docxOf(draw)),
    },
    {
      name: `text of ${sizes.big} MB`,
      contentType: "text/plain",
      ending: "txt",
      files: made(sizes.big > 0 ? 1 : 0, () => encoded(prose(draw, sizes.big * 1_000_000))),
    },
  ].filter(({ files }) => files.length > 0);
}

type Draw = (from: readonly string[]) => string;

/** mulberry32. */
function drawer(seed: number): Draw {
  let state = seed >>> 0;
  return (from) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return from[((mixed ^ (mixed >>> 14)) >>> 0) % from.length] ?? "";
  };
}

function sentence(draw: Draw): string {
  const number = Array.from({ length: 4 }, () => draw(DIGITS)).join("");
  return `The ${draw(SUBJECTS)} of lot ${number} ${draw(VERBS)} ${draw(OBJECTS)} ${draw(TIMES)}.`;
}

/** ASCII, so that a character is a byte. */
function prose(draw: Draw, characters: number): string {
  const parts: string[] = [];
  for (let length = 0; length < characters;) {
    const paragraph = `${Array.from({ length: 6 }, () => sentence(draw)).join(" ")}\n\n`;
    parts.push(paragraph);
    length += paragraph.length;
  }
  return parts.join("").slice(0, characters);
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text));
}

function pdfOf(draw: Draw): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    makePdf({
      pages: Array.from({ length: PAGES }, () =>
        pageOf(...Array.from({ length: LINES }, () => sentence(draw))),
      ),
    }),
  );
}

function docxOf(draw: Draw): Uint8Array<ArrayBuffer> {
  const paragraphs = Array.from({ length: PARAGRAPHS }, () =>
    wordParagraph(Array.from({ length: 6 }, () => sentence(draw)).join(" ")),
  );
  return makeDocx({ body: paragraphs.join("") });
}
