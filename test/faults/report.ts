import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultOptions } from "./options.ts";
import type { Outcome } from "./kill-scenario.ts";
import type { ModelKillOutcome } from "./model-kill-scenario.ts";

const LOG_FILE = join(tmpdir(), "knowledge-faults.log");
const MAX_VIOLATIONS = 20;
const MAX_FAULTS = 5;
const MAX_FAULT_LENGTH = 300;

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints the report of kills of the model process; its last line is the summary. */
export function reportModelKills(outcome: ModelKillOutcome): void {
  const { violations, kills, killsDuringQuestions, questions, answersByWords, uploads, vectors } = outcome;
  for (const violation of violations.slice(0, MAX_VIOLATIONS)) print(`VIOLATION: ${violation}`);
  print(`${questions} questions answered, ${answersByWords} by words; ${uploads} texts uploaded`);
  print(`${vectors.vectors} vectors of ${vectors.chunks} chunks, ${vectors.live} with a code`);
  print(`${kills} kills, ${killsDuringQuestions} during a question: ${violations.length} violations`);
}

/**
 * Prints the report; its last line is the summary.
 * @param log stderr of the service, of which a violation prints a part
 */
export function report({ rounds, seed }: FaultOptions, outcome: Outcome, log: string, seconds: number): void {
  const {
    violations,
    acknowledged,
    messages,
    changes,
    answers,
    citations,
    events,
    byModel,
    cutOff,
    drafts,
    voidedDrafts,
  } = outcome;
  const {
    narrowed,
    campaigns,
    guestFrames,
    guestReconnects,
    interruptedAnswers,
    interruptedFiles,
    bulkTexts,
    stopped,
    versions,
    streamReconnects,
  } = outcome;
  for (const { round, where, what } of violations.slice(0, MAX_VIOLATIONS))
    print(`VIOLATION seed ${seed}${round === null ? "" : `, round ${round}`}, ${where}: ${what}`);
  if (violations.length > MAX_VIOLATIONS) print(`and ${violations.length - MAX_VIOLATIONS} more`);
  if (violations.length > 0) printWorkerErrors(log);
  print(
    `${messages} messages stored, ${changes} changes of scope, ${citations} citations checked, ${events} events sent to every reader`,
  );
  print(
    `${narrowed} answers to narrowed prompts, ${campaigns} campaigns; ${guestFrames} frames received by guests, who reconnected ${guestReconnects} times`,
  );
  print(`${stopped} answers stopped, ${versions} repeated; streams reconnected ${streamReconnects} times`);
  const writers = [...byModel].map(([model, count]) => `${count} by ${model}`).join(", ");
  print(
    `answers: ${writers}; ${drafts} frames of drafts, ${voidedDrafts} drafts ended without their answer, ${cutOff} answers cut off at each attempt`,
  );
  print(
    `${interruptedAnswers} answers and ${interruptedFiles} files were interrupted by a kill, ${bulkTexts} short texts were announced in bulk; ${seconds} s`,
  );
  print(
    `${rounds} rounds, ${acknowledged} messages acknowledged, ${answers} answers, ${violations.length} violations (seed ${seed})`,
  );
}

/** Prints the Worker's own errors, which are JSON. The runtime's text is about the kills. */
function printWorkerErrors(log: string): void {
  const lines = log.split("\n").filter((line) => line.startsWith("{"));
  writeFileSync(LOG_FILE, lines.join("\n"));
  print(`the log of the service is in ${LOG_FILE}`);
  for (const line of lines.slice(-MAX_FAULTS)) print(`the service: ${line.slice(0, MAX_FAULT_LENGTH)}`);
}
