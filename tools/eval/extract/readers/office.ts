import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { codeOf } from "../../../../scripts/lib/failure.ts";
import { slideReference } from "./pdf-reference.ts";
import { NoReader, type ReaderName, type Reference, type SourceFile } from "./reader.ts";
import { runProgram } from "./run-program.ts";

const BATCH_MS = 180_000;
const ONE_MS = 60_000;
/**
 * CSV filter options: commas, quotes, UTF-8, from the first line, one file per sheet; stored or displayed
 * values.
 */
const CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1";
const SHOWN = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1";
const PDF = 'pdf:impress_pdf_Export:{"ExportHiddenSlides":{"type":"boolean","value":"true"}}';
const FORMATS = {
  "office-text": "txt:Text (encoded):UTF8",
  slides: PDF,
  sheets: CSV,
  "sheets-as-shown": SHOWN,
} as const;

export type OfficeReader = keyof typeof FORMATS;

export function isOfficeReader(reader: ReaderName): reader is OfficeReader {
  return reader in FORMATS;
}

/**
 * Converts many files per LibreOffice start, which takes seconds. If a batch fails, its files are converted
 * individually.
 */
export async function officeReferences(
  files: readonly SourceFile[],
  reader: OfficeReader,
): Promise<Map<string, Reference>> {
  const found = new Map<string, Reference>();
  const folder = await mkdtemp(join(tmpdir(), "eval-office-"));
  try {
    await convert(files, reader, folder, BATCH_MS, found);
    for (const file of files)
      if (!found.has(file.sha256)) await convert([file], reader, folder, ONE_MS, found);
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function convert(
  files: readonly SourceFile[],
  reader: OfficeReader,
  folder: string,
  timeout: number,
  found: Map<string, Reference>,
): Promise<void> {
  const [source, made] = [await mkdtemp(join(folder, "in-")), await mkdtemp(join(folder, "out-"))];
  const named = files.map(({ path, sha256 }) => ({
    path,
    copy: join(source, `${sha256}${extname(path).toLowerCase()}`),
  }));
  for (const { path, copy } of named) await copyFile(path, copy);
  const profile = join(folder, "profile");
  await mkdir(profile, { recursive: true });
  const args = [
    `-env:UserInstallation=file://${profile}`,
    "--headless",
    "--norestore",
    "--convert-to",
    FORMATS[reader],
    "--outdir",
    made,
  ];
  await runProgram("soffice", [...args, ...named.map(({ copy }) => copy)], timeout).catch(
    (error: unknown) => {
      if (error instanceof NoReader || codeOf(error) === "ENOENT") throw error;
    },
  );
  const results = await readdir(made);
  for (const { sha256 } of files) {
    const own = results.filter((name) => name.startsWith(sha256));
    if (own.length > 0) found.set(sha256, await readMade(reader, made, own, sha256));
  }
}

async function readMade(
  reader: OfficeReader,
  folder: string,
  names: readonly string[],
  sha256: string,
): Promise<Reference> {
  const [first = ""] = names;
  if (reader === "slides") return await slideReference(join(folder, first));
  if (reader === "office-text")
    return { text: (await readFile(join(folder, first), "utf8")).replace(/^\ufeff/, ""), places: null };
  const places: Record<string, string> = {};
  const texts: string[] = [];
  for (const name of names) {
    const sheet = name.slice(sha256.length + 1, -".csv".length);
    const rows = rowsOf(await readFile(join(folder, name), "utf8"));
    for (const [at, row] of rows.entries()) places[`sheet:${sheet}:${at + 1}`] = row.join(" ");
    texts.push(rows.map((row) => row.join(" ")).join("\n"));
  }
  return { text: texts.join("\n"), places };
}

/** Parses LibreOffice's CSV: values with a comma, a quote or a line end are quoted. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [];
  for (const record of csv.match(/(?:"(?:[^"]|"")*"|[^"\n])+(?=\n|$)|(?<=\n|^)(?=\n)/g) ?? [])
    rows.push(
      (record.match(/"(?:[^"]|"")*"|[^",]+/g) ?? []).map((cell) =>
        cell.replace(/^"|"$/g, "").replaceAll('""', '"'),
      ),
    );
  return rows;
}
