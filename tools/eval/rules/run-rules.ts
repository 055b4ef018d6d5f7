import { readOptions } from "../../../scripts/lib/options.ts";
import { countRules } from "./count-rules.ts";

const USAGE = `npm run eval -- rules
Counts the code that decides by patterns, word lists or thresholds about the text of a question or an answer.
Code of language models, of verification and of the way of an answer does not count.`;

/** Aims for all rules together. */
const [MAX_LINES, MAX_EXPRESSIONS] = [1_500, 40];

/** @throws Failure */
export function runRules(args: readonly string[], write: (text: string) => void): void {
  readOptions({}, USAGE, args);
  const counts = countRules();
  const sum = (of: "files" | "lines" | "expressions"): number =>
    counts.reduce((total, count) => total + count[of], 0);
  const all = { subject: "all", files: sum("files"), lines: sum("lines"), expressions: sum("expressions") };
  const rows = [...counts, all].map(
    ({ subject, files, lines, expressions }) => `| ${subject} | ${files} | ${lines} | ${expressions} |\n`,
  );
  const head = "| subject | files | lines | regular expressions |\n| --- | --- | --- | --- |\n";
  write(`${head}${rows.join("")}| aim | | ${MAX_LINES} | ${MAX_EXPRESSIONS} |\n`);
}
