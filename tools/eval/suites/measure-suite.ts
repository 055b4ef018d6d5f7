import { join } from "node:path";
import { firstLine } from "../../../scripts/lib/failure.ts";
import { inParallel } from "../service/in-parallel.ts";
import { measureFile } from "../extract/measure-file.ts";
import type { FileReader, ReadFile } from "../extract/read-files.ts";
import { readReferences } from "../extract/readers/read-references.ts";
import { ratio } from "../extract/extract-table.ts";
import type { Reference } from "../extract/readers/reader.ts";
import { wordsOf } from "../extract/words.ts";
import type { SuiteFile } from "./suite-files.ts";

const FILES_AT_ONCE = 2;
/** A reference of fewer words shows no loss of an unread file. */
const MIN_WORDS = 3;
/** Files per start of LibreOffice. */
const REFERENCES_AT_ONCE = 16;
/**
 * A reader has 30 s of CPU time (`local-sandbox.ts`); a file that takes longer than this wall time counts as
 * hanging.
 */
const HANGS_MS = 150_000;

export interface SuiteResult {
  readonly suite: string;
  readonly format: string;
  readonly file: string;
  /** Shares of words and pairs: 0 if the file was not read, null if the reference has no words. */
  readonly words: number | null;
  readonly pairs: number | null;
  readonly isRead: boolean;
  /** The reason of a failure, or the message about omitted parts. */
  readonly message: string;
  readonly ms: number;
}

/**
 * Reads the files of a suite with this project's readers and with reference readers. Files that no reference
 * reader can read are dropped.
 */
export async function measureSuite(
  suite: string,
  files: readonly SuiteFile[],
  reader: FileReader,
  { cache, tell }: { readonly cache: string; readonly tell: (line: string) => void },
): Promise<SuiteResult[]> {
  const results: SuiteResult[] = [];
  for (const [format, own] of Map.groupBy(files, (file) => file.format)) {
    const references = new Map<string, Reference>();
    for (let at = 0; at < own.length; at += REFERENCES_AT_ONCE) {
      const batch = own.slice(at, at + REFERENCES_AT_ONCE);
      const { of, missing } = await readReferences(batch, format.reader, join(cache, "references"));
      if (missing !== null)
        tell(
          `${suite} ${format.name}: ${missing} is not installed; files without a cached reference are skipped.`,
        );
      for (const [sha256, reference] of of) references.set(sha256, reference);
    }
    const compared = own.filter(({ sha256 }) => references.has(sha256));
    tell(`${suite} ${format.name}: ${compared.length} of ${own.length} files have a reference`);
    const measured = await inParallel(compared, FILES_AT_ONCE, async (file) => {
      const read = await withinLimit(reader, file);
      return resultOf(suite, file, read, references.get(file.sha256)!);
    });
    results.push(...measured);
  }
  return results;
}

async function withinLimit(reader: FileReader, { path, format }: SuiteFile): Promise<ReadFile> {
  const { promise, resolve } = Promise.withResolvers<ReadFile>();
  const timer = setTimeout(
    () => resolve({ kind: "failed", reason: "HANGS: no answer in 150 s", isTransient: false }),
    HANGS_MS,
  );
  const as = format.contentType === undefined ? {} : { contentType: format.contentType };
  reader
    .read(path, as)
    .then(resolve, (error: unknown) =>
      resolve({ kind: "failed", reason: `CRASHES: ${firstLine(error)}`, isTransient: false }),
    );
  return await promise.finally(() => clearTimeout(timer));
}

function resultOf(
  suite: string,
  { name, format }: SuiteFile,
  read: ReadFile,
  reference: Reference,
): SuiteResult {
  const about = { suite, format: format.name, file: name };
  if (read.kind === "failed") {
    const isLost = wordsOf(reference.text).length >= MIN_WORDS;
    return {
      ...about,
      words: isLost ? 0 : null,
      pairs: isLost ? 0 : null,
      isRead: false,
      message: read.reason,
      ms: 0,
    };
  }
  const { words, pairs } = measureFile(read, reference);
  const shares = {
    words: words.all === 0 ? null : ratio(words),
    pairs: pairs.all === 0 ? null : ratio(pairs),
  };
  return { ...about, ...shares, isRead: true, message: read.note, ms: Math.round(read.ms) };
}
