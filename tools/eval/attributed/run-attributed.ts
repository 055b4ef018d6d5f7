import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { showTable } from "../../bench/lib/statistics.ts";
import { Failure, firstLine } from "../../../scripts/lib/failure.ts";
import { readOptions } from "../../../scripts/lib/options.ts";
import { BUILD_CACHE } from "../../../scripts/lib/project.ts";
import { fromCaller } from "../options.ts";
import { listedFiles, RAW_FILES, readSetFiles } from "./read-set-files.ts";
import { judgeSet, type JudgedSentence, type LabelShare, shareOf, sharesOf, totalsOf } from "./judge-set.ts";
import { isMarkedSupported } from "../verification/judge-cases.ts";
import { type AttributedSet, SETS } from "./sets.ts";

const USAGE = `npm run eval -- proof attributed [--set NAME]... [options]
Measures the verification of sentences on public sets of annotated answers. It downloads the files from GitHub at pinned
commits, checks their hashes and saves them in a folder that git ignores; the project contains none of them.
  --set NAME      ${SETS.map(({ name }) => name).join(", ")}; repeatable (all)
  --data DIR      read DIR/NAME, a checkout of the set's repository, instead of downloading
  --json FILE     write every sentence, its result and the shares
  --show LABEL    print the misjudged sentences of a label in the development half; repeatable`;

interface SetResult {
  readonly set: AttributedSet;
  readonly seen: readonly JudgedSentence[];
  readonly reported: readonly JudgedSentence[];
  readonly shares: readonly LabelShare[];
}

/** `npm run eval -- proof attributed` @throws Failure */
export async function runAttributed(args: readonly string[], write: (text: string) => void): Promise<void> {
  const options = readAttributedOptions(args);
  const results: SetResult[] = [];
  for (const set of options.sets) {
    const folder = options.data ?? join(BUILD_CACHE, "eval-attributed");
    const files = await readSetFiles(set, await listedFiles(set.name), {
      folder,
      from: options.data === null ? RAW_FILES : null,
    });
    const judged = judgeSet(set.read(files));
    results.push({ set, ...judged, shares: sharesOf(judged.reported) });
  }
  const count = results.reduce((sum, { reported }) => sum + reported.length, 0);
  write(`${count} sentences of the held-out half.\n${showTable(tableOf(results))}`);
  for (const label of options.show) for (const { seen } of results) write(wrongOnes(seen, label));
  if (options.json !== null) await writeJson(options.json, results);
}

function tableOf(results: readonly SetResult[]): string[][] {
  const lines = results.flatMap(({ set, shares }) => [
    ...shares.map((share) => labelLine(set.name, share)),
    totalLine(`${set.name}: all`, shares),
  ]);
  const all = totalLine(
    "all sets",
    results.flatMap(({ shares }) => shares),
  );
  const head = ["", "supported", "doubted", "balanced", "contradicted: supported", "others"];
  return [head, ...lines, ...(results.length > 1 ? [all] : [])];
}

function labelLine(
  set: string,
  { label, isSupported, sentences, supported, contradicted }: LabelShare,
): string[] {
  const [own, others] = [shareOf(supported, sentences), shareOf(sentences - supported, sentences)];
  const wrong = shareOf(contradicted, sentences);
  return isSupported === true
    ? [`${set}: ${label}`, own, "", "", wrong, ""]
    : [`${set}: ${label}`, "", others, "", "", wrong];
}

function totalLine(name: string, shares: readonly LabelShare[]): string[] {
  const { supported, doubted, balanced, contradicted } = totalsOf(shares);
  return [name, supported, doubted, balanced, ...contradicted];
}

function wrongOnes(judged: readonly JudgedSentence[], label: string): string {
  return judged
    .filter(
      (each) => each.case.label === label && isMarkedSupported(each) !== (each.case.isSupported === true),
    )
    .map(({ case: { sentence, cited, question }, mark: { support, reason } }) =>
      [
        `${label}, ${support} ${reason}: ${sentence}`,
        ...(question === "" ? [] : [`  ? ${question}`]),
        ...cited.map(({ text }) => `    ${text}`),
        "",
      ].join("\n"),
    )
    .join("");
}

interface AttributedOptions {
  readonly sets: readonly AttributedSet[];
  /** Null: download and save the files. */
  readonly data: string | null;
  readonly json: string | null;
  readonly show: readonly string[];
}

function readAttributedOptions(args: readonly string[]): AttributedOptions {
  const many = { type: "string", multiple: true, default: [] as string[] } as const;
  const options = readOptions(
    { set: many, data: { type: "string" }, json: { type: "string" }, show: many },
    USAGE,
    args,
  );
  for (const name of options.set)
    if (!SETS.some((set) => set.name === name))
      throw new Failure(`Unknown set ${name}. Sets: ${SETS.map((set) => set.name).join(", ")}.`);
  return {
    sets: SETS.filter(({ name }) => options.set.length === 0 || options.set.includes(name)),
    data: options.data === undefined ? null : fromCaller(options.data),
    json: options.json === undefined ? null : fromCaller(options.json),
    show: options.show,
  };
}

async function writeJson(file: string, results: readonly SetResult[]): Promise<void> {
  const report = results.map(({ set: { name, repository, commit }, shares, reported }) => {
    const sentences = reported.map(({ case: { label, isSupported, sentence, question, cited }, mark }) => {
      return { label, isSupported, sentence, question, cited, ...mark };
    });
    return { set: name, repository, commit, shares, sentences };
  });
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`).catch((error: unknown) => {
    throw new Failure(`Cannot write ${file}: ${firstLine(error)}`);
  });
}
