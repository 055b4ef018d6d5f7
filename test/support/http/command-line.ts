import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { COMPILED } from "../fixtures/scripts.ts";

/** The result of a command. */
export interface CommandResult {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

type Variables = Readonly<Record<string, string>>;

export interface CommandLine {
  readonly start: (args: readonly string[], env?: Variables) => ChildProcessWithoutNullStreams;
  /**
   * Runs a command to completion.
   * @param input its standard input
   */
  readonly knowledge: (args: readonly string[], input?: string, env?: Variables) => Promise<CommandResult>;
}

/** The client's command line, with a working folder that also holds its login. */
export function commandLine(folder: string): CommandLine {
  const start: CommandLine["start"] = (args, env = {}) =>
    spawn(process.execPath, [join(PROJECT_ROOT, "client", "src", "cli", "main.ts"), ...args], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_COMPILE_CACHE: COMPILED,
        XDG_CONFIG_HOME: join(folder, "config"),
        XDG_STATE_HOME: join(folder, "state"),
        XDG_CACHE_HOME: join(folder, "cache"),
        ...env,
      },
    });
  return {
    start,
    async knowledge(args, input = "", env = {}) {
      const child = start(args, env);
      child.stdin.end(input);
      const ended = new Promise<number | null>((resolve, reject) =>
        child.once("error", reject).once("close", resolve),
      );
      const [out, err, status] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      return { status, out, err };
    },
  };
}
