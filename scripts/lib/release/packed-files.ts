import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as z from "zod";
import { PATH_WITH_THIS_NODE, PROJECT_ROOT } from "../project.ts";

const OUTPUT_MAX_BYTES = 16 * 1024 * 1024;

const pack = z.object({ files: z.array(z.object({ path: z.string() })), unpackedSize: z.number() });
/** npm 12 answers with an object by package name, older versions with a list. */
const output = z
  .union([z.array(pack), z.record(z.string(), pack).transform((byName) => Object.values(byName))])
  .transform(([first]) => first)
  .pipe(pack);

export interface PackedFiles {
  /** Relative to the package's folder, in alphabetical order. */
  readonly paths: readonly string[];
  readonly bytes: number;
}

/** The files that `npm pack` would put into a package. The scripts of the client build it first. */
export async function packedFiles(packageName: "service" | "client"): Promise<PackedFiles> {
  const workspace = packageName === "client" ? ["-w", "client"] : ["--ignore-scripts"];
  const { stdout } = await promisify(execFile)(
    "npm",
    ["pack", "--dry-run", "--json", "--silent", ...workspace],
    {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ...PATH_WITH_THIS_NODE },
      maxBuffer: OUTPUT_MAX_BYTES,
    },
  );
  // Scripts of the package may print before npm does.
  const { files, unpackedSize } = output.parse(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))));
  return { paths: files.map(({ path }) => path).toSorted(), bytes: unpackedSize };
}
