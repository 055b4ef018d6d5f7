import { readFile } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import { codeOf, Failure, firstLine } from "../lib/failure.ts";
import { PROJECT_ROOT } from "../lib/project.ts";

export const SAMPLES = join(PROJECT_ROOT, "samples");
const SAMPLE_FILES = ["fasta-guide.pdf", "sqlite-atomic-commit.html", "ripgrep-guide.md", "alice-chapter-7.txt"];

const KINDS: Readonly<Record<string, { contentType: string; kind: DocumentKind }>> = {
  ".pdf": { contentType: "application/pdf", kind: "pdf" },
  ".html": { contentType: "text/html", kind: "html" },
  ".htm": { contentType: "text/html", kind: "html" },
  ".md": { contentType: "text/markdown", kind: "text" },
  ".markdown": { contentType: "text/markdown", kind: "text" },
  ".txt": { contentType: "text/plain", kind: "text" },
};

/** `text`: the file is its text, letter for letter. */
export type DocumentKind = "pdf" | "html" | "text";

export interface Document {
  readonly name: string;
  readonly contentType: string;
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Reads the files to upload; none given: the samples. @throws Failure naming the first that cannot be read */
export async function readDocuments(paths: readonly string[]): Promise<Document[]> {
  const chosen = paths.length === 0 ? SAMPLE_FILES.map((name) => join(SAMPLES, name)) : paths.map((path) => resolve(callersFolder(), path));
  return await Promise.all(chosen.map(readDocument));
}

async function readDocument(path: string): Promise<Document> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await readFile(path));
  } catch (error) {
    throw new Failure(codeOf(error) === "ENOENT" ? `There is no file ${path}.` : `Cannot read ${path}: ${firstLine(error)}`);
  }
  const type = KINDS[extname(path).toLowerCase()];
  if (type === undefined) throw new Failure(`${path}: only ${Object.keys(KINDS).join(", ")} can be used here.`);
  if (bytes.length === 0) throw new Failure(`${path} is empty.`);
  return { name: basename(path), ...type, bytes };
}

/** npm runs a script in the project's folder and tells where it was called. */
function callersFolder(): string {
  return (process.env["npm_lifecycle_event"] === "demo" ? process.env["INIT_CWD"] : undefined) ?? process.cwd();
}
