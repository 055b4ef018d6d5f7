import { createServer } from "node:net";
import { ConfigError, parseConfig } from "../../src/config.ts";
import { codeOf, Failure, firstLine } from "./failure.ts";
import { localSettings } from "./local-settings.ts";
import { localSecrets } from "./secrets.ts";
import { lockStateFolder } from "./state-lock.ts";

export interface Place {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Absolute path of the state folder. */
  readonly stateFolder: string;
}

/**
 * Takes everything that a service needs before a build: the state folder, the settings and the port.
 * @param vars settings that replace the local ones
 * @returns the settings, as text by name
 * @throws Failure
 */
export async function acquireState(
  { host, port, stateFolder }: Place,
  vars: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  // The runtime inherits this mask, so only the owner can read the files of this process and of the runtime.
  process.umask(0o077);
  lockStateFolder(stateFolder);
  const settings = { ...localSettings(await localSecrets(stateFolder)), ...vars };
  try {
    parseConfig(settings);
  } catch (error) {
    throw error instanceof ConfigError ? new Failure(error.message) : error;
  }
  await requireFreePort(host, port);
  return settings;
}

async function requireFreePort(host: string, port: number): Promise<void> {
  const { promise, resolve: free, reject } = Promise.withResolvers<void>();
  const probe = createServer().once("error", reject);
  probe.listen({ host, port, exclusive: true }, () => probe.close(() => free()));
  try {
    await promise;
  } catch (error) {
    if (codeOf(error) === "EADDRINUSE") throw portTaken(host, port);
    throw new Failure(`Cannot listen on ${host}, port ${port}: ${firstLine(error)}`);
  }
}

export function portTaken(host: string, port: number): Failure {
  return new Failure(`Port ${port} of ${host} is in use. Choose another with --port (0 for any free port).`);
}
