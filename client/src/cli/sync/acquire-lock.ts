import { unlinkSync } from "node:fs";
import { link, open, readFile, rename, rm } from "node:fs/promises";
import { Failure } from "../failure.ts";

const held = new Set<string>();

/**
 * Holds a file with this process's id until the process ends, so that two passes never plan from the same state.
 * @throws Failure while another process holds it
 */
export async function acquireLock(path: string): Promise<void> {
  if (held.has(path)) return;
  for (;;) {
    if (await isCreated(path)) break;
    const holder = await readFile(path, "utf8").catch(() => "");
    if (isAlive(Number(holder)))
      throw new Failure(
        `Another sync of this source into this collection runs (process ${holder}; ${path}).`,
      );
    await discard(path, holder);
  }
  held.add(path);
  process.once("exit", () => {
    try {
      unlinkSync(path);
    } catch {
      // Somebody has removed it.
    }
  });
}

async function isCreated(path: string): Promise<boolean> {
  // The id is in the file before the file has its name, so that nobody reads an empty lock.
  const own = `${path}.${process.pid}`;
  const handle = await open(own, "w", 0o600);
  await handle.writeFile(String(process.pid));
  await handle.close();
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

/** Removes the lock of a process that ended. If another process was faster, its new lock stays. */
async function discard(path: string, holder: string): Promise<void> {
  const taken = `${path}.${process.pid}.old`;
  try {
    await rename(path, taken);
    if ((await readFile(taken, "utf8")) !== holder) await link(taken, path);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
  await rm(taken, { force: true });
}

function isAlive(pid: number): boolean {
  // Containers give each start the same process id.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
