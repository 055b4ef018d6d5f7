import { linkSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { codeOf, Failure, firstLine } from "../failure.ts";
import { dropDeadHolds, holdFolder } from "./hold-folder.ts";
import { findStoreFile } from "../stores/store-files.ts";
import { stateFiles } from "./state-files.ts";

/** Pages of a database that are copied between two looks at other work. */
const PAGES_AT_ONCE = 1_000;
/** Databases that are open at the moment. Each takes three file descriptors and some 50 kB. */
const MAX_OPEN = 500;

/** Somebody wrote a database that was not open at the moment, so its copy would be newer than the others. */
export class WrittenMeanwhile extends Error {
  override readonly name = "WrittenMeanwhile";
}

/**
 * One moment of a state folder: read transactions of its databases, which SQLite keeps while others write,
 * and second names of its blobs, which stay when the service deletes a blob. Of many databases only the last
 * written ones are open at the moment. The others need no transaction as long as nobody writes them.
 */
export class Snapshots {
  readonly #stateFolder: string;
  readonly #hold: string;
  readonly #open = new Map<string, DatabaseSync>();
  readonly #held = new Set<string>();
  /** When each database of the moment was last written, in milliseconds. */
  readonly #taken = new Map<string, number>();

  constructor(stateFolder: string) {
    this.#stateFolder = stateFolder;
    dropDeadHolds(stateFolder);
    this.#hold = holdFolder(stateFolder);
    rmSync(this.#hold, { recursive: true, force: true });
    mkdirSync(this.#hold, { recursive: true, mode: 0o700 });
  }

  /** Opens what exists, so that the moment itself takes little time. */
  prepare(): void {
    const { databases, blobs } = stateFiles(this.#stateFolder);
    for (const { path } of this.#lastWritten(databases).slice(0, MAX_OPEN)) this.#openDatabase(path);
    for (const path of blobs) this.#holdBlob(path);
  }

  /** Takes the moment. Nothing may write meanwhile. */
  take(): void {
    const { databases, blobs } = stateFiles(this.#stateFolder);
    for (const { path, writtenAt } of this.#lastWritten(databases)) {
      if (this.#open.size < MAX_OPEN) this.#openDatabase(path);
      this.#begin(path);
      this.#taken.set(path, writtenAt);
    }
    for (const path of blobs) this.#holdBlob(path);
  }

  /** Databases of the moment, relative to the state folder. */
  databases(): readonly string[] {
    return [...this.#taken.keys()];
  }

  /** Blobs of the moment, relative to the state folder. Some were deleted before it: they are no harm. */
  blobs(): readonly string[] {
    return [...this.#held].toSorted();
  }

  /** The absolute path of a held blob. */
  pathOf(blob: string): string {
    return join(this.#hold, encodeURIComponent(blob));
  }

  /**
   * Copies a database as it was at the moment, and checks the copy.
   * @throws Failure if the database is damaged, or the disk is full
   * @throws WrittenMeanwhile if it was not open at the moment and has changed since
   */
  async copy(path: string, to: string): Promise<void> {
    await this.use(path, async (database) => {
      try {
        await backup(database, to, { rate: PAGES_AT_ONCE });
        requireSound(to);
      } catch (error) {
        throw new Failure(
          `Cannot copy the database ${path}: ${firstLine(error)}. If it is damaged, npm run check says so.`,
        );
      }
    });
  }

  /**
   * Reads a database as it was at the moment, and then lets it go.
   * @throws WrittenMeanwhile if it was not open at the moment and has changed since
   */
  async use<T>(path: string, read: (database: DatabaseSync) => T | Promise<T>): Promise<T> {
    if (!this.#open.has(path)) this.#openUnchanged(path);
    const database = this.#open.get(path);
    if (database === undefined) throw new WrittenMeanwhile(path);
    const result = await read(database);
    database.close();
    this.#open.delete(path);
    return result;
  }

  /** Lets everything go. */
  release(): void {
    for (const database of this.#open.values()) database.close();
    this.#open.clear();
    rmSync(this.#hold, { recursive: true, force: true });
    dropDeadHolds(this.#stateFolder);
  }

  /** The databases, the last written one first. */
  #lastWritten(databases: readonly string[]): { readonly path: string; readonly writtenAt: number }[] {
    return databases
      .map((path) => ({ path, writtenAt: this.#writtenAt(path) }))
      .toSorted((a, b) => b.writtenAt - a.writtenAt);
  }

  #writtenAt(path: string): number {
    return findStoreFile(join(this.#stateFolder, path))?.writtenAt ?? 0;
  }

  #openDatabase(path: string): void {
    // An object's file may go at any time.
    if (this.#open.has(path) || this.#writtenAt(path) === 0) return;
    this.#open.set(path, new DatabaseSync(join(this.#stateFolder, path)));
  }

  /** Begins a read transaction. SQLite takes the moment with the first read. */
  #begin(path: string): void {
    const database = this.#open.get(path);
    if (database === undefined) return;
    database.exec("BEGIN");
    try {
      database.prepare("SELECT count(*) FROM sqlite_master").get();
    } catch {
      // A damaged database fails when it is read.
    }
  }

  /** Opens a database that nobody has written since the moment. */
  #openUnchanged(path: string): void {
    this.#openDatabase(path);
    this.#begin(path);
    if (this.#writtenAt(path) !== this.#taken.get(path)) throw new WrittenMeanwhile(path);
  }

  #holdBlob(path: string): void {
    if (this.#held.has(path)) return;
    try {
      linkSync(join(this.#stateFolder, path), this.pathOf(path));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
      throw new Failure(`Cannot give ${path} a second name: ${firstLine(error)}.`);
    }
    this.#held.add(path);
  }
}

/** @throws Error if the copy is damaged */
function requireSound(copy: string): void {
  using database = new DatabaseSync(copy);
  const { quick_check: found } = database.prepare("PRAGMA quick_check").get() as { quick_check: string };
  if (found !== "ok") throw new Error(found);
}
