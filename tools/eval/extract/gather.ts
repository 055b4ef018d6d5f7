import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Failure, firstLine } from "../../../scripts/lib/failure.ts";
import { candidates, type CorpusFile, hashOf } from "./candidates.ts";
import { FAMILIES, type Family } from "./families.ts";
import { generateFiles, GENERATED_FILES_SOURCE } from "./generated-files.ts";
import { PACKAGES } from "./packages.ts";
import { readReferences } from "./readers/read-references.ts";
import { unpackPackage } from "./unpack-package.ts";
import { wordsOf } from "./words.ts";

/** The chosen files with their hashes, so that every run measures the same. */
const CHOSEN = join(import.meta.dirname, "corpus.tsv");
/** Texts with fewer words do not show word order. */
const MIN_WORDS = 10;
const row = z.tuple([z.string(), z.string(), z.string(), z.string().regex(/^[0-9a-f]{64}$/)]);

export interface GatheredFile extends CorpusFile {
  readonly file: string;
}

export interface Corpus {
  readonly files: readonly GatheredFile[];
  /** Chosen files that are unavailable or have changed. */
  readonly lost: readonly CorpusFile[];
}

/** Downloads the packages and locates the chosen files. @throws Failure */
export async function gather(
  corpus: string,
  families: readonly Family[],
  tell: (line: string) => void,
): Promise<Corpus> {
  const folders = await foldersOf(families, corpus, tell);
  const files: GatheredFile[] = [];
  const lost: CorpusFile[] = [];
  const wanted = new Set(families.map(({ name }) => name));
  for (const chosen of (await readChosen()).filter(({ family }) => wanted.has(family))) {
    const file = join(folders.get(chosen.package) ?? "", chosen.path);
    if ((await hashOf(file).catch(() => null)) === chosen.sha256) files.push({ ...chosen, file });
    else lost.push(chosen);
  }
  return { files, lost };
}

/**
 * Chooses `count` files per family in the seed's order, if the reference reader finds words in them. Writes
 * the list.
 */
export async function choose(
  corpus: string,
  seed: number,
  count: number,
  tell: (line: string) => void,
): Promise<void> {
  const folders = await foldersOf(FAMILIES, corpus, tell);
  const lines: string[] = [];
  for (const family of FAMILIES) {
    const chosen: CorpusFile[] = [];
    for await (const batch of batches(candidates(family, folders, seed), count)) {
      const files = batch.map((each) => ({
        path: join(folders.get(each.package) ?? "", each.path),
        sha256: each.sha256,
      }));
      const { of, missing } = await readReferences(files, family.reader, join(corpus, "references"));
      if (missing !== null) throw new Failure(`${missing} is not installed; ${family.name} requires it.`);
      chosen.push(...batch.filter(({ sha256 }) => wordsOf(of.get(sha256)?.text ?? "").length >= MIN_WORDS));
      if (chosen.length >= count) break;
    }
    tell(`${family.name}: ${Math.min(chosen.length, count)} files`);
    for (const each of chosen.slice(0, count))
      lines.push([each.family, each.package, each.path, each.sha256].join("\t"));
  }
  await writeFile(CHOSEN, `${lines.join("\n")}\n`);
}

async function foldersOf(
  families: readonly Family[],
  corpus: string,
  tell: (line: string) => void,
): Promise<Map<string, string>> {
  const needed = new Set(families.flatMap(({ from }) => from));
  if (needed.has("made")) needed.add(GENERATED_FILES_SOURCE);
  const folders = new Map<string, string>();
  for (const one of PACKAGES.filter(({ name }) => needed.has(name))) {
    try {
      folders.set(one.name, await unpackPackage(one, corpus));
    } catch (error) {
      tell(firstLine(error));
    }
  }
  if (needed.has("made")) folders.set("made", await generateFiles(corpus, folders));
  return folders;
}

async function readChosen(): Promise<CorpusFile[]> {
  const lines = (await readFile(CHOSEN, "utf8")).split("\n").filter(Boolean);
  return lines.map((line) => {
    const [family, name, path, sha256] = row.parse(line.split("\t"));
    return { family, package: name, path, sha256 };
  });
}

async function* batches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
