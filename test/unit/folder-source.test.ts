import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FolderSource } from "../../client/src/cli/sync/folder-source.ts";
import type { SourceFile } from "../../client/src/cli/sync/source.ts";

async function scene() {
  const top = await mkdtemp(join(tmpdir(), "knowledge-folder-source-"));
  onTestFinished(async () => await rm(top, { recursive: true, force: true }));
  const folder = join(top, "notes");
  await mkdir(join(folder, "deep"), { recursive: true });
  await mkdir(join(top, "secret"));
  await writeFile(join(folder, "deep", "key.txt"), "public");
  await writeFile(join(top, "secret", "key.txt"), "secret");
  return { top, folder, source: await FolderSource.at(folder) };
}

async function onlyFile(source: FolderSource): Promise<SourceFile> {
  const [file, ...others] = (await source.list()).files;
  if (file === undefined || others.length > 0) throw new Error("The folder has one file.");
  return file;
}

test("a link that takes the place of a listed file, or of its folder, is not read", async () => {
  const { top, folder, source } = await scene();
  const file = await onlyFile(source);
  expect(await source.hash(file)).toBe(createHash("sha256").update("public").digest("hex"));
  await rename(join(folder, "deep"), join(top, "moved"));
  await symlink(join(top, "secret"), join(folder, "deep"));
  expect(await source.hash(file)).toBeNull();
  await rm(join(folder, "deep"));
  await mkdir(join(folder, "deep"));
  await symlink(join(top, "secret", "key.txt"), join(folder, "deep", "key.txt"));
  expect(await source.hash(file)).toBeNull();
  expect(await source.list()).toMatchObject({ files: [], skipped: ["deep/key.txt"] });
});

test("a file that changed a moment ago has no stamp, because a second change can leave the same time", async () => {
  const { folder, source } = await scene();
  const file = await onlyFile(source);
  expect(file.stamp).toBe("");
  await utimes(join(folder, "deep", "key.txt"), new Date(0), new Date(0));
  expect((await onlyFile(source)).stamp).toBe("");
});

test("a folder that cannot be listed ends the pass, because its files would look deleted", async () => {
  const { folder, source } = await scene();
  await rm(folder, { recursive: true });
  await expect(source.list()).rejects.toThrow(/^Cannot read /);
});
