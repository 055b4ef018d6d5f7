import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, firstLine } from "../../../scripts/lib/failure.ts";
import { readOptions } from "../../../scripts/lib/options.ts";
import { BUILD_CACHE } from "../../../scripts/lib/project.ts";
import { startReading } from "../extract/read-files.ts";
import { measureSuite, type SuiteResult } from "./measure-suite.ts";
import { suiteFiles } from "./suite-files.ts";
import { SUITES } from "./suites.ts";
import { suitesTable } from "./suites-table.ts";

const USAGE = `npm run eval -- suites [options]
Extracts public test files of other projects with the built sandbox and compares words and their order with reference readers.
Git downloads the files from GitHub at pinned commits (tools/eval/suites/suites.ts) into a cache; none is committed.
Needs: git, python3; apt-get install poppler-utils pandoc libreoffice-{writer,calc,impress}-nogui
  --mirror DIR    folder of git directories OWNER/NAME, OWNER/NAME.git or OWNER+NAME/repo; disables downloads (SUITES_MIRROR)
  --cache DIR     cache of repositories, files and references (node_modules/.cache/…/eval-suites)
  --suite NAME    only this suite; repeatable
  --format NAME   only this format; repeatable
  --files N       at most N files per suite, formats alternate (300)
  --worst N       print the N worst files of each suite (0)
  --json FILE     write the result of each file
  --before FILE   compare with the figures of this --json file`;

/** `npm run eval -- suites`. @throws Failure */
export async function runSuites(args: readonly string[]): Promise<void> {
  const options = readOptions(
    {
      mirror: { type: "string", default: process.env["SUITES_MIRROR"] ?? "" },
      cache: { type: "string", default: join(BUILD_CACHE, "eval-suites") },
      suite: { type: "string", multiple: true, default: [] },
      format: { type: "string", multiple: true, default: [] },
      files: { type: "string", default: "300" },
      worst: { type: "string", default: "0" },
      json: { type: "string" },
      before: { type: "string" },
    },
    USAGE,
    args,
  );
  const suites = SUITES.filter(({ name }) => options.suite.length === 0 || options.suite.includes(name));
  if (suites.length === 0)
    throw new Failure(`Unknown suite. Suites: ${SUITES.map(({ name }) => name).join(", ")}.`);
  const before = options.before === undefined ? null : await readResults(options.before);
  const tell = (line: string): void => void process.stderr.write(`${line}\n`);
  const reader = await startReading();
  const results: SuiteResult[] = [];
  for (const suite of suites) {
    const where = { cache: options.cache, mirror: options.mirror === "" ? null : options.mirror };
    const all = await suiteFiles(suite, Number(options.files), where);
    const files = all.filter(
      ({ format }) => options.format.length === 0 || options.format.includes(format.name),
    );
    results.push(...(await measureSuite(suite.name, files, reader, { cache: options.cache, tell })));
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(results, null, 1)}\n`);
  }
  process.stdout.write(`${suitesTable(results, before)}${worstOf(results, Number(options.worst))}`);
}

async function readResults(path: string): Promise<SuiteResult[]> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as SuiteResult[];
  } catch (error) {
    throw new Failure(`Cannot read ${path}: ${firstLine(error)}`);
  }
}

function worstOf(results: readonly SuiteResult[], count: number): string {
  if (count === 0) return "";
  const score = ({ isRead, words, pairs }: SuiteResult): number =>
    isRead ? (words ?? 1) + (pairs ?? 1) : words === 0 ? -1 : 2;
  const lines = [...Map.groupBy(results, ({ suite }) => suite).values()].flatMap((files) =>
    files
      .toSorted((a, b) => score(a) - score(b))
      .slice(0, count)
      .map((each) => {
        const figures = each.isRead
          ? `${each.words?.toFixed(2) ?? "-"} ${each.pairs?.toFixed(2) ?? "-"}`
          : "not read";
        return `${each.suite} ${each.format}: ${figures} ${each.file}: ${each.message}`;
      }),
  );
  return `\n${lines.join("\n")}\n`;
}
