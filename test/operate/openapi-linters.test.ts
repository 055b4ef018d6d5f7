import { cpSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { startTestService } from "../support/http/service.ts";
import { installTools, runIn } from "./tools.ts";

/** Pinned, so that new rules come with an update only. */
const TOOLS = ["@redocly/cli@2.30.0", "@stoplight/spectral-cli@6.16.3", "@readme/openapi-parser@9.0.0"];

/** Runs the parser of ReadMe's documentation, which has no command line. */
const PARSE = `import { validate } from "@readme/openapi-parser";
  const { valid, errors = [], warnings } = await validate(process.argv[1]);
  console.log(JSON.stringify({ valid, errors, warnings }));`;

let folder: string;
beforeAll(async () => {
  const [service, tools] = await Promise.all([startTestService(), installTools(TOOLS)]);
  folder = tools;
  cpSync(join(PROJECT_ROOT, "test", "operate", "linters"), folder, { recursive: true });
  writeFileSync(join(folder, "openapi.json"), await (await fetch(`${service.url}/openapi.json`)).text());
}, 300_000);

test("spectral finds no error and no warning in the served document", async () => {
  const args = ["lint", "-r", "spectral.yaml", "--fail-severity", "hint", "openapi.json"];
  expect(await runIn(folder, join(folder, "node_modules", ".bin", "spectral"), args)).toEqual({
    status: 0,
    text: expect.stringContaining("No results with a severity of 'hint' or higher found!"),
  });
});

test("redocly finds no error and no warning in the served document", async () => {
  const args = ["lint", "openapi.json"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { status, text } = await runIn(folder, join(folder, "node_modules", ".bin", "redocly"), args, env);
  expect({ status, text }).toEqual({
    status: 0,
    text: expect.stringContaining("Your API description is valid"),
  });
  expect(text).not.toMatch(/\d+ (?:warning|error)s?[. ]/);
});

test("ReadMe's parser finds no error and no warning in it, and finds one in an invalid document", async () => {
  const parse = async (file: string): Promise<unknown> => {
    const { status, text } = await runIn(folder, process.execPath, [
      "--input-type=module",
      "-e",
      PARSE,
      file,
    ]);
    expect({ status, text }).toEqual({ status: 0, text: expect.stringMatching(/^\{.+\}\n$/) });
    return JSON.parse(text);
  };
  expect(await parse("openapi.json")).toEqual({ valid: true, errors: [], warnings: [] });
  const document = await readFile(join(folder, "openapi.json"), "utf8");
  await writeFile(
    join(folder, "wrong.json"),
    document.replace('"/v1/threads/{threadID}":', '"/v1/threads/{thread}":'),
  );
  expect(await parse("wrong.json")).toMatchObject({ valid: false });
});
