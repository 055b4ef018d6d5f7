import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "./failure.ts";
import { Runtime } from "./miniflare.ts";

/** What the address of a Unix socket may take on every system, less the names below the folder. */
const PATH_MAX_BYTES = 80;

type StartRuntime = (this: Runtime, ...args: Parameters<Runtime["updateConfig"]>) => ReturnType<Runtime["updateConfig"]>;

export interface InnerSockets {
  /** A socket of a Worker's own, as Miniflare's option. @param name short */
  readonly listenAs: (name: string) => { readonly host: string };
  /** Where to connect to it. */
  readonly pathOf: (name: string) => string;
}

/**
 * Keeps the runtimes that start from now on in this process off the network: what they listen on are Unix sockets in a folder that only its owner
 * enters. Miniflare's entry, which serves buckets under `/cdn-cgi/` to everybody, is among them, and is not used.
 */
export function innerSockets(stateFolder: string): InnerSockets {
  if (process.platform === "win32") throw new Failure("npm start needs Linux or macOS; on Windows run it in WSL.");
  const folder = socketFolder(stateFolder);
  const runtime: { updateConfig: StartRuntime } = Runtime.prototype;
  const { updateConfig } = runtime;
  runtime.updateConfig = async function start(config, options, ...rest) {
    // A socket's file outlives a runtime that was killed, and nothing else can listen there until it is gone.
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    return await updateConfig.call(this, config, { ...options, entryAddress: `unix:${join(folder, "entry")}` }, ...rest);
  };
  // Miniflare writes a port behind every host, and the runtime takes all of it for the path.
  return { listenAs: (name) => ({ host: `unix:${join(folder, name)}` }), pathOf: (name) => `${join(folder, name)}:0` };
}

function socketFolder(stateFolder: string): string {
  const folder = join(stateFolder, "sockets");
  if (Buffer.byteLength(folder) > PATH_MAX_BYTES) {
    const elsewhere = mkdtempSync(join(tmpdir(), "knowledge-"));
    process.on("exit", () => rmSync(elsewhere, { recursive: true, force: true }));
    return elsewhere;
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
