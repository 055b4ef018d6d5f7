import { createHash } from "node:crypto";
import { appendFile, mkdir, open, readFile, rename } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { Failure } from "../failure.ts";

/** A file that the collection holds. */
export interface SyncedFile {
  readonly path: string;
  readonly stamp: string;
  readonly sha256: string;
  /** "" before the service has registered the upload. */
  readonly assetId: string;
  readonly collectionId: string;
  /** `sending` until the service has read the file. */
  readonly state: "sending" | "ready" | "failed";
  /** Somebody else added the asset, so this command never changes or deletes it. */
  readonly isForeign?: boolean;
  /** Assets of earlier bytes. They stay until the new bytes are ready. */
  readonly replaces?: readonly string[];
}

interface Gone {
  readonly path: string;
  readonly isGone: true;
}

const VERSION = 1;

/**
 * What a collection holds of a source: a file of JSON lines, of which the last line of a path counts. It lies in the
 * user's own folder and not in the source, because a copied or cloned file could name documents of others.
 */
export class SyncState {
  readonly path: string;
  readonly files: Map<string, SyncedFile>;
  #lines: number;
  /** Ends with the last write, because the order of lines counts. */
  #written: Promise<void> = Promise.resolve();

  private constructor(path: string, files: Map<string, SyncedFile>, lines: number) {
    this.path = path;
    this.files = files;
    this.#lines = lines;
  }

  static async load(path: string): Promise<SyncState> {
    const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw new Failure(`Cannot read ${path}: ${error.message}`);
    });
    const files = new Map<string, SyncedFile>();
    if (text === "") return new SyncState(path, files, 0);
    const [head = "", ...lines] = text.split("\n").slice(0, -1);
    const header = parseLine<{ readonly version?: number }>(head);
    if (header?.version !== VERSION)
      throw new Failure(`${path} is of another version of this program. Delete it: no document is lost.`);
    for (const line of lines) {
      const entry = parseLine<SyncedFile | Gone>(line);
      if (entry === null) throw new Failure(`${path} is damaged. Delete it: no document is lost.`);
      if ("isGone" in entry) files.delete(entry.path);
      else files.set(entry.path, entry);
    }
    // After half a line of a crash the next write starts a new file.
    return new SyncState(path, files, text.endsWith("\n") ? lines.length + 1 : 0);
  }

  /** Records files after a step. */
  async put(entries: readonly SyncedFile[]): Promise<void> {
    for (const entry of entries) this.files.set(entry.path, entry);
    await this.#append(entries);
  }

  async remove(paths: readonly string[]): Promise<void> {
    for (const path of paths) this.files.delete(path);
    await this.#append(paths.map((path) => ({ path, isGone: true })));
  }

  async #append(entries: readonly (SyncedFile | Gone)[]): Promise<void> {
    if (entries.length === 0) return;
    await this.#inTurn(async () => {
      if (this.#lines === 0) return await this.#rewrite();
      await appendFile(this.path, linesOf(entries));
      this.#lines += entries.length;
    });
  }

  async #inTurn(write: () => Promise<void>): Promise<void> {
    const turn = this.#written.then(write);
    this.#written = turn.catch(() => undefined);
    await turn;
  }

  /** Rewrites the file without outdated lines. */
  async compact(): Promise<void> {
    if (this.#lines !== this.files.size + 1) await this.#inTurn(async () => await this.#rewrite());
  }

  async #rewrite(): Promise<void> {
    const header = { version: VERSION };
    const text = `${JSON.stringify(header)}\n${linesOf([...this.files.values()])}`;
    const next = `${this.path}.new`;
    const handle = await open(next, "w", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, this.path);
    this.#lines = this.files.size + 1;
  }
}

function linesOf(entries: readonly (SyncedFile | Gone)[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
}

/** Returns null for text that is no JSON object. */
function parseLine<T>(line: string): T | null {
  try {
    const value = JSON.parse(line) as T;
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function folderOf(variable: string, usual: string): string {
  const base = process.env[variable];
  return join(base === undefined || base === "" ? join(homedir(), usual) : base, "knowledge");
}

/** The file of the state of a source and a collection. Its folder exists afterwards. */
export async function statePath(origin: string, collectionId: string, identity: string): Promise<string> {
  const folder = join(folderOf("XDG_STATE_HOME", join(".local", "state")), "sync");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${keyOf(origin, collectionId, identity)}.jsonl`);
}

/** A folder for copies of a source. It exists afterwards. */
export async function cachePath(identity: string): Promise<string> {
  const folder = join(folderOf("XDG_CACHE_HOME", ".cache"), keyOf(identity));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function keyOf(...parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32);
}
