import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Copies of remote files, in a folder of this process, which goes with `clear` or when the process ends. */
export class TemporaryFiles {
  readonly #copies = new Map<string, string>();
  #folder: Promise<string> | null = null;
  #count = 0;

  /** @returns the path of a new copy, which does not exist yet */
  async create(name: string): Promise<string> {
    this.#folder ??= makeFolder();
    const number = (this.#count += 1);
    const copy = join(await this.#folder, String(number));
    this.#copies.set(name, copy);
    return copy;
  }

  get(name: string): string | undefined {
    return this.#copies.get(name);
  }

  async remove(name: string): Promise<void> {
    const copy = this.#copies.get(name);
    this.#copies.delete(name);
    if (copy !== undefined) await rm(copy, { force: true });
  }

  async clear(): Promise<void> {
    const folder = await this.#folder;
    this.#folder = null;
    this.#copies.clear();
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-sync-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
