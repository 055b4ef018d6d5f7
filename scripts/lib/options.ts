import { resolve } from "node:path";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { SETTING_NAMES } from "../../src/config.ts";
import type { Place } from "./acquire-state.ts";
import { Failure, firstLine, Help } from "./failure.ts";
import { ENVIRONMENT_PREFIX, readCliSettings, unknownVariables } from "./cli-settings.ts";

export const DEFAULT_STATE_FOLDER = ".knowledge";

/**
 * Reads `--name value` options. @throws Failure for an unknown option or a missing value, Help for `--help`
 */
export function readOptions<const T extends ParseArgsOptionsConfig>(
  options: T,
  usage: string,
  args?: readonly string[],
) {
  return readArguments(options, usage, {
    allowPositionals: false,
    ...(args === undefined ? {} : { args: [...args] }),
  }).values;
}

/** Reads options and positional arguments. */
export function readArguments<const T extends ParseArgsOptionsConfig>(
  options: T,
  usage: string,
  how: { readonly allowPositionals: boolean; readonly args?: string[] },
) {
  if ((how.args ?? process.argv.slice(2)).some((word) => word === "--help" || word === "-h"))
    throw new Help(`Usage: ${usage}`);
  try {
    return parseArgs({ options, strict: true, ...how });
  } catch (error) {
    throw new Failure(`${firstLine(error).replace(/\.$/, "")}. Usage: ${usage.split("\n", 1)[0]}`);
  }
}

/** @returns a TCP port; 0 for any free one */
function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new Failure(`--port must be a number from 0 to 65535, not "${text}".`);
  return port;
}

/** The options of every server command. @param command as typed, e.g. `npm start` */
export function readPlaceOptions(command: string): { place: Place; vars: Record<string, string> } {
  const usage = `${command} -- [--port 8787] [--host 127.0.0.1] [--persist-to ${DEFAULT_STATE_FOLDER}] [--settings FILE] [--var KEY:VALUE]...
--var overrides the environment (${ENVIRONMENT_PREFIX}KEY), which overrides the KEY=VALUE lines of the file. Settings: ${SETTING_NAMES.join(", ")}.`;
  const options = readOptions(
    {
      port: { type: "string", default: "8787" },
      host: { type: "string", default: "127.0.0.1" },
      "persist-to": { type: "string", default: DEFAULT_STATE_FOLDER },
      settings: { type: "string" },
      var: { type: "string", multiple: true, default: [] },
    },
    usage,
  );
  const place = {
    host: options.host,
    port: parsePort(options.port),
    stateFolder: resolve(options["persist-to"]),
  };
  const vars = readCliSettings({ vars: options.var, environment: process.env, file: options.settings });
  const warning = unknownVariables(process.env);
  if (warning !== null) process.stderr.write(`${warning}\n`);
  return { place, vars };
}
