import { readArguments } from "../lib/options.ts";

const USAGE = 'npm run demo -- [FILE | FOLDER]... [--ask "QUESTION"]...';

/** @throws Failure for an unknown option */
export function readDemoOptions(): { files: readonly string[]; asked: readonly string[] } {
  const options = { ask: { type: "string", multiple: true, default: [] as string[] } } as const;
  const { positionals, values } = readArguments(options, USAGE, { allowPositionals: true });
  return { files: positionals, asked: values.ask.filter((question) => question.trim() !== "") };
}
