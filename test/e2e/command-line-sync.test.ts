/** `knowledge sync` with folders. */
import { mkdir, readFile, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { storedBelow, syncScene } from "../support/http/sync-scene.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();
const scene = async (name: string) => await syncScene(service, name);

const FIRST = {
  "notes/engine.txt": "The Analytical Engine was designed in 1837.",
  "notes/old/mill.txt": "The mill of Hollin was built in 1843.",
  "notes/old/deep/table.txt": "Nine legs hold the table.",
};

describe("knowledge sync FOLDER", () => {
  test("a first pass uploads the tree, and a second one does nothing and reports that", async () => {
    const { write, sync, stored } = await scene("sync-first");
    for (const [path, text] of Object.entries(FIRST)) await write(path, text);
    await write("notes/.git/config", "hidden");
    await write("notes/.knowledgeignore", "build/\n*.log\n!keep.log\n");
    await write("notes/build/out.txt", "Ignored output.");
    await write("notes/a.log", "Ignored log.");
    await write("notes/keep.log", "A log to keep.");
    const planned = await sync("--dry-run");
    expect(planned).toMatchObject({
      status: 0,
      out: "add     engine.txt\nadd     keep.log\nadd     old/deep/table.txt\nadd     old/mill.txt\n",
      err: "Dry run: 4 added, 0 changed, 0 moved, 0 deleted; 0 unchanged. Nothing was changed.\n",
    });
    expect(await stored()).toEqual({});
    expect((await sync()).err).toBe("4 added, 0 changed, 0 moved, 0 deleted; 4 files in the collection.\n");
    const first = await stored();
    expect(Object.keys(first)).toEqual([
      "Notes/engine.txt",
      "Notes/keep.log",
      "deep/table.txt",
      "old/mill.txt",
    ]);
    expect(await sync()).toEqual({ status: 0, out: "", err: "Nothing to do: 4 files are in step.\n" });
    expect(await stored()).toEqual(first);
  });

  test("later passes replace changed files, delete vanished ones restorably, and move renamed ones", async () => {
    const { folder, client, personalId, write, sync, stored, run } = await scene("sync-changes");
    for (const [path, text] of Object.entries(FIRST)) await write(path, text);
    await write("notes/gone.txt", "This note will vanish.");
    await sync();
    const before = await stored();
    await write("notes/engine.txt", "The Analytical Engine was designed in 1838.");
    await rm(join(folder, "notes", "gone.txt"));
    await mkdir(join(folder, "notes", "new"));
    await rename(join(folder, "notes", "old", "mill.txt"), join(folder, "notes", "new", "hollin.txt"));
    const { out, status } = await sync();
    expect({ status, lines: out.split("\n").filter(Boolean).sort() }).toEqual({
      status: 0,
      lines: ["change  engine.txt", "delete  gone.txt", "move    new/hollin.txt (from old/mill.txt)"],
    });
    const after = await stored();
    expect(Object.keys(after)).toEqual(["Notes/engine.txt", "deep/table.txt", "new/hollin.txt"]);
    expect(after["new/hollin.txt"]).toBe(before["old/mill.txt"]);
    expect(after["Notes/engine.txt"]).not.toBe(before["Notes/engine.txt"]);
    const deleted = await storedBelow(client, personalId, "deleted");
    expect(Object.values(deleted).sort()).toEqual(
      ["Notes/engine.txt", "Notes/gone.txt"].map((name) => before[name] ?? "").sort(),
    );
    expect((await run("restore", before["Notes/gone.txt"] ?? "")).status).toBe(0);
    // The restored document is now somebody's own.
    expect((await sync()).err).toBe("Nothing to do: 3 files are in step.\n");
    expect(Object.keys(await stored())).toContain("Notes/gone.txt");
  });

  test("documents that somebody added or changed by hand stay", async () => {
    const { folder, write, sync, stored, run } = await scene("sync-hand");
    for (const [path, text] of Object.entries(FIRST)) await write(path, text);
    await write("notes/equal.txt", "Equal on both sides.");
    await write("hand/equal.txt", "Equal on both sides.");
    await write("hand/own.txt", "Added by hand.");
    const place = /col_\w{26}/.exec((await run("mkdir", "Team/Notes")).out)?.[0] ?? "";
    await run("upload", "hand", "--in", place);
    const byHand = await stored();
    expect((await sync()).out).toMatch(/^(add {5}\S+\n){3}$/);
    await rm(join(folder, "notes", "equal.txt"));
    expect((await sync()).out).toBe("");
    expect(await stored()).toMatchObject(byHand);
    // With the consent, a later pass treats the equal document as its own.
    await write("notes/equal.txt", "Equal on both sides.");
    expect((await sync("--adopt")).out).toBe("");
    await rm(join(folder, "notes", "equal.txt"));
    expect((await sync()).out).toBe("delete  equal.txt\n");
    expect(Object.keys(await stored())).toContain("Notes/own.txt");
  });

  test("deletions of more than half of the files need a consent", async () => {
    const { folder, write, sync, stored } = await scene("sync-share");
    for (const [path, text] of Object.entries(FIRST)) await write(path, text);
    await sync();
    const before = await stored();
    await rm(join(folder, "notes", "old"), { recursive: true });
    await write("notes/new.txt", "A new note.");
    expect(await sync()).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringContaining("2 of 3 files would be deleted. Nothing was changed."),
    });
    expect(await stored()).toEqual(before);
    expect((await sync("--yes")).status).toBe(0);
    expect(Object.keys(await stored())).toEqual(["Notes/engine.txt", "Notes/new.txt"]);
    await rm(join(folder, "notes"), { recursive: true });
    expect(await sync("--yes")).toMatchObject({
      status: 1,
      err: expect.stringContaining("Cannot read notes"),
    });
    expect(Object.keys(await stored())).toHaveLength(2);
  });

  test("a pass never follows a symbolic link", async () => {
    const { folder, write, sync, stored } = await scene("sync-links");
    await write("secret/key.txt", "A secret outside of the folder.");
    await write("notes/engine.txt", FIRST["notes/engine.txt"]);
    await symlink(join(folder, "secret"), join(folder, "notes", "out"));
    await symlink(join(folder, "secret", "key.txt"), join(folder, "notes", "key.txt"));
    await symlink(folder, join(folder, "notes", "loop"));
    const { err } = await sync();
    expect(err).toContain("Not sent: 3 links and special files, such as key.txt.");
    expect(Object.keys(await stored())).toEqual(["Notes/engine.txt"]);
  });

  test("unreadable bytes keep the earlier document, and a later version replaces both", async () => {
    const { folder, write, sync, stored } = await scene("sync-unreadable");
    await write("notes/engine.txt", FIRST["notes/engine.txt"]);
    await write("notes/picture.pdf", "%PDF-1.7 broken");
    expect(await sync()).toMatchObject({
      status: 1,
      out: expect.stringMatching(/^add {5}engine\.txt\nfailed {2}picture\.pdf: .+\n$/m),
    });
    // Without new bytes another try would fail again.
    expect(await sync()).toEqual({
      status: 0,
      out: "",
      err: "Nothing to do: 2 files are in step.\nThe service cannot read 1 file; knowledge ls shows the reasons.\n",
    });
    const before = await stored();
    await rename(join(folder, "notes", "picture.pdf"), join(folder, "notes", "kept.pdf"));
    await write("notes/engine.txt", "%PDF-1.7 broken again");
    const changed = await sync();
    expect(changed.out).toContain("failed  engine.txt: ");
    expect(Object.values(await stored())).toEqual(expect.arrayContaining([before["Notes/engine.txt"]]));
    await write("notes/engine.txt", "Readable again.");
    expect((await sync()).out).toBe("change  engine.txt\n");
    expect(Object.values(await stored())).not.toContain(before["Notes/engine.txt"]);
    expect(Object.keys(await stored())).toEqual(["Notes/engine.txt", "Notes/kept.pdf"]);
  });

  test("a lost or damaged state deletes and duplicates nothing", async () => {
    const { folder, write, sync, stored, stateFile } = await scene("sync-state");
    for (const [path, text] of Object.entries(FIRST)) await write(path, text);
    await sync();
    const before = await stored();
    const state = await stateFile();
    const { length } = await readFile(state);
    // Half a line, as after a power cut.
    await truncate(state, length - 10);
    expect((await sync()).status).toBe(0);
    expect(await stored()).toEqual(before);
    await rm(state);
    await rm(join(folder, "notes", "old"), { recursive: true });
    expect((await sync()).status).toBe(0);
    expect(await stored()).toEqual(before);
    await writeFile(state, "{\n");
    expect(await sync()).toMatchObject({ status: 1, err: expect.stringContaining("Delete it: no document") });
  });

  test("a second sync into the same collection waits for nobody and changes nothing", async () => {
    const { write, sync, start, stateFile } = await scene("sync-two");
    await write("notes/engine.txt", FIRST["notes/engine.txt"]);
    const watching = start("sync", "notes", "--to", "Team/Notes", "--watch");
    onTestFinished(() => void watching.kill("SIGKILL"));
    await expect
      .poll(async () => await readFile(await stateFile(), "utf8").catch(() => ""))
      .toContain("ready");
    expect(await sync()).toMatchObject({ status: 1, err: expect.stringMatching(/^Another sync .+ runs/) });
    watching.kill("SIGKILL");
    await new Promise((resolve) => watching.once("close", resolve));
    // The lock of a killed process holds nobody up.
    expect(await sync()).toMatchObject({ status: 0, err: "Nothing to do: 1 file is in step.\n" });
  });

  test("a pass that was killed is continued, and every file is stored once", async () => {
    const { client, personalId, write, sync, start, stateFile } = await scene("sync-killed");
    const files = Array.from({ length: 40 }, (_, at) => `notes/light${at}.txt`);
    for (const path of files) await write(path, `The lighthouse ${path} was lit in a storm.`);
    const count = async (): Promise<number> => {
      const { data } = await client.request("GET", "/v1/collection/{collectionID}/assets", {
        params: { collectionID: personalId },
        query: { includeDescendants: "true", limit: 0 },
      });
      return data.pagination.count;
    };
    const killAfter = async (pattern: RegExp): Promise<void> => {
      const running = start("sync", "notes", "--to", "Team/Notes");
      const ended = new Promise((resolve) => running.once("close", resolve));
      await expect
        .poll(async () => await readFile(await stateFile(), "utf8").catch(() => ""))
        .toMatch(pattern);
      running.kill("SIGKILL");
      await ended;
    };
    await killAfter(/"assetId":"asset_/);
    await sync();
    expect(await count()).toBe(files.length);
    for (const path of files) await write(path, `The lighthouse ${path} was torn down.`);
    await killAfter(/"assetId":"asset_\w+","replaces":\["asset_/);
    // Until the new bytes are readable, the earlier ones are there.
    expect(await count()).toBeGreaterThanOrEqual(files.length);
    await sync();
    expect(await count()).toBe(files.length);
    expect(await sync()).toMatchObject({ status: 0, err: "Nothing to do: 40 files are in step.\n" });
  });

  test("with an API key, which may not move documents, a renamed file is sent before the earlier one goes", async () => {
    const { folder, client, write, run, knowledge, stored } = await scene("sync-key");
    await write("notes/engine.txt", FIRST["notes/engine.txt"]);
    const place = /col_\w{26}/.exec((await run("mkdir", "Team/Notes")).out)?.[0] ?? "";
    const { key } = await client.keys.create({
      name: "sync",
      actions: ["read", "write"],
      collectionIds: [place],
    });
    const sync = async () =>
      await knowledge(["sync", "notes", "--to", place, "--json"], "", {
        KNOWLEDGE_ORIGIN: service.url,
        KNOWLEDGE_TOKEN: key,
      });
    const first = (await sync()).out.split("\n").filter(Boolean);
    expect(first.map((line) => JSON.parse(line) as unknown)).toEqual([
      { action: "add", path: "engine.txt", assetId: expect.stringMatching(/^asset_/), failure: "" },
      { summary: { add: 1, change: 0, move: 0, delete: 0, failed: 0, files: 1, unreadable: 0 } },
    ]);
    await mkdir(join(folder, "notes", "old"));
    await rename(join(folder, "notes", "engine.txt"), join(folder, "notes", "old", "mill.txt"));
    expect((await sync()).out).toContain('"action":"add","path":"old/mill.txt"');
    expect(Object.keys(await stored())).toEqual(["old/mill.txt"]);
  });

  test("--watch uploads, changes, moves and deletes files while it runs", async () => {
    const { folder, write, start, stored } = await scene("sync-watch");
    await write("notes/engine.txt", FIRST["notes/engine.txt"]);
    const watching = start("sync", "notes", "--to", "Team/Notes", "--watch", "--every", "9999");
    onTestFinished(() => void watching.kill("SIGKILL"));
    const names = async (): Promise<string[]> => Object.keys(await stored());
    await expect.poll(names).toEqual(["Notes/engine.txt"]);
    await write("notes/new/deep/mill.txt", "The mill of Hollin was built in 1843.");
    await expect.poll(names).toEqual(["Notes/engine.txt", "deep/mill.txt"]);
    const before = await stored();
    await rename(join(folder, "notes", "new", "deep", "mill.txt"), join(folder, "notes", "new", "mill.txt"));
    await expect.poll(names).toEqual(["Notes/engine.txt", "new/mill.txt"]);
    expect((await stored())["new/mill.txt"]).toBe(before["deep/mill.txt"]);
    await rm(join(folder, "notes", "engine.txt"));
    await expect.poll(names).toEqual(["new/mill.txt"]);
    const ended = new Promise((resolve) => watching.once("close", resolve));
    watching.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  test.each([
    [["sync"], "knowledge sync <"],
    [["sync", "notes"], "knowledge sync <"],
    [["sync", "notes", "--to", "/"], "--to needs"],
    [["sync", "notes", "--to", "A", "--watch", "--dry-run"], "exclude each other"],
    [["sync", "notes", "--to", "A", "--every", "0"], "at least one second"],
  ])("the command exits for %j with status 2 and a reason", async (args, words) => {
    const { run, write } = await scene(`sync-usage-${args.length}`);
    await write("notes/engine.txt", "text");
    expect(await run(...args)).toMatchObject({ status: 2, out: "", err: expect.stringContaining(words) });
  });
});
