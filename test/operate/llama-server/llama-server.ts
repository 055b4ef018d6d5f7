/**
 * Debian's build of llama.cpp's server, which no stable release contains yet: downloaded, unpacked and run
 * from its folder, never installed.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import { newFolder } from "../../support/fixtures/folders.ts";
import { requireProgram } from "../find-program.ts";
import { freePort } from "../nginx.ts";

const run = promisify(execFile);
const APT_TIMEOUT_MS = 240_000;
const HEALTH_INTERVAL_MS = 250;
const KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg";
/** The server and its linked libraries, newer than those of most machines. */
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

/**
 * Needs a Debian archive, with own package lists, and amd64.
 * @returns the folder of the unpacked packages
 */
export async function fetchLlamaServer(): Promise<string> {
  const folder = await newFolder();
  const [lists, cache, packages, root] = ["lists", "cache", "packages", "root"].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  for (const each of [join(lists, "partial"), join(cache, "archives", "partial"), packages, root])
    mkdirSync(each, { recursive: true });
  const [list, status] = [join(folder, "sources.list"), join(folder, "status")];
  writeFileSync(list, `deb [arch=amd64 signed-by=${KEYS}] http://deb.debian.org/debian sid main\n`);
  writeFileSync(status, "");
  const own = [
    `Dir::State::lists=${lists}`,
    `Dir::Cache=${cache}`,
    `Dir::Etc::sourcelist=${list}`,
    `Dir::State::status=${status}`,
  ];
  const settings = [
    ...own,
    "Dir::Etc::sourceparts=-",
    "APT::Architecture=amd64",
    "APT::Sandbox::User=",
    "Debug::NoLocking=1",
  ];
  const options = settings.flatMap((option) => ["-o", option]);
  const aptGet = requireProgram("apt-get", "apt");
  await run(aptGet, [...options, "update", "-qq"], { timeout: APT_TIMEOUT_MS });
  await run(aptGet, [...options, "download", "-qq", ...PACKAGES], { cwd: packages, timeout: APT_TIMEOUT_MS });
  for (const name of await readdir(packages)) await run("dpkg-deb", ["-x", join(packages, name), root]);
  return root;
}

export interface LlamaServer {
  /** The base URL of its API, as in `MODELS`. */
  readonly url: string;
  /** Whether the server generates at the moment, and its number of tokens for the last text. */
  readonly slot: () => Promise<{ readonly isWriting: boolean; readonly written: number }>;
}

interface Slot {
  readonly is_processing: boolean;
  readonly next_token?: readonly { readonly n_decoded: number }[];
}

/**
 * Ends with the test file and listens on loopback.
 * @param root of `fetchLlamaServer`
 * @param model a file of weights
 * @param grammar the possible output, in llama.cpp's notation
 */
export async function startLlamaServer(root: string, model: string, grammar: string): Promise<LlamaServer> {
  const libraries = join(root, LIBRARIES);
  const port = await freePort();
  const program = [
    "--library-path",
    `${libraries}:${join(libraries, "llama")}`,
    join(root, "usr", "bin", "llama-server"),
  ];
  const address = ["--host", "127.0.0.1", "--port", String(port), "--offline", "--no-ui"];
  const args = [
    ...program,
    ...address,
    "--model",
    model,
    "--threads",
    "1",
    "--parallel",
    "1",
    "--temp",
    "0",
    "--grammar",
    grammar,
  ];
  const child = spawn(join(libraries, "ld-linux-x86-64.so.2"), args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { GGML_BACKEND_PATH: join(libraries, "ggml", "backends0", "libggml-cpu-x64.so") },
  });
  running.add(child);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (said = (said + piece).slice(-2_000)));
  const origin = `http://127.0.0.1:${port}`;
  // The weights take as long as the machine needs. The test's timeout is the limit.
  while (!(await isHealthy(origin))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The server exited: ${said}`);
    await sleep(HEALTH_INTERVAL_MS);
  }
  const slot = async () => {
    const [first] = (await (await fetch(`${origin}/slots`)).json()) as readonly Slot[];
    return { isWriting: first?.is_processing === true, written: first?.next_token?.[0]?.n_decoded ?? 0 };
  };
  return { url: `${origin}/v1`, slot };
}

const isHealthy = async (origin: string): Promise<boolean> =>
  await fetch(`${origin}/health`).then(
    ({ ok }) => ok,
    () => false,
  );
