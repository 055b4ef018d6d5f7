/**
 * The packed client library, installed into an empty project, run by the oldest and the newest Node, and
 * bundled.
 */
import { copyFileSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openInBrowser } from "../browser/browser.ts";
import { bodyOf, startLocalServer } from "../support/fixtures/local-server.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { findProgram } from "./find-program.ts";
import { installTools, runIn } from "./tools.ts";

const PROGRAMS = join(PROJECT_ROOT, "test", "operate", "packed-client");
const NODE = `node-${process.platform}-${process.arch}`;
const TOOLS = [
  `node20@npm:${NODE}@20.20.2`,
  `node24@npm:${NODE}@24.21.0`,
  "esbuild@0.28.2",
  "rollup@4.68.7",
  "@rollup/plugin-node-resolve@16.0.3",
  "webpack@5.112.2",
  "webpack-cli@7.3.1",
  "typescript@5.9.3",
];
const RUNTIMES = ["node20", "node24"];

let service: Service;
let folder: string;
/** Serves a page with the bundle for browsers, and receives the output of its program. */
let page: Awaited<ReturnType<typeof startPage>>;
const tool = (name: string): string => join(folder, "node_modules", ".bin", name);

async function npm(at: string, args: readonly string[]): Promise<void> {
  const { status, text } = await runIn(at, "npm", args);
  if (status !== 0) throw new Error(text);
}

/** Calls Node directly, since npm may run another version. */
async function runBy(runtime: string, args: readonly string[]) {
  const email = `${runtime}-${basename(args[0] ?? "").replace(/\W/g, "-")}@example.com`;
  const token = await service.token(email);
  const env = {
    ...process.env,
    ORIGIN: service.url,
    TOKEN: token,
    EMAIL: email,
    KNOWLEDGE_ORIGIN: service.url,
    KNOWLEDGE_TOKEN: token,
  };
  return await runIn(folder, join(folder, "node_modules", runtime, "bin", "node"), args, env);
}

/** The output of the program after its question got an answer. */
const ANSWERED = {
  state: "ready",
  quotes: [expect.stringMatching(/^mole\.txt .*: The mole was built in 1841\.$/)],
};

async function answersBy(runtime: string, program: string): Promise<void> {
  const { status, text } = await runBy(runtime, [program]);
  expect({ status, text }).toEqual({ status: 0, text: expect.stringMatching(/^\{.+\}\n$/) });
  expect(JSON.parse(text)).toEqual(ANSWERED);
}

async function startPage() {
  const { promise: said, resolve } = Promise.withResolvers<string>();
  const { origin, close } = await startLocalServer((request, response) => {
    if (request.url === "/said") void bodyOf(request).then((text) => resolve(text));
    if (request.url !== "/page.js")
      return response
        .setHeader("content-type", "text/html")
        .end('<script type="module" src="/page.js"></script>');
    return response
      .setHeader("content-type", "text/javascript")
      .end(readFileSync(join(folder, "bundles", "page.js")));
  });
  return { origin, close, said };
}

beforeAll(async () => {
  page = await startPage();
  const vars = { RATE_LIMITS: "off", CORS_ORIGINS: page.origin };
  [folder, service] = await Promise.all([installTools(TOOLS), startTestService({ vars })]);
  await npm(join(PROJECT_ROOT, "client"), ["pack", "--silent", "--pack-destination", folder]);
  const [archive = ""] = readdirSync(folder).filter((name) => name.endsWith(".tgz"));
  await npm(folder, [
    "install",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--loglevel=error",
    `./${archive}`,
  ]);
  // The files end with .txt, because the project's own tools do not know the package.
  for (const file of readdirSync(PROGRAMS))
    copyFileSync(join(PROGRAMS, file), join(folder, basename(file, ".txt")));
}, 300_000);

afterAll(() => page.close());

test.each(RUNTIMES)(
  "a program signs in, uploads, asks and gets its citation under %s, and so does the command line",
  async (runtime) => {
    await answersBy(runtime, "run.js");
    const command = join("node_modules", "knowledge-workspace-client", "dist", "cli", "main.js");
    expect(await runBy(runtime, [command, "upload", "run.js"])).toEqual({
      status: 0,
      text: expect.stringMatching(/ready {3}run\.js$/m),
    });
    expect(await runBy(runtime, [command, "ls"])).toMatchObject({
      status: 0,
      text: expect.stringMatching(/^col_\w{26} /),
    });
  },
);

test("a strict compiler accepts its types, including those of the library itself", async () => {
  const args = [
    "--strict",
    "--noEmit",
    "--skipLibCheck",
    "false",
    "--module",
    "nodenext",
    "--target",
    "es2022",
    "typed.ts",
  ];
  expect(await runIn(folder, tool("tsc"), args)).toEqual({ status: 0, text: "" });
});

const BUNDLERS: Readonly<Record<string, readonly string[]>> = {
  esbuild: ["run.js", "--bundle", "--minify", "--format=esm", "--outfile=bundles/esbuild.mjs"],
  rollup: [
    "run.js",
    "--plugin",
    "node-resolve",
    "--format",
    "es",
    "--failAfterWarnings",
    "--file",
    "bundles/rollup.mjs",
  ],
  webpack: ["build", "--config", "webpack.config.js"],
};

test.each(Object.entries(BUNDLERS))(
  "%s bundles it without a warning, and the bundle works the same",
  async (name, args) => {
    const bundled = await runIn(folder, tool(name), args);
    expect(bundled).toMatchObject({ status: 0 });
    expect(bundled.text).not.toMatch(/warning/i);
    for (const runtime of RUNTIMES) await answersBy(runtime, join("bundles", `${name}.mjs`));
  },
);

test("the compressed bundle has less than 12,000 bytes", async () => {
  const args = [
    "./node_modules/knowledge-workspace-client/dist/index.js",
    "--bundle",
    "--minify",
    "--format=esm",
    "--outfile=bundles/all.mjs",
  ];
  expect(await runIn(folder, tool("esbuild"), args)).toMatchObject({ status: 0 });
  expect(gzipSync(readFileSync(join(folder, "bundles", "all.mjs")), { level: 9 }).length).toBeLessThan(
    12_000,
  );
});

test.skipIf(findProgram("chromium") === undefined && process.env["CHROMIUM"] === undefined)(
  "the same program works in a browser",
  async () => {
    const email = "in-a-browser@example.com";
    const known = { ORIGIN: service.url, TOKEN: await service.token(email), EMAIL: email };
    const told = `--banner:js=console.log = (text) => void fetch("/said", { method: "POST", body: text });`;
    const args = [
      "run.js",
      "--bundle",
      "--format=esm",
      `--define:process.env=${JSON.stringify(known)}`,
      told,
      "--outfile=bundles/page.js",
    ];
    expect(await runIn(folder, tool("esbuild"), args)).toMatchObject({ status: 0 });
    await openInBrowser(page.origin);
    expect(JSON.parse(await page.said)).toEqual(ANSWERED);
  },
);
