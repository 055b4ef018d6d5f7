import { parseArgs } from "node:util";
import { Failure, firstLine } from "../lib/failure.ts";

const USAGE = 'npm run demo -- [FILE]... [--ask "QUESTION"]...';

/** @throws Failure on an option that is not known */
export function readDemoOptions(): { files: readonly string[]; asked: readonly string[] } {
  try {
    const { positionals, values } = parseArgs({
      options: { ask: { type: "string", multiple: true, default: [] } },
      strict: true,
      allowPositionals: true,
    });
    return { files: positionals, asked: values.ask.filter((question) => question.trim() !== "") };
  } catch (error) {
    throw new Failure(`${firstLine(error).replace(/\.$/, "")}. Usage: ${USAGE}`);
  }
}
