import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { codeOf } from "../../../../scripts/lib/failure.ts";
import { NoReader } from "./reader.ts";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/**
 * Returns the program's output as UTF-8. @throws NoReader if it is not installed; Error if it fails or times
 * out
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  timeout = 60_000,
): Promise<string> {
  try {
    const options = {
      maxBuffer: MAX_OUTPUT_BYTES,
      timeout,
      killSignal: "SIGKILL",
      encoding: "utf8",
    } as const;
    return (await run(program, [...args], options)).stdout;
  } catch (error) {
    if (codeOf(error) === "ENOENT") throw new NoReader(program);
    throw error;
  }
}
