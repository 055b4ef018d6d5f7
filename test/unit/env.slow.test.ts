/** `Env` is written by hand, and wrangler derives the same bindings from its configuration. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  PATH_WITH_THIS_NODE,
  PROJECT_ROOT,
  QUIET_WRANGLER,
  WRANGLER_CONFIG,
  WRANGLER_SCRIPT,
} from "../../scripts/lib/project.ts";

const CACHE = join(PROJECT_ROOT, "node_modules", ".cache");
const TSC = join(PROJECT_ROOT, "node_modules", "typescript", "bin", "tsc");
/** The Worker itself would take long to compile, and `npm run types` compiles it anyway. */
const CLASSES = "ThreadRoom KnowledgeIndex AssetPipeline BulkIngest"
  .split(" ")
  .map((name) => `export class ${name} {}`)
  .concat("export default {};")
  .join("\n");
const CLASS = /DurableObjectNamespace<import\([^)]*\)\.\w+>/g;
const run = promisify(execFile);

/** Fails to compile unless each binding is a member of `Env`, and each required member is a binding. */
const COMPARISON = `import type { Env as Own } from "../../../../src/env.ts";
type Named<T> = { [K in keyof T as string extends K ? never : K]: T[K] };
type Mandatory<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] };
type Setting = "ENVIRONMENT" | "SERVER_TIMING";
export const members = (bindings: Cloudflare.Env): Mandatory<Named<Own>> => bindings;
export const names = (name: keyof Cloudflare.Env): keyof Named<Own> | Setting => name;
`;

let folder: string;

beforeAll(async () => {
  await mkdir(CACHE, { recursive: true });
  folder = await mkdtemp(join(CACHE, "env-types-"));
});

afterAll(async () => await rm(folder, { recursive: true, force: true }));

/** The compiler's errors, with a changed copy of wrangler.toml. */
async function differences(change: (config: string) => string): Promise<string> {
  const place = await mkdtemp(join(folder, "case-"));
  const config = join(place, "wrangler.toml");
  const text = await readFile(WRANGLER_CONFIG, "utf8");
  await writeFile(config, change(text).replace("src/index.ts", "classes.js"));
  await writeFile(join(place, "classes.js"), CLASSES);
  const types = join(place, "wrangler.d.ts");
  const args = ["types", "--config", config, "--include-runtime=false", types];
  await run(process.execPath, [WRANGLER_SCRIPT, ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...QUIET_WRANGLER, ...PATH_WITH_THIS_NODE },
  });
  await writeFile(types, (await readFile(types, "utf8")).replaceAll(CLASS, "DurableObjectNamespace<any>"));
  await writeFile(join(place, "compare.ts"), COMPARISON);
  const tsconfig = {
    extends: join(PROJECT_ROOT, "tsconfig.json"),
    compilerOptions: { types: ["@cloudflare/workers-types", "node"] },
    include: ["*.ts"],
  };
  await writeFile(join(place, "tsconfig.json"), JSON.stringify(tsconfig));
  return await run(process.execPath, [TSC, "-p", place], { cwd: PROJECT_ROOT }).then(
    () => "",
    (error: { readonly stdout: string }) => error.stdout,
  );
}

test("the bindings of wrangler.toml are the members of Env", async () => {
  expect(await differences((config) => config)).toBe("");
});

test("a configuration with other bindings is found", async () => {
  const found = await differences((config) =>
    config
      .replace('binding = "BUCKET"', 'binding = "FILES"')
      .replace('name = "REQUEST_LIMIT"', 'name = "OTHER_LIMIT"'),
  );
  for (const error of [/"FILES"/, /: BUCKET, REQUEST_LIMIT/]) expect(found).toMatch(error);
});
