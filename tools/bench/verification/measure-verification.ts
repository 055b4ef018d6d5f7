import type { MarkRequest } from "../../../src/answering/verification/mark-request.ts";
import { markSentence } from "../../../src/answering/verification/mark-sentence.ts";
import { parseModelInput } from "../../../src/answering/verification/model-input.ts";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { showNumber, showSpread, showTable, spreadOf } from "../lib/statistics.ts";

const DEFAULTS = { rounds: [7], sentences: [400] } as const;
const HEAD = ["sentence", "cites", "characters", "CPU µs a sentence"];
const CLAIM = "Edmund Pascoe, a brewer, founded the observatory on Carn Hill in 1872.";
const SOURCE =
  "The observatory on Carn Hill was founded in 1872 by the brewer Edmund Pascoe, who had lost an eye in his own cooperage and said that the other " +
  "one should at least see something worth seeing.";
/** Longest sentence that the verification reads. */
const MAX_LENGTH = 2_000;
const longOf = (part: string): string =>
  part.repeat(Math.ceil(MAX_LENGTH / part.length)).slice(0, MAX_LENGTH);

/** Measures the CPU time of verifying one sentence in this process. */
export function measureVerification(args: readonly string[]): void {
  const { rounds, sentences } = readNumberOptions(args, DEFAULTS, "npm run bench -- proof");
  const rows = [HEAD];
  for (const [name, request] of requests()) {
    const each = Array.from({ length: rounds[0] ?? 1 }, () => microsecondsOf(request, sentences[0] ?? 1));
    const characters =
      request.sentence.length +
      request.cited.reduce((sum, { text, about = "" }) => sum + text.length + about.length, 0);
    rows.push([name, String(request.cited.length), showNumber(characters), showSpread(spreadOf(each))]);
  }
  process.stdout.write(`${showTable(rows)}\nMedian (min–max) of the rounds.\n`);
}

function requests(): (readonly [string, MarkRequest])[] {
  const input = parseModelInput([SOURCE]);
  const of = (sentence: string, text: string, cites: number): MarkRequest => ({
    sentence,
    cited: Array.from({ length: cites }, () => ({ text, about: SOURCE })),
    question: "Who founded the observatory?",
    input,
  });
  return [
    ["usual", of(CLAIM, SOURCE, 1)],
    ["of four sources", of(CLAIM, SOURCE, 4)],
    ["of sixteen", of(CLAIM, SOURCE, 16)],
    ...["Carn Thrane ", "3 May ", "not able ", "twenty million ", "1,000,", '"a" ', "Ab12 "].map((part) => {
      const text = longOf(part);
      return [`${JSON.stringify(part)} over and over`, of(text, `${text.slice(1)}x`, 4)] as const;
    }),
  ];
}

function microsecondsOf(request: MarkRequest, sentences: number): number {
  const before = process.threadCpuUsage();
  for (let done = 0; done < sentences; done += 1) markSentence(request);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / sentences;
}
