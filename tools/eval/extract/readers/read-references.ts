import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import * as z from "zod";
import { isOfficeReader, officeReferences, type OfficeReader } from "./office.ts";
import { pdfReference } from "./pdf-reference.ts";
import { NoReader, type ReaderName, type Reference, type SourceFile } from "./reader.ts";
import { runProgram } from "./run-program.ts";
import { standing, wordsOf } from "../words.ts";

const VALUES = join(import.meta.dirname, "read-values.py");
const PANDOC = {
  "pandoc-docx": "docx",
  "pandoc-odt": "odt",
  "pandoc-epub": "epub",
  "pandoc-html": "html",
  "pandoc-gfm": "gfm",
  "pandoc-ipynb": "ipynb",
} as const;
/** The footnote marker that pandoc writes in the text and before the note. */
const NOTE_MARK = /\[\d{1,4}\]/g;
/**
 * Private-use characters of symbol fonts, which LibreOffice cannot decode; in their place the reference has
 * no valid word.
 */
const PRIVATE_SIGN = /[\uf020-\uf0ff]/g;
/** Readers that write each line as an independent unit. */
const OF_UNITS: ReadonlySet<ReaderName> = new Set(["json", "xml", "slides", "calendar"]);
/** Readers that assume UTF-8 or guess poorly: files in other encodings are not compared. */
const OF_UTF8: ReadonlySet<ReaderName> = new Set([
  "pandoc-html",
  "pandoc-gfm",
  "delimited",
  "mail",
  "mailbox",
]);
/** Cache versions of readers whose output has changed, so that older results are ignored. */
const EDITIONS: Partial<Record<ReaderName, string>> = {
  json: ".2",
  xml: ".2",
  slides: ".2",
  mail: ".3",
  mailbox: ".3",
};
const schema = z.object({ text: z.string(), places: z.record(z.string(), z.string()).nullable() });

export interface References {
  /** By file hash; unreadable files are absent. */
  readonly of: ReadonlyMap<string, Reference>;
  /** The missing program, or null. */
  readonly missing: string | null;
}

/** Reads files with a reference reader and caches the results by hash in `folder`. */
export async function readReferences(
  files: readonly SourceFile[],
  reader: ReaderName,
  folder: string,
): Promise<References> {
  await mkdir(folder, { recursive: true });
  const read = new Map<string, Reference>();
  const unread: SourceFile[] = [];
  const kept = (file: SourceFile): string =>
    join(folder, `${file.sha256}.${reader}${EDITIONS[reader] ?? ""}.json`);
  for (const file of files) {
    const known = await readFile(kept(file), "utf8").catch(() => null);
    if (known === null) unread.push(file);
    else if (known !== "null") read.set(file.sha256, schema.parse(JSON.parse(known)));
  }
  try {
    for (const [sha256, reference] of await readAll(unread, reader)) read.set(sha256, reference);
    for (const file of unread) await writeFile(kept(file), JSON.stringify(read.get(file.sha256) ?? null));
    return { of: await comparable(files, reader, read), missing: null };
  } catch (error) {
    if (error instanceof NoReader)
      return { of: await comparable(files, reader, read), missing: error.message };
    throw error;
  }
}

/** Drops text that the reader adds, and files that it misidentifies. */
async function comparable(
  files: readonly SourceFile[],
  reader: ReaderName,
  read: ReadonlyMap<string, Reference>,
) {
  const found = new Map<string, Reference>();
  for (const { path, sha256 } of files) {
    const reference = read.get(sha256);
    if (reference === undefined) continue;
    // LibreOffice shows files without an RTF header as plain text with all control words.
    if (reader === "office-text" && !(await readFile(path, "latin1")).startsWith("{\\rtf")) continue;
    if (OF_UTF8.has(reader) && !isUtf8(await readFile(path))) continue;
    const told = reader === "pandoc-docx" ? reference.text.replace(NOTE_MARK, "") : reference.text;
    const text = reader === "office-text" ? told.replace(PRIVATE_SIGN, "\n") : told;
    found.set(sha256, { ...reference, text, isOfUnits: OF_UNITS.has(reader) || text !== told });
  }
  return found;
}

/** Messages are ASCII with their own encodings, unless they are in UTF-16. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).includes("\0");
  } catch {
    return false;
  }
}

async function readAll(files: readonly SourceFile[], reader: ReaderName): Promise<Map<string, Reference>> {
  if (files.length === 0) return new Map();
  if (isOfficeReader(reader)) {
    const read = await officeReferences(files, reader);
    return reader === "slides" ? await withoutInventions(files, read) : read;
  }
  const found = new Map<string, Reference>();
  for (const { path, sha256 } of files) {
    const reference = await orNull(readOne(path, reader));
    if (reference !== null) found.set(sha256, reference);
  }
  return found;
}

/**
 * LibreOffice prints text that the file does not contain: axis labels, today's date, the file's path,
 * syllables. A printed word counts only as often as the file's parts contain it.
 */
async function withoutInventions(
  files: readonly SourceFile[],
  read: ReadonlyMap<string, Reference>,
): Promise<Map<string, Reference>> {
  const found = new Map<string, Reference>();
  for (const { path, sha256 } of files) {
    const reference = read.get(sha256);
    if (reference === undefined) continue;
    const parts = await orNull(values("parts", path));
    found.set(
      sha256,
      parts === null ? reference : { ...reference, text: standing(reference.text, wordsOf(parts.text)) },
    );
  }
  return found;
}

async function readOne(path: string, reader: Exclude<ReaderName, OfficeReader>): Promise<Reference> {
  switch (reader) {
    case "pdftotext":
      return await pdfReference(path);
    case "lines":
      return linesOf(await readFile(path, "utf8"));
    case "iconv":
      return linesOf(await runProgram("iconv", ["-f", charsetOf(path), "-t", "UTF-8", path]));
    case "mail":
    case "mailbox":
    case "delimited":
    case "json":
    case "xml":
    case "captions":
    case "calendar":
      return await values(reader, path);
    default:
      return await pandoc(path, PANDOC[reader]);
  }
}

/** Null if the program fails. @throws NoReader */
async function orNull(reading: Promise<Reference>): Promise<Reference | null> {
  return await reading.catch((error: unknown) => {
    if (error instanceof NoReader) throw error;
    return null;
  });
}

async function values(kind: string, path: string): Promise<Reference> {
  return schema.parse(JSON.parse(await runProgram("python3", [VALUES, kind, path])));
}

async function pandoc(path: string, format: string): Promise<Reference> {
  const text = await runProgram("pandoc", ["-f", format, "-t", "plain", "--wrap=none", path]);
  if (format !== "gfm") return { text, places: null };
  return { text, places: linesOf(await readFile(path, "utf8")).places };
}

function linesOf(read: string): Reference {
  const text = read.replace(/^\ufeff/, "");
  return {
    text,
    places: Object.fromEntries(text.split(/\r\n|\n|\r/).map((line, at) => [`line:${at + 1}`, line])),
  };
}

/** Test files of uchardet are named after their encoding. */
function charsetOf(path: string): string {
  return basename(path, extname(path)).replace(/\..*$/, "");
}
