import { readFile } from "node:fs/promises";
import { extname, isAbsolute, join, relative } from "node:path";
import * as z from "zod";
import { Failure, firstLine } from "../../scripts/lib/failure.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import type { SourceDocument } from "./data-set.ts";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".pdf": "application/pdf",
  ".html": "text/html",
  ".htm": "text/html",
  ".md": "text/markdown",
  ".csv": "text/csv",
  ".txt": "text/plain",
};

export const documentLine = z
  .object({
    id: z.string().min(1),
    title: z.string().default(""),
    text: z.string().optional(),
    file: z.string().min(1).optional(),
    contentType: z.string().optional(),
    group: z.string().optional(),
  })
  .refine(({ text, file }) => (text === undefined) !== (file === undefined), "must have either a text or a file");

/** Documents that the project has for its demo. */
const SAMPLES = join(PROJECT_ROOT, "samples");

/** @param folder the set's, which files are named from */
export function documentOf(folder: string, line: z.output<typeof documentLine>): SourceDocument {
  const { id, title, text, file, contentType, group = groupOf(line) } = line;
  if (file === undefined) {
    const read = async () => Uint8Array.from(new TextEncoder().encode(text));
    return { id, title, group, contentType: contentType ?? "text/plain", read };
  }
  const path = join(folder, file);
  const isOutside = isAbsolute(file) || ![folder, SAMPLES].some((allowed) => isBelow(allowed, path));
  if (isOutside)
    throw new Failure(`docs.jsonl: ${id} names the file ${file}, which is neither in the set's folder nor in the project's samples.`);
  const known = CONTENT_TYPES[extname(file).toLowerCase()] ?? "application/octet-stream";
  return { id, title, group, contentType: contentType ?? known, read: async () => await readBytes(path) };
}

const isBelow = (folder: string, path: string): boolean => !relative(folder, path).startsWith("..");

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return Uint8Array.from(await readFile(path));
  } catch (error) {
    throw new Failure(`Cannot read ${path}: ${firstLine(error)}`);
  }
}

/** Its title, else its id up to the last `#` or `-`: `Rhine#012` and `Rhine#013` belong together. */
function groupOf({ id, title }: { id: string; title: string }): string {
  return title || id.replace(/[#-][^#-]*$/, "") || id;
}
