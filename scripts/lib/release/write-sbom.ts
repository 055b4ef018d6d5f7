import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { Failure } from "../failure.ts";
import { PATH_WITH_THIS_NODE, PROJECT_ROOT, PROJECT_VERSION } from "../project.ts";

/** An installation cannot start without them. */
const NEEDED = ["hono", "miniflare", "onnxruntime-node", "preact", "workerd", "wrangler", "zod"];
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

const component = z.looseObject({
  "bom-ref": z.string(),
  name: z.string(),
  properties: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
});

const sbom = z.looseObject({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

export interface WrittenSbom {
  /** Relative to the project root. */
  readonly path: string;
  readonly components: number;
}

/**
 * Writes the list of the packages of an installation without those for development, in the format CycloneDX.
 * `npm sbom --omit dev` also leaves out packages that a development package needs, such as hono.
 */
export async function writeSbom(): Promise<WrittenSbom> {
  const { stdout } = await promisify(execFile)(
    "npm",
    ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"],
    {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ...PATH_WITH_THIS_NODE },
      maxBuffer: OUTPUT_MAX_BYTES,
    },
  );
  const whole = sbom.parse(JSON.parse(stdout));
  const development = new Set(whole.components.filter(isForDevelopment).map((each) => each["bom-ref"]));
  const components = whole.components.filter((each) => !development.has(each["bom-ref"]));
  const dependencies = whole.dependencies
    .filter(({ ref }) => !development.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => !development.has(each)) }));
  const missing = NEEDED.filter((name) => !components.some((each) => each.name === name));
  if (missing.length > 0) throw new Failure(`The list of packages lacks ${missing.join(", ")}.`);
  const path = join(PROJECT_ROOT, "dist", "release", `knowledge-workspace-${PROJECT_VERSION}.cdx.json`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify({ ...whole, components, dependencies }, null, 2)}\n`);
  return { path: relative(PROJECT_ROOT, path), components: components.length };
}

function isForDevelopment({ properties = [] }: z.output<typeof component>): boolean {
  return properties.some(({ name, value }) => name === "cdx:npm:package:development" && value === "true");
}
