/**
 * The first hour: a clone and the README's commands, with the machine's own Node, which may be the oldest
 * supported version.
 */
import { execFile, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { CLEAN_ENV as env, cloneProject, serveFrom } from "./clone.ts";
import { freePort } from "./nginx.ts";
import { dozenFiles, UNREADABLE_FILES } from "./dozen-files.ts";

const run = promisify(execFile);
let clone: string;

beforeAll(async () => {
  clone = await cloneProject();
});

const serving = async (command: string, args: readonly string[], told?: RegExp) =>
  await serveFrom(clone, command, args, { told });

async function statusAt(url: string): Promise<number> {
  return (await fetch(new URL("/status", url))).status;
}

test("npm ci prints few warnings", async () => {
  const { stdout, stderr } = await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: clone, env });
  expect(`${stdout}${stderr}`).not.toMatch(/EBADENGINE|deprecated/);
  expect(`${stdout}${stderr}`.trim().split("\n").length).toBeLessThan(6);
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "npm start, a token and a first call work, and %s of npm leaves no process",
  async (signal) => {
    const { url, end } = await serving("npm", ["start", "--", "--port", "0"]);
    const { stdout: token } = await run("npm", ["run", "-s", "token", "--", "--email", "ada@example.com"], {
      cwd: clone,
      env,
    });
    const called = await fetch(new URL("/v1/search", url), {
      method: "POST",
      headers: { authorization: `Bearer ${token.trim()}`, "content-type": "application/json" },
      body: JSON.stringify({ query: "lamp" }),
    });
    // No user has signed in yet, so the token is valid and the response names the next step.
    expect({ status: called.status, code: ((await called.json()) as { code: string }).code }).toEqual({
      status: 409,
      code: "failed_precondition",
    });
    await end(signal);
  },
);

/** The shell code blocks of a Markdown text. */
function shellBlocks(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands]) => String(commands));
}

test("the five-line tour of the README runs word for word", async () => {
  const { url, end } = await serving("npm", ["start", "--", "--port", "0"]);
  const section =
    /\n## A tour in five lines\n([^]*?)\n## /.exec(readFileSync(join(clone, "README.md"), "utf8"))?.[1] ?? "";
  const [tour = ""] = shellBlocks(section);
  expect(tour.trim().split("\n")).toHaveLength(5);
  const home = { ...env, HOME: await newFolder() };
  const { origin } = new URL(url);
  const { status, stdout } = spawnSync("bash", ["-eu"], {
    cwd: clone,
    env: home,
    input: tour.replace("http://127.0.0.1:8787", origin),
    encoding: "utf8",
  });
  expect(status).toBe(0);
  for (const told of [
    /^Logged in at /m,
    /ready {3}fasta-guide\.pdf(: .+)?$/m,
    /^\[1\] fasta-guide\.pdf, page \d+: “.+”$/m,
    /^fasta-guide\.pdf, page \d+$/m,
  ])
    expect(stdout).toMatch(told);
  expect(stdout).toContain("Personal");
  await end("SIGTERM");
});

test("the HTTP tour runs word for word, and its first answer equals the one on the page", async () => {
  const { url, end } = await serving("npm", ["start", "--", "--port", "0"]);
  const page = readFileSync(join(clone, "docs", "http-tour.md"), "utf8");
  const tour = shellBlocks(page)
    .join("\necho ---\n")
    .replace(/^URL=.+$/m, `URL=${new URL(url).origin}`);
  expect(tour).toContain("auth-sync");
  const { status, stdout, stderr } = spawnSync("bash", ["-u"], {
    cwd: clone,
    env,
    input: tour,
    encoding: "utf8",
  });
  const parts = stdout.split("---\n");
  expect({ status, stderr, parts: parts.length }).toEqual({ status: 0, stderr: "", parts: 8 });
  const [, , uploaded, answer, checked, found, events, webhook] = parts;
  expect(uploaded).toMatch(/ready\n$/);
  const shown = /^```text\n([^]*?)^```$/m.exec(page)?.[1];
  expect(answer?.trim()).toBe(shown?.trim());
  expect(answer).toContain("[1]");
  const quote = /quote: (['"`])(.+)\1,\n/.exec(checked ?? "")?.[2] ?? "no quote";
  expect((checked ?? "").split(quote).length).toBe(3);
  expect(found).toContain("fasta-guide.pdf");
  expect(events).toMatch(/^data: \{.+"isDone":true/m);
  expect(webhook).toContain("asset.ready");
  await end("SIGTERM");
});

test("the demo accepts a folder of more than a dozen files of all kinds, some broken and one of 20 MB", async () => {
  const folder = await dozenFiles(clone);
  const { stdout } = await run(
    "npm",
    ["run", "demo", "--", folder, "--ask", "Where does the cellar key hang?"],
    { cwd: clone, env },
  );
  expect(stdout).toContain("behind the blue teapot");
  const refused = [...stdout.matchAll(/^ {2}(\S+) +The file cannot be used: \S/gm)].map(([, name]) =>
    String(name),
  );
  expect(refused.toSorted()).toEqual(UNREADABLE_FILES);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(stdout).toContain(`${UNREADABLE_FILES.length} of ${files.length} files cannot be used.\n`);
});

test("npm run dev serves, and ends", async () => {
  const { url, end } = await serving(
    "npm",
    ["run", "dev", "--", "--port", String(await freePort())],
    /Ready on (http:\S+)/,
  );
  expect(await statusAt(url)).toBe(200);
  await end("SIGTERM");
});

test("production dependencies suffice: npm ci --omit=dev, and the plain entry point", async () => {
  await run("npm", ["ci", "--omit=dev", "--no-audit", "--no-fund"], { cwd: clone, env });
  const { url, end } = await serving("node", ["scripts/start.mjs", "--port", "0"]);
  expect(await statusAt(url)).toBe(200);
  await end("SIGTERM");
});
