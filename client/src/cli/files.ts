import { openAsBlob } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, extname, join, relative, sep } from "node:path";
import type { NamedFile } from "../index.ts";
import { Failure } from "./failure.ts";

/** The service inspects the bytes; the type is a hint for formats that the bytes do not distinguish. */
const TYPES: Readonly<Record<string, string>> = {
  ".pdf": "application/pdf",
  ".html": "text/html",
  ".htm": "text/html",
  ".md": "text/markdown",
  ".markdown": "text/markdown",
  ".txt": "text/plain",
  ".csv": "text/csv",
  ".json": "application/json",
};

/** @param extension with its dot */
export function contentTypeOf(extension: string): string {
  return TYPES[extension.toLowerCase()] ?? "";
}

/**
 * Lists the files at the paths and below folders, without hidden ones; their bytes are read when they are
 * sent.
 * @throws Failure with the first unreadable path
 */
export async function listFiles(paths: readonly string[]): Promise<NamedFile[]> {
  const found = (await Promise.all(paths.map(namesBelow))).flat();
  return await Promise.all(
    found.map(async ({ path, name }) => ({
      name,
      blob: await openAsBlob(path, { type: contentTypeOf(extname(path)) }),
    })),
  );
}

async function namesBelow(path: string): Promise<{ path: string; name: string }[]> {
  const status = await stat(path).catch((error: unknown) => {
    throw new Failure(`Cannot read ${path}: ${error instanceof Error ? error.message : "unknown"}`);
  });
  if (!status.isDirectory()) return [{ path, name: basename(path) }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const shown = files.filter((file) => !parts(path, file).some((part) => part.startsWith(".")));
  return shown.sort().map((file) => ({ path: file, name: parts(path, file).join("/") }));
}

function parts(folder: string, file: string): string[] {
  return relative(folder, file).split(sep);
}
