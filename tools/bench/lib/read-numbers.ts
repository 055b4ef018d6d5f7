import { Failure } from "../../../scripts/lib/failure.ts";
import { readOptions } from "../../../scripts/lib/options.ts";

/** Reads `--name 1,2,3` options as lists of positive numbers. @throws Failure */
export function readNumberOptions<const T extends Readonly<Record<string, readonly number[]>>>(
  args: readonly string[],
  defaults: T,
  command: string,
): Readonly<Record<keyof T, readonly number[]>> {
  const usage = `${command} ${Object.entries(defaults)
    .map(([name, numbers]) => `[--${name} ${numbers.join(",")}]`)
    .join(" ")}`;
  const options = Object.fromEntries(
    Object.entries(defaults).map(
      ([name, numbers]) => [name, { type: "string", default: numbers.join(",") }] as const,
    ),
  );
  const numbersOf = ([name, text]: [string, unknown]): [string, number[]] => {
    const numbers = String(text).split(",").map(Number);
    if (!numbers.every((number) => number > 0))
      throw new Failure(`--${name} takes positive numbers, not "${String(text)}". Usage: ${usage}`);
    return [name, numbers];
  };
  return Object.fromEntries(
    Object.entries(readOptions(options, usage, args)).map(numbersOf),
  ) as unknown as Record<keyof T, readonly number[]>;
}
