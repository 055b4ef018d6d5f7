import { createHash } from "node:crypto";
import { constants, openAsBlob, type Dirent } from "node:fs";
import { lstat, open, readdir, readFile, realpath } from "node:fs/promises";
import { extname, join } from "node:path";
import { contentTypeOf } from "../files.ts";
import { Failure } from "../failure.ts";
import { FolderWatcher } from "./folder-watcher.ts";
import { createIgnoreRules, IGNORE_FILE, type IsIgnored } from "./ignore-rules.ts";
import type { SourceFile, SourceListing, SyncSource } from "./source.ts";

/**
 * A file that changed this recently may change again within the resolution of its file system's clock, so its
 * stamp proves nothing yet.
 */
const SETTLED_MS = 2_000;
const STATS_AT_ONCE = 32;

/** The regular files below a local folder. Symbolic links are never followed. */
export class FolderSource implements SyncSource {
  readonly identity: string;
  readonly #root: string;
  readonly #watcher: FolderWatcher;

  private constructor(root: string) {
    this.#root = root;
    this.identity = `folder ${root}`;
    this.#watcher = new FolderWatcher(root);
  }

  /** @throws Failure unless the path is a readable folder */
  static async at(path: string): Promise<FolderSource> {
    return new FolderSource(await realpath(path).catch(cannotRead(path)));
  }

  async list(): Promise<SourceListing> {
    const isIgnored = createIgnoreRules(await this.#rules());
    const listing: Listing = { files: [], skipped: [], folders: [""] };
    for (let at = 0; at < listing.folders.length; at += 1)
      await this.#listFolder(listing.folders[at] ?? "", isIgnored, listing);
    this.#watcher.follow(listing.folders);
    listing.files.sort((one, other) => (one.path < other.path ? -1 : 1));
    return listing;
  }

  async #rules(): Promise<string> {
    const path = join(this.#root, IGNORE_FILE);
    return await readFile(path, "utf8").catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return "";
      return cannotRead(path)(error);
    });
  }

  async #listFolder(folder: string, isIgnored: IsIgnored, listing: Listing): Promise<void> {
    const place = join(this.#root, folder);
    const entries = await readdir(place, { withFileTypes: true }).catch((error: unknown) => {
      // A folder that vanished since its parent was read has no files. A missing source is an error.
      if (codeOf(error) === "ENOENT" && folder !== "") return [] as Dirent[];
      return cannotRead(place)(error);
    });
    const names: string[] = [];
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (isIgnored(entry.isDirectory() ? `${path}/` : path)) continue;
      if (entry.isDirectory()) listing.folders.push(path);
      else if (entry.isFile()) names.push(path);
      else listing.skipped.push(path);
    }
    for (let at = 0; at < names.length; at += STATS_AT_ONCE) {
      const found = await Promise.all(names.slice(at, at + STATS_AT_ONCE).map((path) => this.#look(path)));
      for (const file of found) if (file !== null) listing.files.push(file);
    }
  }

  async #look(path: string): Promise<SourceFile | null> {
    const place = join(this.#root, path);
    const status = await lstat(place, { bigint: true }).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT") return null;
      return cannotRead(place)(error);
    });
    if (status === null || !status.isFile()) return null;
    const { size, mtimeNs, ctimeMs, ctimeNs, ino } = status;
    const isSettled = Date.now() - Number(ctimeMs) > SETTLED_MS;
    const stamp = isSettled ? [size, mtimeNs, ctimeNs, ino].join(" ") : "";
    return { path, size: Number(size), stamp };
  }

  async hash({ path }: SourceFile): Promise<string | null> {
    const place = join(this.#root, path);
    const handle = await open(place, READ_NO_LINK).catch((error: unknown) => {
      // ELOOP: a symbolic link took the place of the file.
      if (codeOf(error) === "ENOENT" || codeOf(error) === "ELOOP") return null;
      return cannotRead(place)(error);
    });
    if (handle === null) return null;
    try {
      const opened = await handle.stat({ bigint: true });
      if (!opened.isFile() || !(await isInPlace(place, opened.ino))) return null;
      const hash = createHash("sha256");
      for await (const piece of handle.createReadStream({ autoClose: false })) hash.update(piece as Buffer);
      const read = await handle.stat({ bigint: true });
      return read.mtimeNs === opened.mtimeNs && read.size === opened.size ? hash.digest("hex") : null;
    } finally {
      await handle.close();
    }
  }

  /** The service rejects other bytes than the hashed ones, so a link that replaces the file leaks nothing. */
  async open({ path, size }: SourceFile): Promise<Blob> {
    const blob = await openAsBlob(join(this.#root, path), { type: contentTypeOf(extname(path)) });
    if (blob.size !== size) throw new Failure(`${path} has changed.`);
    return blob;
  }

  async release(): Promise<void> {}

  watch(onChange: () => void): void {
    this.#watcher.start(onChange);
  }
}

interface Listing {
  readonly files: SourceFile[];
  readonly skipped: string[];
  /** Folders that are read, and that wait to be read. */
  readonly folders: string[];
}

/** A named pipe in place of the file would block without O_NONBLOCK. Windows has neither flag. */
const READ_NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Whether no symbolic link leads to the opened file: not even one in place of a folder. */
async function isInPlace(place: string, ino: bigint): Promise<boolean> {
  const [real, status] = await Promise.all([
    realpath(place).catch(() => ""),
    lstat(place, { bigint: true }).catch(() => null),
  ]);
  return real === place && status?.ino === ino;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function cannotRead(path: string): (error: unknown) => never {
  return (error) => {
    throw new Failure(`Cannot read ${path}: ${error instanceof Error ? error.message : "unknown"}`);
  };
}
