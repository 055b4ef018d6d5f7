/** Commands that create, move, rename, share, list and delete. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { emailOf } from "../support/http/remote-user.ts";
import { commandLine, type CommandResult } from "../support/http/command-line.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();
let folder: string;
let personalId: string;
let run: (...args: string[]) => Promise<CommandResult>;
let assetId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knowledge-cli-manage-"));
  const token = await service.token(emailOf("cli-manage"));
  ({ personalId } = await createClient({ origin: service.url, token }).signIn({
    email: emailOf("cli-manage"),
  }));
  const { knowledge } = commandLine(folder);
  run = async (...args) =>
    await knowledge(args, "", { KNOWLEDGE_ORIGIN: service.url, KNOWLEDGE_TOKEN: token });
  await writeFile(
    join(folder, "engine.txt"),
    "The Analytical Engine was designed by Charles Babbage in 1837.\n",
  );
  assetId = idIn(await run("upload", "engine.txt"));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

function idIn({ out }: CommandResult): string {
  return /\b(?:asset|col|thread)_\w{26}/.exec(out)?.[0] ?? "";
}

test("the command line prints its version, and names the commands in its help", async () => {
  const { version } = JSON.parse(await readFile(join(PROJECT_ROOT, "client", "package.json"), "utf8")) as {
    version: string;
  };
  expect(await run("--version")).toEqual({ status: 0, out: `${version}\n`, err: "" });
  const { out } = await run("--help");
  for (const name of ["rm", "mv", "mkdir", "share", "threads", "--version"])
    expect(out).toMatch(new RegExp(`^knowledge ${name}\\b`, "m"));
});

test("the command line creates a collection and its missing parents once", async () => {
  const made = await run("mkdir", "Reports/2026");
  expect(made).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^col_\w{26} {2}Reports\/2026\n$/),
    err: "",
  });
  expect((await run("mkdir", "Reports/2026")).out).toBe(made.out);
  expect((await run("ls")).out).toMatch(/ {4}Reports\n.+ {6}2026\n/);
});

test("the command line moves and renames files and collections", async () => {
  const [from, to] = [idIn(await run("mkdir", "Archive")), idIn(await run("mkdir", "Desk"))];
  expect(await run("mv", assetId, from)).toEqual({ status: 0, out: "File moved.\n", err: "" });
  expect({
    personalFiles: (await run("ls", personalId)).out,
    folderFiles: (await run("ls", from)).out,
  }).toEqual({
    personalFiles: "",
    folderFiles: expect.stringContaining("engine.txt"),
  });
  expect((await run("mv", assetId, from)).out).toBe("The file is already in that collection.\n");
  expect((await run("mv", from, to)).out).toBe("Collection moved.\n");
  expect((await run("mv", from, "Archive of 1837")).status).toBe(0);
  expect((await run("ls")).out).toMatch(/ {4}Desk\n.+ {6}Archive of 1837\n/);
  expect((await run("mv", assetId, "The engine")).out).toBe("Asset renamed.\n");
  expect((await run("mv", assetId, personalId, "--in", from)).status).toBe(0);
  expect((await run("ls", personalId)).out).toContain("The engine");
});

test("the command line deletes files and threads with the option to restore, and collections with --yes only", async () => {
  const asked = await run("ask", "Who designed the Analytical Engine?");
  const threadId = /thread_\w{26}/.exec(asked.out)?.[0] ?? "";
  expect((await run("threads")).out).toMatch(
    new RegExp(`^${threadId} {2}\\d{4}-\\d\\d-\\d\\d +2 {2}Who designed`),
  );
  expect((await run("threads", personalId)).out).toContain(threadId);
  const removed = await run("rm", assetId, threadId);
  expect({ status: removed.status, err: removed.err, out: removed.out }).toEqual({
    status: 0,
    err: "",
    out: expect.stringMatching(/asset.+\n.*thread/),
  });
  expect({ personalFiles: (await run("ls", personalId)).out, threads: (await run("threads")).out }).toEqual({
    personalFiles: "",
    threads: "",
  });
  expect((await run("restore", assetId, threadId)).status).toBe(0);
  expect({ personalFiles: (await run("ls", personalId)).out, threads: (await run("threads")).out }).toEqual({
    personalFiles: expect.stringContaining(assetId),
    threads: expect.stringContaining(threadId),
  });
  const gone = idIn(await run("mkdir", "Gone/Deep"));
  expect((await run("rm", gone)).out).toMatch(
    /^This would permanently delete 1 collection, 0 files and 0 threads\. Nothing was deleted\./,
  );
  expect((await run("ls")).out).toContain(gone);
  expect((await run("rm", gone, "--yes")).out).toMatch(
    /^Deleted permanently: 1 collection, .+ Receipt: op_\w{26}\n$/,
  );
  expect((await run("ls")).out).not.toContain(gone);
});

test("the command line shares a collection with users and invites everybody else", async () => {
  const other = emailOf("cli-manage-other");
  const reader = createClient({ origin: service.url, token: await service.token(other) });
  await reader.signIn({ email: other });
  const shared = await run("share", personalId, other, emailOf("nobody"), "--can", "read");
  expect({ status: shared.status, err: shared.err }).toEqual({ status: 0, err: "" });
  expect(shared.out).toMatch(/^user_\w{26} {2}shared {2}.+\n- {2}invited {2}nobody@.+: http.+\/i#.+\n$/);
  expect((await reader.collections()).map(({ id }) => id)).toContain(personalId);
});

test.each([
  [["rm"], 2, "knowledge rm <"],
  [["rm", "engine.txt"], 2, '"engine.txt" is not an identifier'],
  [["rm", "asset_01h455vb4pex5vsknk084sn02q"], 1, "/v1/assets/tombstone: 404"],
  [["mv", "engine.txt"], 2, "knowledge mv <"],
  [["mkdir"], 2, "knowledge mkdir "],
  [["mkdir", "a", "b"], 2, "knowledge mkdir "],
  [["share", "col_01h455vb4pex5vsknk084sn02q"], 2, "knowledge share <"],
  [
    ["share", "col_01h455vb4pex5vsknk084sn02q", "ada@example.com", "--can", "eat"],
    2,
    '"eat" is not one of read',
  ],
  [["restore", "col_01h455vb4pex5vsknk084sn02q"], 2, "cannot be restored"],
  [["threads", "col_01h455vb4pex5vsknk084sn02q"], 1, "threads: 404"],
])("the command line exits for %j with a status and a one-line reason", async (args, status, words) => {
  const said = await run(...args);
  expect({ status: said.status, out: said.out, err: said.err }).toEqual({
    status,
    out: "",
    err: expect.stringContaining(words),
  });
  expect(said.err).toMatch(/^[^\n]+\n$/);
});
