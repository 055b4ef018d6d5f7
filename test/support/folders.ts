import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterFile } from "./after-file.ts";

const folders = new Set<string>();
afterFile(removeFolders);

export async function removeFolders(): Promise<void> {
  const gone = [...folders];
  folders.clear();
  await Promise.all(gone.map(async (folder) => await rm(folder, { recursive: true, force: true, maxRetries: 5 })));
}

/** A new, empty folder that is removed after the test file. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-test-"));
  folders.add(folder);
  return folder;
}
