import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import { codeOf, Failure, firstLine } from "../../../scripts/lib/failure.ts";
import type { SetFiles } from "./attributed-sentence.ts";
import type { AttributedSet } from "./sets.ts";

const LIST = join(import.meta.dirname, "files.tsv");
const row = z.tuple([z.string(), z.string(), z.string().regex(/^[0-9a-f]{64}$/)]);
const FETCH_MS = 120_000;
const MAX_BYTES = 16 * 1024 * 1024;
export const RAW_FILES = "https://raw.githubusercontent.com";

export interface SetFile {
  readonly path: string;
  readonly sha256: string;
}

/** The required files of a set, in the order of `files.tsv`. */
export async function listedFiles(set: string): Promise<SetFile[]> {
  const lines = (await readFile(LIST, "utf8")).split("\n").filter(Boolean);
  return lines
    .map((line) => row.parse(line.split("\t")))
    .flatMap(([of, path, sha256]) => (of === set ? [{ path, sha256 }] : []));
}

/**
 * Reads the texts of a set's files from `folder`/name/path, or downloads them from `from` and saves them
 * there.
 * @param from null disables downloads
 * @throws Failure if a file is missing or its hash differs
 */
export async function readSetFiles(
  set: Pick<AttributedSet, "name" | "repository" | "commit">,
  files: readonly SetFile[],
  { folder, from }: { readonly folder: string; readonly from: string | null },
): Promise<SetFiles> {
  const texts = new Map<string, string>();
  for (const { path, sha256 } of files) {
    const file = join(folder, set.name, path);
    const bytes =
      (await readKept(file)) ??
      (from === null ? null : await fetchFile(`${from}/${set.repository}/${set.commit}/${path}`));
    if (bytes === null)
      throw new Failure(
        `Missing file ${file}: --data expects a checkout of ${set.repository} in ${set.name}.`,
      );
    if (createHash("sha256").update(bytes).digest("hex") !== sha256)
      throw new Failure(
        `${set.name}: ${path} differs from the listed file (commit ${set.commit} of ${set.repository}).`,
      );
    if (from !== null) await keep(file, bytes);
    texts.set(path, new TextDecoder().decode(bytes));
  }
  return texts;
}

async function readKept(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw new Failure(`Cannot read ${file}: ${firstLine(error)}`);
  }
}

async function fetchFile(url: string): Promise<Uint8Array> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) });
    if (!response.ok) throw new Failure(`the response has status ${response.status}`);
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of response.body ?? []) {
      if ((bytes += piece.byteLength) > MAX_BYTES) throw new Failure("it is larger than 16 MiB");
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    throw new Failure(`Cannot download ${url}: ${firstLine(error)}. Pass a folder with checkouts by --data.`);
  }
}

/** Writes atomically, so that an interrupted run leaves no partial file. */
async function keep(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.draft`, bytes);
  await rename(`${file}.draft`, file);
}
