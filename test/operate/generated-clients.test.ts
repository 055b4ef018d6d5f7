/** Programs with clients from common OpenAPI generators, through nginx if it is installed: the HTTP tour. */
import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { findProgram } from "./find-program.ts";
import { freePort, startNginx } from "./nginx.ts";
import { installTools, runIn } from "./tools.ts";

const PROGRAMS = join(PROJECT_ROOT, "test", "operate", "generated-clients");
const TOOLS = [
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "@hey-api/openapi-ts@0.99.0",
  "orval@8.38.0",
  "typeid-js@1.2.0",
  "typescript@5.9.3",
  "@types/node@24.19.2",
];

let service: Service;
/** The origin of the service for the programs, and the certificate they trust. */
let origin: string;
let trusted: NodeJS.ProcessEnv = {};
let folder: string;
const run = async (tool: string, args: readonly string[], env = process.env) =>
  await runIn(folder, join(folder, "node_modules", ".bin", tool), args, env);

beforeAll(async () => {
  folder = await installTools(TOOLS);
  if (findProgram("nginx") === undefined) {
    service = await startTestService();
    origin = service.url;
  } else {
    const port = await freePort();
    service = await startTestService({
      vars: { PUBLIC_BASE_URL: `https://localhost:${port}`, TRUSTED_PROXIES: "127.0.0.1" },
    });
    const { url, caFile } = await startNginx(port, service.url);
    origin = url;
    trusted = { NODE_EXTRA_CA_CERTS: caFile };
  }
  // The files end with .txt, because the project's own tools do not know these packages.
  for (const file of readdirSync(PROGRAMS))
    copyFileSync(join(PROGRAMS, file), join(folder, basename(file, ".txt")));
  writeFileSync(join(folder, "openapi.json"), await (await fetch(`${service.url}/openapi.json`)).text());
}, 300_000);

test("the generators accept the document, and the compiler accepts their output", async () => {
  expect(await run("openapi-typescript", ["openapi.json", "-o", "schema.ts"])).toMatchObject({ status: 0 });
  const made = await run("openapi-ts", [
    "-i",
    "openapi.json",
    "-o",
    "generated",
    "-c",
    "@hey-api/client-fetch",
  ]);
  expect(made).toMatchObject({ status: 0 });
  expect(made.text).not.toMatch(/warn|error/i);
  const orval = await run("orval", ["--fail-on-warnings"], { ...process.env, ORIGIN: origin });
  expect(orval).toMatchObject({ status: 0 });
  expect(await run("tsc", ["-p", "."])).toEqual({ status: 0, text: "" });
});

test.each(["openapi-fetch", "hey-api", "orval"])(
  "a program with the client of %s signs in, uploads, asks, receives and verifies the answer",
  async (name) => {
    const env = {
      ...process.env,
      ...trusted,
      ORIGIN: origin,
      TOKEN: await service.token("ada@example.com"),
      PDF: join(PROJECT_ROOT, "samples", "fasta-guide.pdf"),
    };
    const { status, text } = await runIn(folder, process.execPath, [join("dist", `${name}.js`)], env);
    expect({ status, text }).toEqual({ status: 0, text: expect.stringMatching(/^\{.+\}\n$/) });
    const told = JSON.parse(text) as Record<string, unknown>;
    expect(told).toEqual({ citations: expect.any(Number), isExact: true, isReceived: true, passages: 3 });
    expect(told.citations).toBeGreaterThan(0);
  },
);
