import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream, openAsBlob } from "node:fs";
import { devNull } from "node:os";
import { extname } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import { contentTypeOf } from "../files.ts";
import { Failure } from "../failure.ts";
import { oneLine } from "../terminal.ts";
import { createIgnoreRules, IGNORE_FILE } from "./ignore-rules.ts";
import type { SourceFile, SourceListing, SyncSource } from "./source.ts";
import { cachePath } from "./sync-state.ts";
import { TemporaryFiles } from "./temporary-files.ts";

/** The local name of the branch. */
const REF = "refs/heads/source";
const MODES: ReadonlySet<string> = new Set(["100644", "100755"]);
/** One line of `git ls-tree -r -l -z`: mode, type, object id, size and path. */
const ENTRY = /^(\d{6}) (\w+) ([0-9a-f]{40,64}) +(\d+|-)\t([^]+)$/;

/**
 * The files of a branch of a Git repository. The installed `git` fetches the newest commit into a bare repository.
 * Nothing is checked out, so no link, hook, filter or submodule of the repository takes effect.
 */
export class GitSource implements SyncSource {
  readonly identity: string;
  readonly #address: string;
  readonly #ref: string;
  readonly #objects = new Map<string, string>();
  readonly #temporary = new TemporaryFiles();
  #repository = "";

  /** @param branch undefined for the repository's own one */
  constructor(address: string, branch: string | undefined) {
    this.#address = address;
    this.#ref = branch === undefined ? "HEAD" : `refs/heads/${branch}`;
    this.identity = `git ${address} ${this.#ref}`;
  }

  async list(): Promise<SourceListing> {
    if (this.#repository === "") {
      this.#repository = await cachePath(this.identity);
      await this.#git("init", "--quiet", "--bare");
    }
    const fetching = ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules"];
    await this.#git(...fetching, "--", this.#address, `+${this.#ref}:${REF}`);
    const entries = parseTree(await this.#git("ls-tree", "-r", "-l", "-z", "--full-tree", REF));
    const rules = entries.find(({ path, mode }) => path === IGNORE_FILE && MODES.has(mode));
    const isIgnored = createIgnoreRules(
      rules === undefined ? "" : await this.#git("cat-file", "blob", rules.object),
    );
    this.#objects.clear();
    const [files, skipped]: [SourceFile[], string[]] = [[], []];
    for (const { mode, object, size, path } of entries) {
      if (isIgnored(path)) continue;
      if (!MODES.has(mode)) skipped.push(path);
      else if (!this.#objects.has(path)) {
        this.#objects.set(path, object);
        files.push({ path, size, stamp: object });
      }
    }
    return { files, skipped };
  }

  async hash({ path }: SourceFile): Promise<string> {
    const hash = createHash("sha256");
    await this.#read(path, async (bytes) => {
      for await (const piece of bytes) hash.update(piece as Buffer);
    });
    return hash.digest("hex");
  }

  async open({ path }: SourceFile): Promise<Blob> {
    const copy = await this.#temporary.create(path);
    await this.#read(path, async (bytes) => await pipeline(bytes, createWriteStream(copy, { flags: "wx" })));
    return await openAsBlob(copy, { type: contentTypeOf(extname(path)) });
  }

  async release(file?: SourceFile): Promise<void> {
    await (file === undefined ? this.#temporary.clear() : this.#temporary.remove(file.path));
  }

  async #read(path: string, use: (bytes: Readable) => Promise<void>): Promise<void> {
    const child = this.#start(["cat-file", "blob", this.#objects.get(path) ?? ""]);
    await Promise.all([use(child.stdout), succeeded(child)]);
  }

  async #git(...args: readonly string[]): Promise<string> {
    const child = this.#start(args);
    const [out] = await Promise.all([text(child.stdout), succeeded(child)]);
    return out;
  }

  #start(args: readonly string[]): Git {
    // A person at a terminal may type a password; a service must not wait for one.
    const prompt = process.stdin.isTTY ? {} : { GIT_TERMINAL_PROMPT: "0" };
    const env = { ...process.env, ...prompt, GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh", LC_ALL: "C" };
    const settings = ["-c", `core.hooksPath=${devNull}`, "-c", "core.fsmonitor=false"];
    return spawn("git", [...settings, `--git-dir=${this.#repository}`, ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}

type Git = ChildProcessByStdio<null, Readable, Readable>;

/** @throws Failure with Git's own message, without credentials */
async function succeeded(child: Git): Promise<void> {
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", () => reject(new Failure("The program git is missing. Install it.")));
    child.once("close", resolve);
  });
  const [words, status] = await Promise.all([text(child.stderr), ended]);
  if (status === 0) return;
  const reason = oneLine(words.trim()).replaceAll(/\/\/[^/@\s]*@/g, "//");
  throw new Failure(`git: ${reason || `status ${status}`}`);
}

function parseTree(out: string): { mode: string; object: string; size: number; path: string }[] {
  return out.split("\0").flatMap((line) => {
    const [, mode = "", , object = "", size = "", path = ""] = ENTRY.exec(line) ?? [];
    return path === "" ? [] : [{ mode, object, size: Number(size), path }];
  });
}
