import type * as z from "zod";
import { Failure, firstLine } from "../../../../scripts/lib/failure.ts";
import type { SetFiles } from "../attributed-sentence.ts";

/** Parses the JSON lines of all files whose path matches. @throws Failure with the first invalid line */
export function readLines<T extends z.ZodType>(files: SetFiles, path: RegExp, shape: T): z.output<T>[] {
  return matching(files, path).flatMap(([name, text]) =>
    text
      .split("\n")
      .flatMap((line, at) => (line.trim() === "" ? [] : [parsed(line, shape, `${name}, line ${at + 1}`)])),
  );
}

/** Parses all files whose path matches as JSON, in listed order. @throws Failure */
export function readFiles<T extends z.ZodType>(
  files: SetFiles,
  path: RegExp,
  shape: T,
): { name: string; content: z.output<T> }[] {
  return matching(files, path).map(([name, text]) => ({ name, content: parsed(text, shape, name) }));
}

const matching = (files: SetFiles, path: RegExp): [string, string][] =>
  [...files].filter(([name]) => path.test(name));

function parsed<T extends z.ZodType>(text: string, shape: T, where: string): z.output<T> {
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    throw new Failure(`${where}: ${firstLine(error)}`);
  }
}
