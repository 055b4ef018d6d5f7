import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative } from "node:path";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { measureFile } from "./measure-file.ts";
import type { FileReader } from "./read-files.ts";
import type { ReaderName, SourceFile } from "./readers/reader.ts";
import { readReferences } from "./readers/read-references.ts";
import { ratio } from "./extract-table.ts";

/** Folders of small regression files, one folder per kind of fault: the first one that exists. */
const FOLDERS = [join(PROJECT_ROOT, "..", "shared", "inputs"), join(PROJECT_ROOT, "test", "documents")];
/** Reference readers by file extension. */
const READERS: Readonly<Record<string, ReaderName>> = {
  ".pdf": "pdftotext",
  ".docx": "pandoc-docx",
  ".pptx": "slides",
  ".xlsx": "sheets-as-shown",
  ".odt": "pandoc-odt",
  ".odp": "slides",
  ".ods": "sheets-as-shown",
  ".fodt": "office-text",
  ".epub": "pandoc-epub",
  ".rtf": "office-text",
  ".html": "pandoc-html",
  ".md": "pandoc-gfm",
  ".ipynb": "pandoc-ipynb",
  ".eml": "mail",
  ".mbox": "mailbox",
  ".csv": "delimited",
  ".json": "json",
  ".xml": "xml",
  ".vtt": "captions",
  ".srt": "captions",
  ".ics": "calendar",
  ".txt": "iconv",
  ".log": "lines",
};

/** Files that the reference reader misreads, with the reason. */
const UNFIT: Readonly<Record<string, string>> = {
  "html-meta-charset.eml": "Python does not look into the page for its encoding",
  "utf16.eml": "Python reads no message in UTF-16",
  "charset-cp850.eml": "Python does not know the name of the encoding",
  "misdeclared.html": "pandoc reads UTF-8 alone",
  "meta-late.html": "pandoc reads UTF-8 alone",
  "folded-inside-letter.ics": "the reader in Python joins lines inside a letter",
  "vcal1-qp.ics": "the reader in Python does not undo quoted-printable",
  "rollup3.vtt": "the reader in Python repeats lines that roll up",
  "ansi.log": "the file holds escapes, which are no words",
  "requests.md": "the file lists requests",
};

export interface KindFile extends SourceFile {
  readonly kind: string;
  readonly reader: ReaderName | null;
}

export interface KindResult {
  readonly kind: string;
  readonly file: string;
  /** Share of the reference's words and word pairs; null if no reference reader can read the file. */
  readonly words: number | null;
  readonly pairs: number | null;
  /** The reason for a missing comparison, or the asset's message. */
  readonly message: string;
}

/** @param given folder with one folder per kind; null: the project's own */
export async function kindFiles(given: string | null): Promise<KindFile[]> {
  for (const folder of given === null ? FOLDERS : [given]) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries
      .filter((entry) => entry.isFile() && entry.name !== "README.md")
      .map(({ parentPath, name }) => join(parentPath, name));
    if (paths.length > 0)
      return await Promise.all(paths.toSorted().map(async (path) => await fileOf(path, folder)));
  }
  return [];
}

async function fileOf(path: string, folder: string): Promise<KindFile> {
  const sha256 = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  const [kind = ""] = relative(folder, path).split("/");
  return {
    path,
    sha256,
    kind: relative(folder, path).includes("/") ? kind : "documents",
    reader: READERS[extname(path)] ?? null,
  };
}

/**
 * Reads the files with this project's readers and with reference readers. Missing programs are reported, and
 * their files are not compared.
 */
export async function measureKinds(
  files: readonly KindFile[],
  reader: FileReader,
  references: string,
  tell: (line: string) => void,
): Promise<KindResult[]> {
  const results: KindResult[] = [];
  for (const [name, own] of Map.groupBy(files, (file) => file.reader)) {
    const { of, missing } =
      name === null ? { of: new Map(), missing: null } : await readReferences(own, name, references);
    if (missing !== null) tell(`kinds: ${missing} is not installed: ${own.length} files are not compared.`);
    for (const { path, kind, sha256 } of own) {
      const read = await reader.read(path, {});
      const about = { kind, file: path.split("/").at(-1) ?? path };
      const reference = of.get(sha256);
      const none = { ...about, words: null, pairs: null };
      const unfit = UNFIT[about.file];
      if (unfit !== undefined) results.push({ ...none, message: unfit });
      else if (reference === undefined) results.push({ ...none, message: "no other reader reads it" });
      else if (read.kind === "failed") results.push({ ...about, words: 0, pairs: 0, message: read.reason });
      else {
        const { words, pairs } = measureFile(read, reference);
        results.push({ ...about, words: ratio(words), pairs: ratio(pairs), message: read.note });
      }
    }
  }
  return results;
}
