import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { SETTING_NAMES } from "../../src/config.ts";
import { Failure, firstLine } from "./failure.ts";

export const ENVIRONMENT_PREFIX = "KNOWLEDGE_";

export interface SettingSources {
  /** `KEY:VALUE` each. They stand in the list of processes: no place for secrets. */
  readonly vars: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The path of a file with lines `KEY=VALUE`, as dotenv has them. */
  readonly file: string | undefined;
}

/** The settings that replace the local ones; the first source that has one wins. @throws Failure on a setting that does not exist, or a file that cannot be read */
export function givenSettings({ vars, environment, file }: SettingSources): Record<string, string> {
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
    Object.entries(environment).flatMap(([variable, value]) => {
      if (!variable.startsWith(ENVIRONMENT_PREFIX) || value === undefined) return [];
      const name = variable.slice(ENVIRONMENT_PREFIX.length);
      requireKnown(name, `The environment's ${variable}`);
      return [[name, value] as const];
    }),
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
  if (!SETTING_NAMES.includes(name)) throw new Failure(`${where}: there is no such setting. Known: ${SETTING_NAMES.join(", ")}.`);
}
