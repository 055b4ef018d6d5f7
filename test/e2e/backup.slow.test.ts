/** Backups of a service under load, their restoration elsewhere, and the check of a state folder. */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { getThread, postQuestion } from "../../scripts/demo/workspace.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import { runScript } from "../support/fixtures/scripts.ts";
import { ApiClient } from "../support/http/api-client.ts";
import {
  addReadyFile,
  readSample,
  type RemoteUser,
  signUp,
  startThread,
  textFile,
} from "../support/http/remote-user.ts";
import { type Service, startTestService } from "../support/http/service.ts";

const HARBOUR = "The harbour of Brackwater opened in 1871 after nine years of work.";
const QUESTION = "When did the harbour of Brackwater open?";
const BACKGROUND_ROUNDS = 200;

let service: Service;
let ada: RemoteUser;
let threadId: string;
let backups: string;
beforeAll(async () => {
  service = await startTestService();
  ada = await signUp(service, "ada");
  for (const file of [textFile("harbour.txt", `${HARBOUR}\n`), await readSample("alice-chapter-7.txt")])
    await addReadyFile(ada, ada.workspace.personalId, file);
  threadId = await startThread(ada, ada.workspace.personalId);
  await postQuestion(ada.api, threadId, QUESTION);
  backups = await newFolder();
});

/** Runs a script of the project on a state folder. */
async function runOn(script: string, stateFolder: string, args: readonly string[] = []) {
  return await runScript(script, [...args, "--persist-to", stateFolder]);
}

async function backUp(args: readonly string[] = []) {
  return await runOn("backup", service.dir, ["--to", backups, ...args]);
}

async function manifests(): Promise<string[]> {
  return (await readdir(backups)).filter((name) => name.endsWith(".json")).toSorted();
}

/** Keeps the service writing until the work is done. */
async function underLoad<T>(work: () => Promise<T>): Promise<T> {
  let isDone = false;
  const write = async (writer: number): Promise<void> => {
    const busy = await startThread(ada, ada.workspace.personalId);
    for (let round = 0; !isDone && round < BACKGROUND_ROUNDS; round += 1) {
      await addReadyFile(
        ada,
        ada.workspace.rootId,
        textFile(`${writer}-${round}.txt`, `Note ${writer} ${round}.`),
      );
      await postQuestion(ada.api, busy, `${QUESTION} ${round}`);
    }
  };
  const writers = Promise.all([write(0), write(1)]);
  try {
    return await work();
  } finally {
    isDone = true;
    await writers;
  }
}

/** The answers of a thread with their citations. */
async function answersOf(api: ApiClient) {
  const { messages, knowledgeProvenance } = await getThread(api, threadId);
  return { contents: messages.map(({ content }) => content), citations: knowledgeProvenance.citations };
}

test("a backup under load restores into an empty folder, where the same thread has the same citations and a new question the same answer", async () => {
  const made = await underLoad(backUp);
  expect(made).toMatchObject({ status: 0, stderr: "" });
  const before = await answersOf(ada.api);
  const stateFolder = join(await newFolder(), "state");
  expect(await runOn("restore", stateFolder, ["--from", backups])).toMatchObject({ status: 0 });
  expect((await runOn("check", stateFolder)).stdout).toMatch(/: 0 problems, \d+ orphans\.\n$/);
  const other = await startTestService({ dir: stateFolder });
  const api = new ApiClient(other.url, await other.token(ada.email));
  expect(await answersOf(api)).toEqual(before);
  await postQuestion(api, threadId, QUESTION);
  const { contents } = await answersOf(api);
  expect([contents[1], contents.at(-1)]).toEqual([
    expect.stringContaining("1871"),
    expect.stringContaining("1871"),
  ]);
  await other.kill("SIGTERM");
});

test("a second backup writes only what has changed, and the oldest backups go", async () => {
  const first = await backUp();
  const newBytes = (output: string): number => Number(/ (\d+) of them new/.exec(output)?.[1]);
  const again = await backUp();
  const blobs = await readdir(join(service.dir, "v3", "r2", "knowledge-workspace", "blobs"));
  expect(blobs.length).toBeGreaterThan(0);
  expect(newBytes(again.stdout)).toBeLessThanOrEqual(newBytes(first.stdout));
  await backUp(["--keep", "2"]);
  expect(await manifests()).toHaveLength(2);
  const stateFolder = join(await newFolder(), "state");
  const [oldest = ""] = await manifests();
  const args = ["--from", backups, "--at", oldest.slice(0, 24)];
  expect(await runOn("restore", stateFolder, args)).toMatchObject({ status: 0 });
  expect(await readdir(join(service.dir))).not.toContain("backup-hold");
});

test("a restoration refuses a folder with contents, an unknown time and a damaged piece", async () => {
  await backUp();
  const full = await newFolder();
  await writeFile(join(full, "mine.txt"), "Mine.");
  expect((await runOn("restore", full, ["--from", backups])).stderr).toContain("is not empty");
  const stateFolder = join(await newFolder(), "state");
  const unknown = await runOn("restore", stateFolder, ["--from", backups, "--at", "2020-01-01"]);
  expect(unknown.stderr).toContain("holds no backup of 2020-01-01");
  const damaged = await newFolder();
  await runOn("backup", service.dir, ["--to", damaged]);
  const [part = ""] = await readdir(join(damaged, "pieces"));
  const [piece = ""] = await readdir(join(damaged, "pieces", part));
  const path = join(damaged, "pieces", part, piece);
  const bytes = await readFile(path);
  // A new file: the piece may be another name of the service's own blob.
  await rm(path);
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(path, bytes);
  const refused = await runOn("restore", stateFolder, ["--from", damaged]);
  expect(refused).toMatchObject({ status: 1 });
  expect(refused.stderr).toContain(piece);
  await expect(readdir(stateFolder)).rejects.toThrow("ENOENT");
});

test("the check names a flipped byte, a deleted blob and a lost index, and repairs the index", async () => {
  const stateFolder = join(await newFolder(), "state");
  await backUp();
  await runOn("restore", stateFolder, ["--from", backups]);
  const blobs = join(stateFolder, "v3", "r2", "knowledge-workspace", "blobs");
  const [flipped = "", deleted = ""] = await readdir(blobs);
  const bytes = await readFile(join(blobs, flipped));
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  await writeFile(join(blobs, flipped), bytes);
  await rm(join(blobs, deleted));
  const objects = join(stateFolder, "v3", "do");
  const index = join(
    objects,
    (await readdir(objects)).find((name) => name.endsWith("-KnowledgeIndex")) ?? "",
  );
  for (const name of await readdir(index)) if (!name.startsWith("metadata")) await rm(join(index, name));
  const { status, stdout } = await runOn("check", stateFolder);
  expect(status).toBe(1);
  expect(stdout).toMatch(new RegExp(`^damaged: .*${flipped} has another hash`, "m"));
  expect(stdout).toMatch(new RegExp(`^missing: .*${deleted} does not exist`, "m"));
  expect(stdout).toMatch(/^incomplete: asset_/m);
  const other = await startTestService({ dir: stateFolder });
  const repaired = (await runOn("check", stateFolder, ["--repair"])).stdout;
  expect(repaired).toContain("indexed again: ");
  const lost = / The text of (.*) is lost/.exec(repaired)?.[1]?.split(", ") ?? [];
  const after = (await runOn("check", stateFolder)).stdout;
  expect(after.match(/^incomplete: .*$/gm) ?? []).toHaveLength(lost.length);
  await other.kill("SIGTERM");
});

test("a service that nobody stops goes on after a backup that is killed in its pause", async () => {
  const { connect } = await import("node:net");
  const socket = connect(`${await readFile(join(service.dir, "service.sockets"), "utf8")}/pauses:0`);
  const said = await new Promise((resolve) => socket.once("data", (line) => resolve(String(line))));
  expect(said).toBe("paused\n");
  // The other side neither reads nor ends: the service resumes by itself, and says that it was late.
  const last = await new Promise((resolve) => socket.once("data", (line) => resolve(String(line))));
  expect(last).toBe("late\n");
  expect((await fetch(`${service.url}/status`)).status).toBe(200);
});
