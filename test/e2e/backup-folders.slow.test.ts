/** Folders of backups and state folders of a stopped service: places, unfinished files, damage. */
import { cp, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { newFolder } from "../support/fixtures/folders.ts";
import { runScript } from "../support/fixtures/scripts.ts";
import { addReadyFile, signUp, textFile } from "../support/http/remote-user.ts";
import { startTestService } from "../support/http/service.ts";

/** Larger than any pid: https://man7.org/linux/man-pages/man5/proc_sys_kernel.5.html */
const DEAD_PID = "4194305";
const BLOBS = join("v3", "r2", "knowledge-workspace", "blobs");

let stopped: string;
beforeAll(async () => {
  const service = await startTestService();
  const ada = await signUp(service, "ada");
  await addReadyFile(ada, ada.workspace.personalId, textFile("harbour.txt", "The harbour opened in 1871.\n"));
  await service.kill("SIGTERM");
  stopped = service.dir;
});

/** A copy of the state folder of a service that has one document. */
async function newState(): Promise<string> {
  const stateFolder = join(await newFolder(), "state");
  await cp(stopped, stateFolder, { recursive: true, filter: (path) => basename(path) !== "sockets" });
  return stateFolder;
}

async function backUp(stateFolder: string, to: string) {
  return await runScript("backup", ["--to", to, "--persist-to", stateFolder]);
}

test("a backup refuses a folder that is, contains or lies in the state folder, also behind a link", async () => {
  const stateFolder = await newState();
  const link = join(await newFolder(), "link");
  await symlink(stateFolder, link);
  const places = [
    stateFolder,
    join(stateFolder, "backups"),
    join(stateFolder, "v3", "new", "backups"),
    dirname(stateFolder),
    join(link, "backups"),
  ];
  const before = await readdir(stateFolder);
  for (const to of places) {
    const { status, stderr } = await backUp(stateFolder, to);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining("must lie apart") });
  }
  expect(await readdir(stateFolder)).toEqual(before);
  expect(await backUp(stateFolder, `${stateFolder}-backups`)).toMatchObject({ status: 0, stderr: "" });
});

test("a backup holds the blobs that the bucket names and leaves out a blob that an upload still writes", async () => {
  const [stateFolder, to] = [await newState(), await newFolder()];
  const named = await readdir(join(stateFolder, BLOBS));
  await writeFile(join(stateFolder, BLOBS, "unfinished"), "The upload has sent this mu");
  expect(await backUp(stateFolder, to)).toMatchObject({ status: 0, stderr: "" });
  const restored = join(await newFolder(), "state");
  await runScript("restore", ["--from", to, "--persist-to", restored]);
  expect(named.length).toBeGreaterThan(0);
  expect(await readdir(join(restored, BLOBS))).toEqual(named);
});

test("a restoration writes nothing into the folder of backups", async () => {
  const [stateFolder, to] = [await newState(), await newFolder()];
  await backUp(stateFolder, to);
  await rm(join(to, "incoming"), { recursive: true });
  const before = await readdir(to, { recursive: true });
  const restored = join(await newFolder(), "state");
  expect(await runScript("restore", ["--from", to, "--persist-to", restored])).toMatchObject({ status: 0 });
  expect(await readdir(to, { recursive: true })).toEqual(before);
});

test("a backup and a start drop the second names of ended processes and keep those of running ones", async () => {
  const stateFolder = await newState();
  const holds = join(stateFolder, "backup-hold");
  const mine = String(process.pid);
  const addHolds = async (): Promise<void> => {
    for (const pid of [DEAD_PID, mine]) {
      await mkdir(join(holds, pid), { recursive: true });
      await writeFile(join(holds, pid, "blob"), "A blob.");
    }
  };
  await addHolds();
  expect(await backUp(stateFolder, await newFolder())).toMatchObject({ status: 0 });
  expect(await readdir(holds)).toEqual([mine]);
  await addHolds();
  const service = await startTestService({ dir: stateFolder });
  expect(await readdir(holds)).toEqual([mine]);
  await service.kill("SIGTERM");
});

test("a backup names a damaged database and leaves the folder of backups without a new list", async () => {
  const [stateFolder, to] = [await newState(), await newFolder()];
  const objects = join(stateFolder, "v3", "do");
  const databases = (await readdir(objects, { recursive: true })).filter((path) => path.endsWith(".sqlite"));
  const damaged = databases.find((path) => path.includes("KnowledgeIndex") && !path.includes("metadata"))!;
  await writeFile(join(objects, damaged), "These bytes are no database. ".repeat(100));
  // The log would restore the pages.
  for (const suffix of ["-wal", "-shm"]) await rm(join(objects, `${damaged}${suffix}`), { force: true });
  const { status, stderr } = await backUp(stateFolder, to);
  expect(status).toBe(1);
  expect(stderr).toContain(basename(damaged));
  expect((await readdir(to)).filter((name) => name.endsWith(".json"))).toEqual([]);
});

test("a check accepts stores that have no tables yet", async () => {
  const stateFolder = join(await newFolder(), "state");
  for (const store of [
    "d1/miniflare-D1DatabaseObject",
    "r2/miniflare-R2BucketObject",
    "do/a-KnowledgeIndex",
  ]) {
    await mkdir(join(stateFolder, "v3", store), { recursive: true });
    await writeFile(join(stateFolder, "v3", store, "0a.sqlite"), "");
  }
  const { status, stdout, stderr } = await runScript("check", ["--persist-to", stateFolder]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toBe("3 databases and 0 objects checked: 0 problems, 0 orphans.\n");
});
