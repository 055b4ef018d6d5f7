import { UsageError } from "./failure.ts";

/** Prints a result to standard output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);
/** Prints progress and hints to standard error. */
export const printNote = (line: string): void => void process.stderr.write(`${line}\n`);

/** Replaces control characters in names, because other users choose them. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ");
}

export function stripControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|[\p{Bidi_Control}]/gu, " ");
}

/** Examples: "1 file", "2 files". */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Drops "Ready." from a status text, because the state beside the text says the same. */
export function besideState(statusText: string): string {
  return oneLine(statusText.replace(/^Ready\. ?/, ""));
}

export function formatCounts(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count} ${oneLine(what)}`)
    .join(", ");
}

export function parseNumber(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`"${text}" is not a number.`);
  return Number(text);
}
