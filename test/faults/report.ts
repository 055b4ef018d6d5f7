import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultOptions } from "./options.ts";
import type { Outcome } from "./trial.ts";

const LOG_FILE = join(tmpdir(), "knowledge-faults.log");
const MAX_VIOLATIONS = 20;
const MAX_FAULTS = 5;
const LONGEST_FAULT = 300;

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Prints the report; its last line is the summary.
 * @param log stderr of the service, of which a violation prints a part
 */
export function report({ rounds, seed }: FaultOptions, outcome: Outcome, log: string, seconds: number): void {
  const { violations, acknowledged, messages, changes, answers, citations, events, byModel, cutOff, drafts, voidedDrafts } = outcome;
  const { narrowed, campaigns, guestFrames, guestReturns, cutAnswers, cutFiles, together, stopped, versions, streamReturns } = outcome;
  for (const { round, where, what } of violations.slice(0, MAX_VIOLATIONS))
    say(`VIOLATION seed ${seed}${round === null ? "" : `, round ${round}`}, ${where}: ${what}`);
  if (violations.length > MAX_VIOLATIONS) say(`and ${violations.length - MAX_VIOLATIONS} more`);
  if (violations.length > 0) sayFaults(log);
  say(`${messages} messages stored, ${changes} changes of scope, ${citations} citations checked, ${events} events told to every reader`);
  say(
    `${narrowed} answers to narrowed prompts, ${campaigns} campaigns; ${guestFrames} frames heard by guests, who came back ${guestReturns} times`,
  );
  say(`${stopped} answers stopped, ${versions} asked for again; readers of streams came back ${streamReturns} times`);
  const writers = [...byModel].map(([model, count]) => `${count} by ${model}`).join(", ");
  say(
    `answers: ${writers}; ${drafts} frames of drafts, ${voidedDrafts} drafts void without their answer, ${cutOff} answers cut off each time`,
  );
  say(`${cutAnswers} answers and ${cutFiles} files were waiting at a kill, ${together} short texts were announced together; ${seconds} s`);
  say(`${rounds} rounds, ${acknowledged} messages acknowledged, ${answers} answers, ${violations.length} violations (seed ${seed})`);
}

/** Prints the Worker's own errors, which are JSON. The runtime's text is about the kills. */
function sayFaults(log: string): void {
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  writeFileSync(LOG_FILE, lines.join("\n"));
  say(`all that the service said stands in ${LOG_FILE}`);
  for (const line of lines.slice(-MAX_FAULTS)) say(`the service: ${line.slice(0, LONGEST_FAULT)}`);
}
