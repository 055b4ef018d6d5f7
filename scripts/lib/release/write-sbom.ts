import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { Failure } from "../failure.ts";
import { PATH_WITH_THIS_NODE, PROJECT_ROOT, PROJECT_VERSION } from "../project.ts";

const OUTPUT_MAX_BYTES = 64 * 1024 * 1024;

const sbom = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })).min(1),
});

export interface WrittenSbom {
  /** Relative to the project root. */
  readonly path: string;
  readonly components: number;
}

/** Writes the list of all installed packages without those for development, in the format CycloneDX. */
export async function writeSbom(): Promise<WrittenSbom> {
  const { stdout } = await promisify(execFile)(
    "npm",
    ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"],
    {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ...PATH_WITH_THIS_NODE },
      maxBuffer: OUTPUT_MAX_BYTES,
    },
  );
  const { components } = sbom.parse(JSON.parse(stdout));
  const missing = ["workerd", "wrangler", "hono"].filter(
    (name) => !components.some((each) => each.name === name),
  );
  if (missing.length > 0) throw new Failure(`The list of packages lacks ${missing.join(", ")}.`);
  const path = join(PROJECT_ROOT, "dist", "release", `knowledge-workspace-${PROJECT_VERSION}.cdx.json`);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, stdout);
  return { path: relative(PROJECT_ROOT, path), components: components.length };
}
