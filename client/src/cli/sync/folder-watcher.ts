import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { printNote } from "../terminal.ts";

/**
 * Watches each listed folder by itself. `fs.watch` with `recursive` and chokidar also watch every file on
 * Linux, ignored folders included, and reach the kernel's limit of watches. An event only starts a pass, so a
 * lost event delays a change until the next pass and loses nothing.
 */
export class FolderWatcher {
  readonly #root: string;
  readonly #watchers = new Map<string, FSWatcher>();
  #onChange: (() => void) | null = null;
  #hasFailed = false;

  constructor(root: string) {
    this.#root = root;
  }

  start(onChange: () => void): void {
    this.#onChange = onChange;
  }

  /** Watches these folders and no others. A file may have come before its folder was watched. */
  follow(folders: readonly string[]): void {
    const wanted = new Set(this.#onChange === null ? [] : folders);
    for (const folder of this.#watchers.keys()) if (!wanted.has(folder)) this.#drop(folder);
    let hasNew = false;
    for (const folder of wanted) {
      if (this.#watchers.has(folder)) continue;
      this.#add(folder);
      hasNew ||= this.#watchers.has(folder);
    }
    if (hasNew) this.#onChange?.();
  }

  #add(folder: string): void {
    try {
      const watcher = watch(join(this.#root, folder), () => this.#onChange?.());
      watcher.on("error", () => this.#drop(folder));
      this.#watchers.set(folder, watcher);
    } catch (error) {
      if (!this.#hasFailed)
        printNote(
          `Some folders cannot be watched (${error instanceof Error ? error.message : "unknown"}). Passes at times find their changes.`,
        );
      this.#hasFailed = true;
    }
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}
