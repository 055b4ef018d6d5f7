import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { SETTING_NAMES } from "../../src/config.ts";
import { Failure, firstLine } from "./failure.ts";

export const ENVIRONMENT_PREFIX = "KNOWLEDGE_";

export interface SettingSources {
  /** `KEY:VALUE` pairs. The process list shows them, so they are no place for secrets. */
  readonly vars: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A path to a file with lines `KEY=VALUE`, as in dotenv. */
  readonly file: string | undefined;
}

/**
 * The settings that replace the local ones. The first source with a value wins. Variables of other programs
 * are ignored.
 * @throws Failure for an unknown setting in `vars` or the file, or for an unreadable file
 */
export function readCliSettings({ vars, environment, file }: SettingSources): Record<string, string> {
  return { ...ofFile(file), ...ofEnvironment(environment), ...ofVars(vars) };
}

function ofVars(vars: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    vars.map((text) => {
      const colon = text.indexOf(":");
      if (colon < 1) throw new Failure(`--var must be KEY:VALUE, not "${text}".`);
      const name = text.slice(0, colon);
      requireKnown(name, `--var ${name}`);
      return [name, text.slice(colon + 1)] as const;
    }),
  );
}

function ofEnvironment(environment: SettingSources["environment"]): Record<string, string> {
  return Object.fromEntries(
    prefixed(environment).flatMap(({ name, value }) =>
      SETTING_NAMES.includes(name) ? [[name, value] as const] : [],
    ),
  );
}

const MAX_NAMED = 20;
/** Variables that scripts read and the service does not. */
const OTHER_NAMES = ["USER"];

/**
 * One line that names the prefixed variables that are no settings; null if there are none. The command line
 * uses `KNOWLEDGE_TOKEN`, and Docker and Kubernetes set `KNOWLEDGE_PORT=tcp://…`. Values may be secrets, so
 * the line omits them.
 */
export function unknownVariables(environment: SettingSources["environment"]): string | null {
  const unknown = prefixed(environment).filter(
    ({ name }) => !OTHER_NAMES.includes(name) && !SETTING_NAMES.includes(name),
  );
  if (unknown.length === 0) return null;
  const names = unknown.map(({ name }) => `${ENVIRONMENT_PREFIX}${name.replaceAll(/[^\w.-]/g, "?")}`).sort();
  const rest = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return `Ignored environment variables that are not settings: ${names.slice(0, MAX_NAMED).join(", ")}${rest}. Settings: docs/configuration.md.`;
}

function prefixed(environment: SettingSources["environment"]): { name: string; value: string }[] {
  return Object.entries(environment).flatMap(([variable, value]) =>
    variable.startsWith(ENVIRONMENT_PREFIX) && value !== undefined
      ? [{ name: variable.slice(ENVIRONMENT_PREFIX.length), value }]
      : [],
  );
}

function ofFile(file: string | undefined): Record<string, string> {
  if (file === undefined) return {};
  const settings = parseEnv(contentsOf(file)) as Record<string, string>;
  for (const name of Object.keys(settings)) requireKnown(name, `${file}: ${name}`);
  return settings;
}

function contentsOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Failure(`Cannot read the settings: ${firstLine(error)}.`);
  }
}

function requireKnown(name: string, where: string): void {
  if (!SETTING_NAMES.includes(name))
    throw new Failure(`${where}: unknown setting. Known: ${SETTING_NAMES.join(", ")}.`);
}
