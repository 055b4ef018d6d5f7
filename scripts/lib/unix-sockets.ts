import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "./failure.ts";
import { Runtime } from "./miniflare.ts";

/** Maximum length of a Unix socket's path on every system, minus the names below the folder. */
const PATH_MAX_BYTES = 80;

type StartRuntime = (
  this: Runtime,
  ...args: Parameters<Runtime["updateConfig"]>
) => ReturnType<Runtime["updateConfig"]>;

export interface UnixSockets {
  /** A Worker's own socket, as Miniflare's option. @param name short */
  readonly listenAs: (name: string) => { readonly host: string };
  /** The path to connect to. */
  readonly pathOf: (name: string) => string;
}

/**
 * Keeps this process's runtimes off the network: they listen on Unix sockets in a folder that only its owner
 * can enter. This includes Miniflare's entry, which serves buckets under `/cdn-cgi/` to everybody and is not
 * used.
 */
export function useUnixSockets(stateFolder: string): UnixSockets {
  if (process.platform === "win32")
    throw new Failure("npm start needs Linux or macOS; on Windows run it in WSL.");
  const folder = socketFolder(stateFolder);
  const runtime: { updateConfig: StartRuntime } = Runtime.prototype;
  const { updateConfig } = runtime;
  runtime.updateConfig = async function start(config, options, ...rest) {
    // A killed runtime leaves its socket file, and nothing can listen there until it is deleted.
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    return await updateConfig.call(
      this,
      config,
      { ...options, entryAddress: `unix:${join(folder, "entry")}` },
      ...rest,
    );
  };
  // Miniflare appends a port to every host, and the runtime takes the whole string as the path.
  return {
    listenAs: (name) => ({ host: `unix:${join(folder, name)}` }),
    pathOf: (name) => `${join(folder, name)}:0`,
  };
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
