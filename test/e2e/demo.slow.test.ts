import { readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { spawnScript } from "../support/fixtures/scripts.ts";

const ONE_LINE = /^[^\n]+\n$/;
const NOTES =
  "# House rules\n\nThe cellar key hangs behind the blue teapot.\n\nGuests leave their boots at the door.\n";

interface DemoRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The files that remain in its temporary folder. */
  readonly left: readonly string[];
}

async function demo(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<DemoRun> {
  const temporary = await newFolder();
  const run = spawnScript("demo", args, { ...process.env, ...env, TMPDIR: temporary });
  const status = await run.ended;
  return { status, ...run.output, left: readdirSync(temporary) };
}

/** The output from one question up to the next. */
function partAbout(stdout: string, question: string): string {
  return stdout.split("\n? ").find((part) => part.startsWith(question)) ?? "";
}

describe("three demos in parallel", () => {
  let samples: DemoRun;
  let own: DemoRun;
  let damaged: DemoRun;
  beforeAll(async () => {
    const folder = await newFolder();
    const files = { notes: join(folder, "notes.md"), pdf: join(folder, "damaged.pdf") };
    await Promise.all([
      writeFile(files.notes, NOTES),
      writeFile(files.pdf, `%PDF-1.7\n${"no objects\n".repeat(50)}`),
    ]);
    await mkdir(join(folder, "below", ".hidden"), { recursive: true });
    await Promise.all([
      writeFile(join(folder, "below", "picture.png"), "\u0089PNG\r\n", "latin1"),
      writeFile(join(folder, "below", "prices.csv"), "fruit,price\nPlums cost,three coins\n"),
      writeFile(join(folder, "below", ".hidden", "secret.txt"), "Nobody reads this."),
    ]);
    [samples, own, damaged] = await Promise.all([
      demo(),
      demo([files.notes, "--ask", "Where does the cellar key hang?", "--ask", "Who discovered penicillin?"]),
      demo([folder, "--ask", "Where does the cellar key hang?", "--ask", "What do plums cost?"]),
    ]);
  }, 300_000);

  test("each demo has its own instance, exits by itself and leaves no file behind", () => {
    const origins = [samples, own, damaged].map(
      ({ stdout }) => /http:\/\/127\.0\.0\.1:\d+/.exec(stdout)?.[0],
    );
    expect(new Set(origins).size).toBe(3);
    for (const { left } of [samples, own, damaged]) expect(left).toEqual([]);
  });

  test("a demo without arguments uploads the samples, asks about them, and checks every quote", async () => {
    expect({ status: samples.status, stderr: samples.stderr }).toEqual({ status: 0, stderr: "" });
    const questions = JSON.parse(await readFile(join(PROJECT_ROOT, "samples", "questions.json"), "utf8")) as {
      question: string;
      expectFrom: string | null;
      expectQuoteIncludes?: string;
    }[];
    const asked = questions.filter(({ question }) => samples.stdout.includes(`\n? ${question}\n`));
    expect(new Set(asked.map(({ expectFrom }) => expectFrom)).size).toBe(5);
    for (const { question, expectFrom, expectQuoteIncludes } of asked) {
      const part = partAbout(samples.stdout, question);
      if (expectFrom === null) {
        expect(part).toContain("> Nothing in the documents in scope answers this.\n");
        expect(part).toContain("\nSee also: [1]");
        continue;
      }
      expect(samples.stdout).toMatch(new RegExp(`^  ${expectFrom} +uploaded, `, "m"));
      expect(samples.stdout).toMatch(new RegExp(`^  ${expectFrom} +ready after `, "m"));
      expect(part).toMatch(
        new RegExp(
          `^  \\[1\\] ${expectFrom}(, (?:page|line) \\d+)?, characters \\d+ to \\d+: matches its source\n`,
          "m",
        ),
      );
      expect(part).toContain(expectQuoteIncludes);
      expect(part.includes(", page ")).toBe(expectFrom.endsWith(".pdf"));
    }
    expect(samples.stdout).toMatch(/^\d+ quotes: all match their source\.$/m);
  });

  test("a demo with files and questions uses those", () => {
    expect({ status: own.status, stderr: own.stderr }).toEqual({ status: 0, stderr: "" });
    const answer = partAbout(own.stdout, "Where does the cellar key hang?");
    expect(answer).toContain("> The cellar key hangs behind the blue teapot. [1]");
    const start = NOTES.indexOf("The cellar");
    expect(answer).toContain(
      `[1] notes.md, line 3, characters ${start} to ${start + 44}: matches its source`,
    );
    expect(partAbout(own.stdout, "Who discovered penicillin?")).toContain(
      "> Nothing in the documents in scope answers this.",
    );
  });

  test("a demo of a folder with a damaged and an unsupported file gives the reasons, and uses the other files", () => {
    expect({ status: damaged.status, stderr: damaged.stderr }).toEqual({ status: 0, stderr: "" });
    expect(damaged.stdout).toMatch(/^ {2}damaged\.pdf +The file cannot be used: This PDF is damaged/m);
    expect(damaged.stdout).toMatch(/^ {2}picture\.png +The file cannot be used: /m);
    expect(damaged.stdout).toContain("2 of 4 files cannot be used.\n");
    expect(damaged.stdout).not.toContain(".hidden");
    const answer = partAbout(damaged.stdout, "Where does the cellar key hang?");
    expect(answer).toContain("> The cellar key hangs behind the blue teapot. [1]");
    expect(partAbout(damaged.stdout, "What do plums cost?")).toContain("prices.csv");
  });
});

describe("a demo that cannot start prints the reason in one line and exits with status 1:", () => {
  test.concurrent.each([
    ["a missing file", ["no-such-file.pdf"], /^There is no file .*no-such-file\.pdf\.\n$/],
    ["an unknown option", ["--query", "x"], /--query.*Usage: npm run demo/],
    [
      "a server that does not come up",
      [],
      /^The service did not start: \S/,
      { MINIFLARE_WORKERD_PATH: process.execPath },
    ],
  ])("%s", async (_what, args: string[], words, env: Record<string, string> = {}) => {
    const { status, stdout, stderr, left } = await demo(args, env);
    expect({ status, stdout, left }).toEqual({ status: 1, stdout: "", left: [] });
    expect(stderr).toMatch(ONE_LINE);
    expect(stderr).toMatch(words);
  });
});

test("an interrupted demo exits immediately, leaves no file behind and reports the interruption in its status", async () => {
  const temporary = await newFolder();
  const run = spawnScript("demo", [], { ...process.env, TMPDIR: temporary });
  await expect.poll(() => readdirSync(temporary), { timeout: 10_000 }).not.toEqual([]);
  run.process.kill("SIGINT");
  expect(await run.ended).toBe(130);
  expect(run.output.stderr).toBe("");
  expect(readdirSync(temporary)).toEqual([]);
});
