import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../../scripts/lib/failure.ts";
import { userToken } from "../../scripts/lib/user-token.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { endWithThisProcess } from "../../scripts/lib/runtime-guard.ts";
import { localSecrets } from "../../scripts/lib/secrets.ts";
import { prepareHost } from "./prepared-host.ts";

const START_TIMEOUT_MS = 120_000;
type Settings = Readonly<Record<string, string>>;

/** The built service in its own process group, killed and restarted on the same state and port. */
export class FaultyService {
  readonly stateFolder: string;
  readonly #settings: Settings;
  /** Its stderr since the start. */
  log = "";
  #origin = "";
  #prepared = "";
  #process: ChildProcess | null = null;
  #ended: Promise<unknown> = Promise.resolve();

  private constructor(stateFolder: string, settings: Settings) {
    this.stateFolder = stateFolder;
    this.#settings = { RATE_LIMITS: "off", ...settings };
  }

  static async create(settings: Settings): Promise<FaultyService> {
    const service = new FaultyService(await mkdtemp(join(tmpdir(), "knowledge-faults-")), settings);
    await service.start();
    service.#prepared = await prepareHost(service.stateFolder, service.#port, service.#settings);
    return service;
  }

  get origin(): string {
    return this.#origin;
  }

  async token(email: string): Promise<string> {
    return await userToken(await localSecrets(this.stateFolder), { email });
  }

  /**
   * Starts like `npm start`, and resolves once the service is reachable.
   * @throws Failure when it exits or exceeds the time limit
   */
  async start(): Promise<void> {
    const vars = Object.entries(this.#settings).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
    await this.#run("scripts/start.ts", [
      "--port",
      String(this.#port),
      "--persist-to",
      this.stateFolder,
      ...vars,
    ]);
  }

  /**
   * Starts without checking for changed migrations, builds or settings.
   * @throws Failure likewise
   */
  async startQuickly(): Promise<void> {
    await this.#run("test/faults/host.ts", [this.#prepared]);
  }

  /** Sends SIGKILL to all of its processes, as in a crash. */
  async kill(): Promise<void> {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // No process of the group is alive.
    }
    await this.#ended;
    this.#process = null;
  }

  /** Stops the service and deletes its state. */
  async remove(): Promise<void> {
    await this.kill();
    await rm(this.stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  /** Its main process; undefined while it does not run. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get #port(): number {
    return this.#origin === "" ? 0 : Number(new URL(this.#origin).port);
  }

  async #run(script: string, args: readonly string[]): Promise<void> {
    // Puts the runtime's temporary files into the state, so that they are deleted with it.
    const env = { ...process.env, TMPDIR: this.stateFolder };
    const command = [join(PROJECT_ROOT, script), ...args];
    const child = spawn(process.execPath, command, {
      cwd: PROJECT_ROOT,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    endWithThisProcess(child);
    this.#process = child;
    this.#ended = once(child, "close");
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.log += text;
    });
    this.#origin = await this.#printedOrigin(child);
  }

  async #printedOrigin(child: ChildProcess): Promise<string> {
    const found = Promise.withResolvers<string>();
    const timer = setTimeout(
      () => found.reject(new Failure("The service did not come up in time.")),
      START_TIMEOUT_MS,
    );
    let printed = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (printed.length < 10_000) printed += text;
      const origin = /answers at (\S+)\n/.exec(printed)?.[1];
      if (origin !== undefined) found.resolve(origin);
    });
    void this.#ended.then(() =>
      found.reject(new Failure(`The service exited before it responded: ${this.log.slice(-500)}`)),
    );
    try {
      return await found.promise;
    } finally {
      clearTimeout(timer);
    }
  }
}
