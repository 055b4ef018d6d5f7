import { resolve } from "node:path";
import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { SETTING_NAMES } from "../../src/config.ts";
import type { Place } from "./claim-place.ts";
import { Failure, firstLine } from "./failure.ts";

export const DEFAULT_STATE_FOLDER = ".knowledge";

/** Reads `--name value` options. @throws Failure on an option that is not known or misses its value */
export function readOptions<const T extends ParseArgsOptionsConfig>(options: T, usage: string) {
  try {
    return parseArgs({ options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new Failure(`${firstLine(error).replace(/\.$/, "")}. Usage: ${usage}`);
  }
}

/** @returns a TCP port, 0 for any free one */
function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Failure(`--port must be a number from 0 to 65535, not "${text}".`);
  return port;
}

/** Reads `--var KEY:VALUE`. @throws Failure on a setting that does not exist */
function parseVars(vars: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    vars.map((text) => {
      const colon = text.indexOf(":");
      if (colon < 1) throw new Failure(`--var must be KEY:VALUE, not "${text}".`);
      const name = text.slice(0, colon);
      if (!SETTING_NAMES.includes(name)) throw new Failure(`--var ${name}: there is no such setting. Known: ${SETTING_NAMES.join(", ")}.`);
      return [name, text.slice(colon + 1)] as const;
    }),
  );
}

/** The options of everything that serves. @param command as typed, e.g. `npm start` */
export function readPlaceOptions(command: string): { place: Place; vars: Record<string, string> } {
  const usage = `${command} -- [--port 8787] [--host 127.0.0.1] [--persist-to ${DEFAULT_STATE_FOLDER}] [--var KEY:VALUE]...`;
  const options = readOptions(
    {
      port: { type: "string", default: "8787" },
      host: { type: "string", default: "127.0.0.1" },
      "persist-to": { type: "string", default: DEFAULT_STATE_FOLDER },
      var: { type: "string", multiple: true, default: [] },
    },
    usage,
  );
  const place = { host: options.host, port: parsePort(options.port), stateFolder: resolve(options["persist-to"]) };
  return { place, vars: parseVars(options.var) };
}
