import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { applyMutation, type Mutation } from "./mutation.ts";

/** Folders of installed packages. The client has its own TypeScript and generator of types. */
const PACKAGES = ["node_modules", join("client", "node_modules")];
/** Folders without sources. Installed packages are linked. */
const LEFT_OUT = new Set([".git", "node_modules", "dist", ".wrangler", ".knowledge", "coverage"]);

/** A copy of the checkout for mutations. The checkout itself never changes. */
export class CopiedTree {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<CopiedTree> {
    const folder = await mkdtemp(join(tmpdir(), "mutants-"));
    const isSource = (path: string): boolean =>
      !relative(PROJECT_ROOT, path)
        .split(sep)
        .some((part) => LEFT_OUT.has(part));
    await cp(PROJECT_ROOT, folder, { recursive: true, filter: isSource });
    for (const name of PACKAGES) await symlink(join(PROJECT_ROOT, name), join(folder, name), "dir");
    return new CopiedTree(folder);
  }

  /** Runs `work` with the mutation in the copy, and removes it afterwards. */
  async withMutation<T>(each: Mutation, work: () => Promise<T>): Promise<T> {
    const path = join(this.folder, each.file);
    const whole = await readFile(path, "utf8");
    await writeFile(path, applyMutation(each, whole));
    try {
      return await work();
    } finally {
      await writeFile(path, whole);
    }
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
