import { readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { spawnFile } from "../support/fixtures/scripts.ts";

interface EvalRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The files that remain in its temporary folder. */
  readonly left: readonly string[];
}

async function evaluate(args: readonly string[]): Promise<EvalRun> {
  const temporary = await newFolder();
  const run = spawnFile("tools/eval/run.ts", args, { ...process.env, TMPDIR: temporary });
  const status = await run.ended;
  return { status, ...run.output, left: readdirSync(temporary) };
}

async function readRuns(file: string): Promise<Record<string, any>[]> {
  return (JSON.parse(await readFile(file, "utf8")) as { runs: Record<string, any>[] }).runs;
}

const SAMPLE = join(PROJECT_ROOT, "tools", "eval", "samples", "island");
const TEXTS = {
  mill: "The windmill on Gull Hill was built in 1741. Its miller grinds barley on Thursdays.",
  pier: "The pier at Sandmouth is 300 metres long. Anglers pay two shillings for a day ticket.",
  pond: "Frogs spawn in the upper pond in March.",
};

/**
 * Three questions that texts answer in their own words, one of them with a wrong expected answer, and one
 * without any related text.
 */
const QUERIES = [
  ["built", "When was the windmill on Gull Hill built?", "mill", "built in 1741"],
  ["ticket", "What do anglers pay for a day ticket?", "pier", "two shillings"],
  ["denied", "In which pond do frogs spawn in March?", "pond", "the lower pond"],
  ["nothing", "Who discovered penicillin?"],
] as const;

async function writeSet(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path);
  const lines = (items: readonly unknown[]): string =>
    items.map((item) => `${JSON.stringify(item)}\n`).join("");
  const judged = QUERIES.flatMap(([id, , doc, answer]) =>
    doc === undefined ? [] : [{ id, doc, answers: [answer] }],
  );
  const turns = [
    { question: "How long is the pier at Sandmouth?", answers: ["300 metres"] },
    { question: "Who discovered penicillin?", kind: "refusal", refused: true },
    { question: "When does the miller grind barley?", kind: "wrong", answers: ["on Fridays"] },
  ];
  await Promise.all([
    writeFile(
      join(path, "docs.jsonl"),
      lines(Object.entries(TEXTS).map(([id, text]) => ({ id, title: id, text }))),
    ),
    writeFile(join(path, "queries.jsonl"), lines(QUERIES.map(([id, text]) => ({ id, text })))),
    writeFile(join(path, "qrels.tsv"), judged.map(({ id, doc }) => `${id}\t${doc}\t1\n`).join("")),
    writeFile(join(path, "answers.jsonl"), lines(judged)),
    writeFile(join(path, "conversations.jsonl"), lines([{ id: "walk", turns }])),
  ]);
  return path;
}

describe("two sets", () => {
  let files: { json: string; plot: string };
  let whole: EvalRun;
  let own: EvalRun;
  beforeAll(async () => {
    const folder = await newFolder();
    const [set, another] = [await writeSet(folder, "village"), await writeSet(folder, "hamlet")];
    files = { json: join(folder, "figures.json"), plot: join(folder, "figures.svg") };
    whole = await evaluate(["--data", set, "--data", another, "--json", files.json, "--plot", files.plot]);
    own = await evaluate(["--data", set, "--own", "--limit", "2", "--variant", "timed=SERVER_TIMING:off"]);
  }, 300_000);

  test("the evaluation of two sets gives the figures counted by hand, and leaves no file behind", async () => {
    expect(whole).toMatchObject({ status: 0, left: [] });
    expect(whole.stderr).toContain("village: 3 of 3 documents ready\n");
    const { figures, questions } = (await readRuns(files.json))[0] ?? expect.fail("no run");
    const best = questions.map(({ id, found }: { id: string; found: string[] }) => [id, found[0]]);
    expect(Object.fromEntries(best)).toMatchObject({ built: "mill", ticket: "pier", denied: "pond" });
    // Each right document ranks first. The first quotes contain two of the three answers, and no quote
    // contains the third.
    expect(figures).toMatchObject({
      answerable: 3,
      outside: 1,
      impossible: 0,
      acc1: 1,
      acc5: 1,
      ndcg10: 1,
      recall100: 1,
      auroc: 1,
    });
    expect(figures).toMatchObject({
      refused: 0,
      falseAnswers: 0,
      trickedAnswers: null,
      turns: 3,
      rightTurns: 2,
    });
    expect(figures.gold1).toBeCloseTo(2 / 3);
    expect(figures.goldAll).toBeCloseTo(2 / 3);
    expect(figures.turnsByKind).toEqual({
      direct: { right: 1, turns: 1 },
      refusal: { right: 1, turns: 1 },
      wrong: { right: 0, turns: 1 },
    });
  });

  test("the evaluation reports two sets as a table and a chart", async () => {
    expect(whole.stdout).toMatch(/^set +variant +documents +questions +nDCG@10 .*turns right$/m);
    expect(whole.stdout).toMatch(/^village +base +3 +3\+1\+0 .* 2\/3$/m);
    expect(whole.stdout).toMatch(/^village +base +refusal +1\/1$/m);
    const drawing = await readFile(files.plot, "utf8");
    expect(drawing).toMatch(/^<svg .*<\/svg>\n$/s);
    for (const word of ["village", "hamlet", "acc@1"]) expect(drawing).toContain(`>${word}</text>`);
  });

  test("the evaluation asks the questions of each document alone, with as many questions about others, in every variant", () => {
    expect(own).toMatchObject({ status: 0, left: [] });
    expect(own.stdout).toMatch(/^village +base +2 +2\+2\+0 /m);
    expect(own.stdout).toMatch(/^village +timed +2 +2\+2\+0 /m);
  });
});

describe("a run that cannot start prints the reason in one line and exits with status 1:", () => {
  test.concurrent.each([
    ["no data", [], /^--data is missing\. Usage: npm run eval/],
    ["a missing folder", ["--data", "no-such-folder"], /^Missing folder .*no-such-folder\.$/],
    ["an unknown setting", ["--data", "x", "--variant", "a=NO_SUCH:1"], /NO_SUCH: unknown setting/],
    [
      "a variant without a name",
      ["--data", "x", "--variant", "RATE_LIMITS:off"],
      /^--variant must be NAME=KEY:VALUE/,
    ],
    ["a number that is none", ["--data", "x", "--limit", "many"], /^--limit must be a number/],
  ])("%s", async (_what, args: string[], words) => {
    const { status, stdout, stderr, left } = await evaluate(args);
    expect({ status, stdout, left }).toEqual({ status: 1, stdout: "", left: [] });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr.trim()).toMatch(words);
  });

  test("the error names an invalid line", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "docs.jsonl"), '{"id":"a","text":"A."}\n{"id":"b"}\n');
    const { status, stderr } = await evaluate(["--data", folder]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/docs\.jsonl, line 2: .*must have either a text or a file/);
  });
});

test("an interrupted run leaves no file behind and reports the interruption in its status", async () => {
  const temporary = await newFolder();
  const run = spawnFile("tools/eval/run.ts", ["--data", SAMPLE], { ...process.env, TMPDIR: temporary });
  await expect.poll(() => run.output.stderr, { timeout: 60_000 }).toContain("11 of 11 documents ready");
  run.process.kill("SIGINT");
  expect(await run.ended).toBe(130);
  expect(run.output.stdout).toBe("");
  expect(readdirSync(temporary)).toEqual([]);
});
