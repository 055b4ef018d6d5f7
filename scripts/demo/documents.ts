import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join, relative, resolve, sep } from "node:path";
import { codeOf, Failure, firstLine } from "../lib/failure.ts";
import { PROJECT_ROOT } from "../lib/project.ts";

export const SAMPLES = join(PROJECT_ROOT, "samples");
const SAMPLE_FILES = [
  "fasta-guide.pdf",
  "sqlite-atomic-commit.html",
  "ripgrep-guide.md",
  "alice-chapter-7.txt",
];

const KINDS: Readonly<Record<string, { contentType: string; kind: DocumentKind }>> = {
  ".pdf": { contentType: "application/pdf", kind: "pdf" },
  ".html": { contentType: "text/html", kind: "html" },
  ".htm": { contentType: "text/html", kind: "html" },
  ".md": { contentType: "text/markdown", kind: "text" },
  ".markdown": { contentType: "text/markdown", kind: "text" },
  ".txt": { contentType: "text/plain", kind: "text" },
};

/** The service detects the type from the name and the bytes. */
const OTHER = { contentType: "application/octet-stream", kind: "other" } as const;
const MAX_FILES = 1_000;

/** `text`: the file equals its text. `other`: only the service can read the file. */
export type DocumentKind = "pdf" | "html" | "text" | "other";

export interface Document {
  readonly name: string;
  readonly contentType: string;
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the files to upload; of a folder all non-hidden files below it. Without paths it reads the samples.
 * @throws Failure that names the first unreadable file
 */
export async function readDocuments(paths: readonly string[]): Promise<Document[]> {
  const chosen =
    paths.length === 0
      ? SAMPLE_FILES.map((name) => join(SAMPLES, name))
      : paths.map((path) => resolve(callersFolder(), path));
  const files = (await Promise.all(chosen.map(filesAt))).flat();
  if (files.length === 0) throw new Failure(`No files in ${chosen.join(", ")}.`);
  if (files.length > MAX_FILES)
    throw new Failure(`The demo accepts at most ${MAX_FILES} files, not ${files.length}.`);
  return await Promise.all(files.map(readDocument));
}

/** @returns the path of a file, or the paths below a folder */
async function filesAt(path: string): Promise<string[]> {
  const status = await stat(path).catch((error: unknown) => {
    throw new Failure(
      codeOf(error) === "ENOENT" ? `There is no file ${path}.` : `Cannot read ${path}: ${firstLine(error)}`,
    );
  });
  if (!status.isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files
    .filter(
      (file) =>
        !relative(path, file)
          .split(sep)
          .some((part) => part.startsWith(".")),
    )
    .toSorted();
}

async function readDocument(path: string): Promise<Document> {
  try {
    const bytes = new Uint8Array(await readFile(path));
    return { name: basename(path), ...(KINDS[extname(path).toLowerCase()] ?? OTHER), bytes };
  } catch (error) {
    throw new Failure(`Cannot read ${path}: ${firstLine(error)}`);
  }
}

/** npm runs a script in the project folder and passes the caller's folder in a variable. */
function callersFolder(): string {
  return (
    (process.env["npm_lifecycle_event"] === "demo" ? process.env["INIT_CWD"] : undefined) ?? process.cwd()
  );
}
