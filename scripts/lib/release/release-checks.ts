import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { builtWorker } from "../built-worker.ts";
import { Failure } from "../failure.ts";
import { WORKER_BUDGETS, WORKER_CONFIGS, workerFigures } from "../figures/worker-figures.ts";
import { PROJECT_ROOT } from "../project.ts";
import { frozenMigrations } from "./frozen-migrations.ts";
import { packageProblems } from "./package-problems.ts";
import { packedFiles } from "./packed-files.ts";
import { THIRD_PARTY_LICENSES, thirdPartyLicenses } from "./third-party-licenses.ts";
import { versionProblems } from "./version-problems.ts";
import { writeSbom } from "./write-sbom.ts";

export interface ReleaseCheck {
  readonly name: string;
  /** @returns what it found @throws Failure with the reason against a release */
  readonly run: () => Promise<string>;
}

const MANIFESTS = ["package.json", "client/package.json", "console/package.json", "package-lock.json"];

/** Everything that must hold before a tag. */
export const RELEASE_CHECKS: readonly ReleaseCheck[] = [
  { name: "work tree", run: checkWorkTree },
  { name: "version", run: checkVersion },
  { name: "migrations", run: checkMigrations },
  { name: "budgets", run: checkBudgets },
  { name: "licenses", run: checkLicenses },
  { name: "package of the service", run: checkService },
  { name: "package of the client", run: checkClient },
  { name: "SBOM", run: checkSbom },
];

async function checkWorkTree(): Promise<string> {
  const changes = await git("status", "--porcelain");
  if (changes !== "") throw new Failure(`These changes are not committed:\n${changes}`);
  return `commit ${await git("rev-parse", "--short", "HEAD")}`;
}

async function checkVersion(): Promise<string> {
  const versions = Object.fromEntries(
    await Promise.all(
      MANIFESTS.map(async (path) => [path, (JSON.parse(await read(path)) as { version: string }).version]),
    ),
  ) as Record<string, string>;
  refuse(
    versionProblems({ versions, changelog: await read("CHANGELOG.md"), security: await read("SECURITY.md") }),
  );
  return versions["package.json"] ?? "";
}

async function checkMigrations(): Promise<string> {
  const { changed, unreleased } = frozenMigrations();
  refuse(changed.map((name) => `${name} was released and has changed.`));
  if (unreleased.length > 0)
    throw new Failure(
      `${unreleased.join(", ")}: freeze them with: cd migrations && sha256sum *.sql > SHA256SUMS`,
    );
  return "all are frozen";
}

async function checkBudgets(): Promise<string> {
  const found: string[] = [];
  for (const worker of ["service", "sandbox"] as const) {
    const { gzipBytes, startupCalls } = await workerFigures(
      worker,
      await builtWorker(WORKER_CONFIGS[worker]),
    );
    const budget = WORKER_BUDGETS[worker];
    if (gzipBytes > budget.gzipBytes || startupCalls > budget.startupCalls)
      throw new Failure(
        `The ${worker} exceeds its budget: ${gzipBytes} bytes, ${startupCalls} calls at startup.`,
      );
    found.push(`${worker} ${Math.round(gzipBytes / 1024)} KiB, ${startupCalls} calls at startup`);
  }
  return found.join("; ");
}

async function checkLicenses(): Promise<string> {
  if ((await read(THIRD_PARTY_LICENSES)) !== (await thirdPartyLicenses()))
    throw new Failure(`${THIRD_PARTY_LICENSES} is not current: run npm run docs.`);
  return `${THIRD_PARTY_LICENSES} is current`;
}

async function checkService(): Promise<string> {
  const { paths, bytes } = await packedFiles("service");
  refuse(packageProblems("service", paths, (await git("ls-files")).split("\n")));
  return sizeOf(paths, bytes);
}

async function checkClient(): Promise<string> {
  const { paths, bytes } = await packedFiles("client");
  refuse(packageProblems("client", paths, []));
  return sizeOf(paths, bytes);
}

async function checkSbom(): Promise<string> {
  const { path, components } = await writeSbom();
  return `${path}, ${components} packages`;
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new Failure(problems.join("\n"));
}

const sizeOf = (paths: readonly string[], bytes: number): string =>
  `${paths.length} files, ${(bytes / 1e6).toFixed(1)} MB unpacked`;

async function read(path: string): Promise<string> {
  return await readFile(join(PROJECT_ROOT, path), "utf8");
}

async function git(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("git", [...args], {
    cwd: PROJECT_ROOT,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.trimEnd();
}
