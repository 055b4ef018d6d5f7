/** `npm run lint:prose`: measures the prose of the project and fails above the limits of `thresholds.ts`. */
import { writeFile } from "node:fs/promises";
import { Failure, run } from "../../lib/failure.ts";
import { readArguments } from "../../lib/options.ts";
import { PROJECT_ROOT } from "../../lib/project.ts";
import { checkProse } from "./check-prose.ts";
import { drawSample } from "./draw-sample.ts";
import { countFigures } from "./figures.ts";
import { listFiles } from "./list-files.ts";
import { CATEGORIES, type Category } from "./passage.ts";
import { readProse } from "./read-prose.ts";
import { failureLines, figureTable, findingLines } from "./finding-lines.ts";
import { splitSentences } from "./split-sentences.ts";

const USAGE = `npm run lint:prose -- [--summary] [--json FILE] [--only ${CATEGORIES.join("|")}]... [--list N [--seed S]] [PATH]...
Prints each sentence that breaks a rule, then the figures. --summary prints the figures alone. --list prints N random sentences instead.`;

await run(async () => {
  const { values: options, positionals } = readArguments(
    {
      summary: { type: "boolean", default: false },
      json: { type: "string" },
      only: { type: "string", multiple: true, default: [] },
      list: { type: "string" },
      seed: { type: "string", default: "1" },
    },
    USAGE,
    { allowPositionals: true },
  );
  const categories = options.only.length === 0 ? CATEGORIES : options.only.map(parseCategory);
  const passages = readProse(PROJECT_ROOT, listFiles(PROJECT_ROOT, positionals)).filter(({ category }) =>
    categories.includes(category),
  );
  const sentences = passages.flatMap(splitSentences);
  if (options.list !== undefined) {
    const drawn = drawSample(sentences, parseCount(options.list), parseCount(options.seed));
    process.stdout.write(
      drawn.map(({ category, file, line, text }) => `${file}:${line} (${category}) ${text}\n`).join(""),
    );
    return;
  }
  const findings = checkProse(passages, sentences);
  const figures = countFigures(sentences, findings);
  if (options.json !== undefined)
    await writeFile(options.json, `${JSON.stringify({ figures, findings }, null, 2)}\n`);
  process.stdout.write(`${options.summary ? "" : findingLines(findings)}${figureTable(figures)}`);
  const failures = failureLines(figures);
  if (failures.length > 0) throw new Failure(failures.join("\n"));
});

function parseCategory(text: string): Category {
  const found = CATEGORIES.find((category) => category === text);
  if (found === undefined)
    throw new Failure(`--only: there is no category "${text}". Known: ${CATEGORIES.join(", ")}.`);
  return found;
}

function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Failure(`--list and --seed take a whole number, not "${text}".`);
  return Number(text);
}
