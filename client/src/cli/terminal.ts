import { UsageError } from "./failure.ts";

/** What a command was asked for. */
export const out = (line: string): void => void process.stdout.write(`${line}\n`);
/** How it goes on. */
export const note = (line: string): void => void process.stderr.write(`${line}\n`);

/** Names come from others: no control character of theirs reaches the terminal. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ");
}

export function plain(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|[\p{Bidi_Control}]/gu, " ");
}

/** "1 file", "2 files". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A status text beside the state, which says "Ready." already. */
export function besideState(statusText: string): string {
  return oneLine(statusText.replace(/^Ready\. ?/, ""));
}

export function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([what, count]) => `${count} ${oneLine(what)}`)
    .join(", ");
}

export function numberOf(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new UsageError(`"${text}" is no number.`);
  return Number(text);
}
