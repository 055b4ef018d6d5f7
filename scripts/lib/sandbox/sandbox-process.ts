import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createRequire } from "node:module";
import { getPriority, setPriority } from "node:os";
import type { Readable } from "node:stream";
import type { Network } from "miniflare";
import { SERVICE_SECRET_HEADER } from "../../../src/net/is-same-secret.ts";
import type { BuiltModule } from "../build-worker.ts";
import { serializeConfig } from "../miniflare.ts";
import { type Usage, usageOf } from "./process-usage.ts";

/** The runtime that Miniflare itself runs. */
const { default: RUNTIME } = createRequire(createRequire(import.meta.url).resolve("miniflare"))(
  "workerd",
) as { default: string };
const START_TIMEOUT_MS = 20_000;
/** A third of the service's share when both are busy; all of it when the service is idle. */
const NICENESS = 5;
const MAX_HEAP_MB = 512;

export interface SandboxCode {
  readonly modules: readonly BuiltModule[];
  readonly compatibilityDate: string;
  readonly compatibilityFlags: readonly string[];
  /** A folder that the Worker reads through its binding `FILES`. */
  readonly files?: string;
  /** Further networks, by the names of their bindings. */
  readonly networks?: Readonly<Record<string, Network>>;
}

/** A workerd with one Worker, no store, and only the given network. Only its starter can send it requests. */
export class SandboxProcess {
  readonly #child: ChildProcess;
  readonly #origin: string;
  readonly #secret: string;

  private constructor(child: ChildProcess, port: number, secret: string) {
    this.#child = child;
    this.#origin = `http://127.0.0.1:${port}`;
    this.#secret = secret;
  }

  /** @throws Error if it does not start */
  static async start(code: SandboxCode, network: Network): Promise<SandboxProcess> {
    const secret = `${randomUUID()}${randomUUID()}`;
    // Its output is ignored, because a file may have written it.
    const child = spawn(RUNTIME, ["serve", "--binary", "--control-fd=3", "-"], {
      stdio: ["pipe", "ignore", "ignore", "pipe"],
      env: {},
    });
    child.stdin?.on("error", () => {});
    child.stdin?.end(serializeConfig(configOf(code, network, secret)));
    try {
      const port = await listening(child);
      yieldTo(child);
      return new SandboxProcess(child, port, secret);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  }

  get isAlive(): boolean {
    return !this.#child.killed && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  usage(): Usage | null {
    return this.#child.pid === undefined ? null : usageOf(this.#child.pid);
  }

  /** @throws Error if it ends meanwhile */
  async ask(path: string, headers: Headers, body: ReadableStream | null): Promise<Response> {
    const sent = new Headers(headers);
    sent.set(SERVICE_SECRET_HEADER, this.#secret);
    return await fetch(`${this.#origin}${path}`, {
      method: "POST",
      headers: sent,
      body,
      duplex: "half",
    } as RequestInit);
  }

  kill(): void {
    this.#child.kill("SIGKILL");
  }
}

function configOf(
  { modules, compatibilityDate, compatibilityFlags, files, networks = {} }: SandboxCode,
  network: Network,
  secret: string,
) {
  const fileBindings = files === undefined ? [] : [{ name: "FILES", service: { name: "files" } }];
  const fileServices = files === undefined ? [] : [{ name: "files", disk: { path: files } }];
  const named = Object.entries(networks);
  const worker = {
    modules: modules.map(moduleOf),
    compatibilityDate,
    compatibilityFlags: [...compatibilityFlags],
    bindings: [
      { name: "SECRET", text: secret },
      ...fileBindings,
      ...named.map(([name]) => ({ name, service: { name } })),
    ],
    globalOutbound: { name: "outside" },
  };
  return {
    v8Flags: [`--max-old-space-size=${MAX_HEAP_MB}`],
    // The Worker comes last: capnp copies its megabytes again for later fields.
    services: [
      { name: "outside", network },
      ...named.map(([name, each]) => ({ name, network: each })),
      ...fileServices,
      { name: "sandbox", worker },
    ],
    sockets: [{ name: "http", address: "127.0.0.1:0", http: {}, service: { name: "sandbox" } }],
  };
}

function moduleOf({ path, contents }: BuiltModule) {
  return path.endsWith(".wasm")
    ? { name: path, wasm: contents }
    : { name: path, esModule: new TextDecoder().decode(contents) };
}

/** @returns its port */
async function listening(child: ChildProcess): Promise<number> {
  const control = child.stdio[3] as Readable;
  let said = "";
  const told = new Promise<number>((resolve) => {
    control.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      const port = /"event":"listen"[^\n]*"port":(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
  });
  const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
  const failed = once(child, "exit", { signal: timeout }).then(() => {
    throw new Error("the sandbox ended instead of listening");
  });
  failed.catch(() => {});
  return await Promise.race([told, failed]);
}

/** Lowers the priority below the service. */
function yieldTo({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(19, getPriority() + NICENESS));
  } catch {
    // Best effort.
  }
}
