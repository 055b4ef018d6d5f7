/** The server of llama.cpp as Debian builds it, which is in no stable release yet: fetched, unpacked and run from its folder, never installed. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, vi } from "vitest";
import { newFolder } from "../../support/folders.ts";
import { WAIT } from "../../support/wait.ts";
import { need } from "../needs.ts";
import { freePort } from "../nginx.ts";

const run = promisify(execFile);
const APT_TIMEOUT_MS = 240_000;
const KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg";
/** It, and what it is linked against: newer than what most machines have. */
const PACKAGES = [
  "llama.cpp-tools",
  "libllama0",
  "libggml0",
  "libgomp1",
  "libstdc++6",
  "libgcc-s1",
  "libc6",
  "libssl3t64",
  "libzstd1",
  "zlib1g",
];
const LIBRARIES = join("usr", "lib", "x86_64-linux-gnu");

const running = new Set<ChildProcess>();
const stop = (): void => running.forEach((child) => void child.kill("SIGKILL"));
process.on("exit", stop);
afterAll(stop);

/** @returns the folder of the unpacked packages. Needs an archive of Debian, of which it keeps lists of its own; amd64 alone. */
export async function fetchLlamaServer(): Promise<string> {
  const folder = await newFolder();
  const [lists, cache, packages, root] = ["lists", "cache", "packages", "root"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const each of [join(lists, "partial"), join(cache, "archives", "partial"), packages, root]) mkdirSync(each, { recursive: true });
  const [list, status] = [join(folder, "sources.list"), join(folder, "status")];
  writeFileSync(list, `deb [arch=amd64 signed-by=${KEYS}] http://deb.debian.org/debian sid main\n`);
  writeFileSync(status, "");
  const own = [`Dir::State::lists=${lists}`, `Dir::Cache=${cache}`, `Dir::Etc::sourcelist=${list}`, `Dir::State::status=${status}`];
  const settings = [...own, "Dir::Etc::sourceparts=-", "APT::Architecture=amd64", "APT::Sandbox::User=", "Debug::NoLocking=1"];
  const options = settings.flatMap((option) => ["-o", option]);
  const aptGet = need("apt-get", "apt");
  await run(aptGet, [...options, "update", "-qq"], { timeout: APT_TIMEOUT_MS });
  await run(aptGet, [...options, "download", "-qq", ...PACKAGES], { cwd: packages, timeout: APT_TIMEOUT_MS });
  for (const name of await readdir(packages)) await run("dpkg-deb", ["-x", join(packages, name), root]);
  return root;
}

export interface LlamaServer {
  /** The base of its API, as `MODELS` takes it. */
  readonly url: string;
  /** Whether it writes a text at this moment, and how many tokens of the last one it has written. */
  readonly slot: () => Promise<{ readonly isWriting: boolean; readonly written: number }>;
}

interface Slot {
  readonly is_processing: boolean;
  readonly next_token?: readonly { readonly n_decoded: number }[];
}

/**
 * Ends with the test file. Listens on this machine alone.
 * @param root of `fetchLlamaServer`
 * @param model a file of weights
 * @param grammar what it is able to write, in llama.cpp's notation
 */
export async function startLlamaServer(root: string, model: string, grammar: string): Promise<LlamaServer> {
  const libraries = join(root, LIBRARIES);
  const port = await freePort();
  const program = ["--library-path", `${libraries}:${join(libraries, "llama")}`, join(root, "usr", "bin", "llama-server")];
  const address = ["--host", "127.0.0.1", "--port", String(port), "--offline", "--no-ui"];
  const args = [...program, ...address, "--model", model, "--threads", "1", "--parallel", "1", "--temp", "0", "--grammar", grammar];
  const child = spawn(join(libraries, "ld-linux-x86-64.so.2"), args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { GGML_BACKEND_PATH: join(libraries, "ggml", "backends0", "libggml-cpu-x64.so") },
  });
  running.add(child);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (said = (said + piece).slice(-2_000)));
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => {
    const isUp = await fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isUp) throw new Error(`It does not answer: ${said}`);
  }, WAIT);
  const slot = async () => {
    const [first] = (await (await fetch(`${origin}/slots`)).json()) as readonly Slot[];
    return { isWriting: first?.is_processing === true, written: first?.next_token?.[0]?.n_decoded ?? 0 };
  };
  return { url: `${origin}/v1`, slot };
}
