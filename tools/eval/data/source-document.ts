import { readFile } from "node:fs/promises";
import { extname, isAbsolute, join, relative } from "node:path";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import { Failure, firstLine } from "../../../scripts/lib/failure.ts";
import { BUILD_CACHE, PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { unpackPackage } from "../extract/unpack-package.ts";
import type { SourceDocument } from "./data-set.ts";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".pdf": "application/pdf",
  ".html": "text/html",
  ".htm": "text/html",
  ".md": "text/markdown",
  ".csv": "text/csv",
  ".txt": "text/plain",
  ".epub": "application/epub+zip",
  ".json": "application/json",
};

export const documentLine = z
  .object({
    id: z.string().min(1),
    title: z.string().default(""),
    text: z.string().optional(),
    file: z.string().min(1).optional(),
    /** The Debian package with the file; it is downloaded, not installed. */
    package: z.string().min(1).optional(),
    contentType: z.string().optional(),
    group: z.string().optional(),
  })
  .refine(
    ({ text, file }) => (text === undefined) !== (file === undefined),
    "must have either a text or a file",
  );

/** The documents of the demo. */
const SAMPLES = join(PROJECT_ROOT, "samples");

/** @param folder of the set; file paths are relative to it */
export function toSourceDocument(folder: string, line: z.output<typeof documentLine>): SourceDocument {
  const { id, title, text, file, contentType, group = groupOf(line) } = line;
  if (file === undefined) {
    const read = async () => Uint8Array.from(new TextEncoder().encode(text));
    return { id, title, group, contentType: contentType ?? "text/plain", read };
  }
  if (line.package !== undefined)
    return {
      id,
      title,
      group,
      contentType: contentType ?? typeOf(file),
      read: async () => await readPackaged(line.package ?? "", file),
    };
  const path = join(folder, file);
  const isOutside = isAbsolute(file) || ![folder, SAMPLES].some((allowed) => isBelow(allowed, path));
  if (isOutside)
    throw new Failure(
      `docs.jsonl: ${id} names ${file}, which is in neither the set's folder nor the project's samples.`,
    );
  return {
    id,
    title,
    group,
    contentType: contentType ?? typeOf(file),
    read: async () => await readBytes(path),
  };
}

const typeOf = (file: string): string =>
  CONTENT_TYPES[extname(file.replace(GZIPPED, "")).toLowerCase()] ?? "application/octet-stream";

const GZIPPED = /\.gz$/;

/** Sequential downloads: several documents may share a package, which is downloaded once. */
let fetched: Promise<unknown> = Promise.resolve();

async function readPackaged(name: string, file: string): Promise<Uint8Array<ArrayBuffer>> {
  if (join("/", file) !== `/${file}`) throw new Failure(`docs.jsonl: ${file} is not a path in a package.`);
  const before = fetched;
  const folder = before.then(
    async () => await unpackPackage({ name, kind: "deb" }, join(BUILD_CACHE, "eval-extract")),
  );
  fetched = folder.catch(() => null);
  const bytes = await readBytes(join(await folder, file));
  return GZIPPED.test(file) ? Uint8Array.from(gunzipSync(bytes)) : bytes;
}

const isBelow = (folder: string, path: string): boolean => !relative(folder, path).startsWith("..");

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return Uint8Array.from(await readFile(path));
  } catch (error) {
    throw new Failure(`Cannot read ${path}: ${firstLine(error)}`);
  }
}

/** The title, or the id up to the last `#` or `-`: `Rhine#012` and `Rhine#013` share a group. */
function groupOf({ id, title }: { id: string; title: string }): string {
  return title || id.replace(/[#-][^#-]*$/, "") || id;
}
