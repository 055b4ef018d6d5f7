/**
 * The built service in its own process, for black-box tests: real workerd, real HTTP, its own state folder
 * and port. Services that a test file leaves running are stopped after the file.
 */
import { serviceSecret, type TokenClaims, userToken } from "../../../scripts/lib/user-token.ts";
import { localSecrets } from "../../../scripts/lib/secrets.ts";
import type { ServiceScope } from "../../../src/domain/principal.ts";
import { newFolder } from "../fixtures/folders.ts";
import { newStateFolder } from "../setup/migrated-state.ts";
import { killGroup, type ScriptRun, spawnScript } from "../fixtures/scripts.ts";

export interface ServiceOptions {
  /** Settings that override the local ones, as `--var`. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Default: any free port. */
  readonly port?: number;
  /** The state folder. Default: a new, migrated one. */
  readonly dir?: string;
}

/** A running service. */
export interface RemoteService {
  /** The origin, without a trailing slash. It stays the same after a restart. */
  readonly url: string;
  /** A bearer token of the local issuer. */
  token(email: string, claims?: Omit<TokenClaims, "email">): Promise<string>;
  /** The bearer secret of the service principal with these scopes. */
  serviceToken(scopes: readonly ServiceScope[]): Promise<string>;
}

/** A service that one test owns. */
export interface Service extends RemoteService {
  /** The state folder. */
  readonly dir: string;
  /** The pid of the service's process group leader since its last start. */
  readonly pid: number;
  /** The output of the service since its last start. */
  readonly output: { readonly stdout: string; readonly stderr: string };
  /**
   * SIGKILL goes to the whole process group, as in a crash. Other signals go to the service's own process.
   * @returns the exit status
   */
  kill(signal: NodeJS.Signals): Promise<number | null>;
  /** Kills a running service and starts it again on the same state and port. Resolves once it responds. */
  restart(): Promise<void>;
}

/**
 * Starts a service on a new state folder. Resolves once it responds.
 * @throws Error with its output if it exits instead
 */
export async function startTestService(options: ServiceOptions = {}): Promise<Service> {
  const dir = options.dir ?? (await newStateFolder());
  const vars = Object.entries(options.vars ?? {}).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  // Temporary files of a killed runtime are removed with the test's folders.
  const env = { ...process.env, TMPDIR: await newFolder() };
  const start = async (port: number) =>
    await startProcess(["--port", String(port), "--persist-to", dir, ...vars], env);
  const first = await start(options.port ?? 0);
  let run = first.run;
  return {
    url: first.url.origin,
    dir,
    get pid() {
      return run.process.pid ?? 0;
    },
    get output() {
      return run.output;
    },
    ...tokensOf(dir),
    kill: async (signal) => {
      if (signal === "SIGKILL") return await kill(run);
      run.process.kill(signal);
      return await run.ended;
    },
    restart: async () => {
      await kill(run);
      ({ run } = await start(Number(first.url.port)));
    },
  };
}

/** Signs tokens with the secrets of a state folder. */
export function tokensOf(dir: string): Pick<RemoteService, "token" | "serviceToken"> {
  return {
    token: async (email, claims) => await userToken(await localSecrets(dir), { ...claims, email }),
    serviceToken: async (scopes) => serviceSecret(await localSecrets(dir), scopes),
  };
}

async function kill(run: ScriptRun): Promise<number | null> {
  killGroup(run.process, "SIGKILL");
  return await run.ended;
}

async function startProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ run: ScriptRun; url: URL }> {
  const run = spawnScript("start", args, env);
  const ended = run.ended.then(() => {
    throw new Error(`The service exited before it responded: ${run.output.stderr || run.output.stdout}`);
  });
  const url = await Promise.race([printedAddress(run), ended]);
  // Only a failed start rejects here. Tests observe a later exit themselves.
  ended.catch(() => {});
  return { run, url };
}

/** Waits without a limit of its own: the service prints its address or exits. The test's timeout is the limit. */
async function printedAddress(run: ScriptRun): Promise<URL> {
  const { promise, resolve } = Promise.withResolvers<URL>();
  const look = (): void => {
    const address = /answers at (\S+)\n.+\n/.exec(run.output.stdout)?.[1];
    if (address !== undefined) resolve(new URL(address));
  };
  run.process.stdout?.on("data", look);
  try {
    return await promise;
  } finally {
    run.process.stdout?.off("data", look);
  }
}
