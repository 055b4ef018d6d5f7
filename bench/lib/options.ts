import { parseArgs } from "node:util";
import { Failure, firstLine } from "../../scripts/lib/failure.ts";

/** Reads `--name 1,2,3` options, each a list of positive numbers. @throws Failure */
export function readNumbers<const T extends Readonly<Record<string, readonly number[]>>>(
  args: readonly string[],
  defaults: T,
  command: string,
): Readonly<Record<keyof T, readonly number[]>> {
  const usage = `${command} ${Object.entries(defaults)
    .map(([name, numbers]) => `[--${name} ${numbers.join(",")}]`)
    .join(" ")}`;
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, numbers]) => [name, { type: "string", default: numbers.join(",") }] as const),
  );
  const parse = (): Record<string, string | boolean | undefined> => {
    try {
      return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
    } catch (error) {
      throw new Failure(`${firstLine(error).replace(/\.$/, "")}. Usage: ${usage}`);
    }
  };
  const numbersOf = ([name, text]: [string, unknown]): [string, number[]] => {
    const numbers = String(text).split(",").map(Number);
    if (!numbers.every((number) => number > 0))
      throw new Failure(`--${name} takes positive numbers, not "${String(text)}". Usage: ${usage}`);
    return [name, numbers];
  };
  return Object.fromEntries(Object.entries(parse()).map(numbersOf)) as unknown as Record<keyof T, readonly number[]>;
}
