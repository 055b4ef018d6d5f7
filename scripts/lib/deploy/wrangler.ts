import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { Failure } from "../failure.ts";
import { PATH_WITH_THIS_NODE, PROJECT_ROOT, QUIET_WRANGLER, WRANGLER_SCRIPT } from "../project.ts";

/** Arguments of one `wrangler` command. They hold no secret. */
export type Command = readonly string[];

export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Wrangler = (command: Command) => Promise<Outcome>;

export const shown = (command: Command): string =>
  `npx wrangler ${command.map((word) => (/^[\w./:@=,-]+$/.test(word) ? word : JSON.stringify(word))).join(" ")}`;

/** Runs the installed wrangler without a terminal, so that it asks nothing. */
export async function runWrangler(command: Command): Promise<Outcome> {
  const child = spawn(process.execPath, [WRANGLER_SCRIPT, ...command], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...QUIET_WRANGLER, ...PATH_WITH_THIS_NODE },
  });
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => (said[name] += text));
  const status = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  return { status: status ?? 1, ...said };
}

/** @throws Failure with wrangler's own words */
export async function must(wrangler: Wrangler, command: Command): Promise<string> {
  const outcome = await wrangler(command);
  if (outcome.status !== 0) throw new Failure(`${shown(command)} failed:\n${wordsOf(outcome)}`);
  return outcome.stdout;
}

export const wordsOf = ({ stdout, stderr }: Outcome): string =>
  stripVTControlCharacters(stderr.trim() || stdout.trim());

/** The JSON that a command printed, after lines that wrangler may print before it. */
export function jsonOf(command: Command, stdout: string): unknown {
  const at = stdout.search(/^[[{]/m);
  try {
    return JSON.parse(stdout.slice(Math.max(at, 0)));
  } catch {
    throw new Failure(`${shown(command)} printed no JSON.`);
  }
}
