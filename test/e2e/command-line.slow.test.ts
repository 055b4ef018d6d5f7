/** The command line in a terminal. */
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { newId } from "../../src/domain/ids.ts";
import { emailOf } from "../support/http/remote-user.ts";
import { type CommandLine, commandLine } from "../support/http/command-line.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();
let folder: string;
let token: string;
let start: CommandLine["start"];
let knowledge: CommandLine["knowledge"];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knowledge-cli-"));
  ({ start, knowledge } = commandLine(folder));
  token = await service.token(emailOf("cli"));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

test("the command line prints its usage for an unknown command or option", async () => {
  expect(await knowledge([])).toMatchObject({
    status: 0,
    out: expect.stringContaining("knowledge upload"),
    err: "",
  });
  expect(await knowledge(["frobnicate"])).toMatchObject({
    status: 2,
    out: "",
    err: expect.stringContaining('Unknown command "frobnicate"'),
  });
  expect(await knowledge(["ls", "--frob"])).toMatchObject({
    status: 2,
    err: expect.stringContaining("--frob"),
  });
  expect(await knowledge(["ls"])).toMatchObject({
    status: 1,
    err: "Log in first: knowledge login <address> --token <token>\n",
  });
});

test("the command line exits silently when its output pipe closes", async () => {
  const child = start(["help"]);
  child.stdout.destroy();
  const ended = new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  expect({ text: await text(child.stderr), ended: await ended }).toEqual({ text: "", ended: 0 });
});

test("the command line logs in, uploads a folder, asks, continues in the thread, searches and lists", async () => {
  const login = await knowledge(["login", service.url], `${token}\n`);
  expect({ status: login.status, err: login.err, hasToken: login.out.includes(token) }).toEqual({
    status: 0,
    err: "",
    hasToken: false,
  });
  const kept = await stat(join(folder, "config", "knowledge", "session.json"));
  expect(kept.mode & 0o777).toBe(0o600);

  await mkdir(join(folder, "papers", "old"), { recursive: true });
  await mkdir(join(folder, "papers", ".hidden"));
  await writeFile(
    join(folder, "papers", "engine.txt"),
    "The Analytical Engine was designed by Charles Babbage in 1837.\n",
  );
  await writeFile(
    join(folder, "papers", "old", "mill.md"),
    "# Mills\n\nThe Difference Engine was built by Per Georg Scheutz in 1843.\n",
  );
  await writeFile(join(folder, "papers", ".hidden", "secret.txt"), "Nobody asked for this.\n");
  const uploaded = await knowledge(["upload", "papers"]);
  expect([
    uploaded.status,
    uploaded.out.match(/^asset_\w{26} {2}ready {3}(engine\.txt|old\/mill\.md)(: Semantic search.+)?$/gm)
      ?.length,
  ]).toEqual([0, 2]);
  expect(uploaded.out).not.toContain("secret");

  const asked = await knowledge(["ask", "Who designed the Analytical Engine?"]);
  expect(asked).toMatchObject({ status: 0, err: "" });
  expect(asked.out).toContain(
    "[1] engine.txt, line 1: “The Analytical Engine was designed by Charles Babbage in 1837.”",
  );
  const threadId = /--in (thread_\w{26})/.exec(asked.out)?.[1] ?? "";
  const followed = await knowledge(["ask", "And the Difference Engine, who built it?", "--in", threadId]);
  expect({
    status: followed.status,
    hasScheutz: followed.out.includes("Scheutz"),
    hasThreadId: followed.out.includes(threadId),
  }).toEqual({
    status: 0,
    hasScheutz: true,
    hasThreadId: true,
  });

  const found = await knowledge(["search", "Scheutz", "--limit", "1"]);
  expect(found).toMatchObject({ status: 0, out: expect.stringMatching(/^mill\.md.*\n {2}.*Scheutz/) });
  const collections = await knowledge(["ls"]);
  const [personal = ""] = /col_\w{26}(?= {2,}Personal)/.exec(collections.out) ?? [];
  const listed = await knowledge(["ls", personal]);
  expect(listed.out.split("\n").filter((line) => /^asset_\w{26} {2}ready/.test(line))).toHaveLength(1);
  const [old = ""] = /col_\w{26}(?= {2,}old$)/m.exec(collections.out) ?? [];
  expect((await knowledge(["ls", old])).out).toMatch(/^asset_\w{26} {2}ready {7}mill\.md/);
  const rtf =
    "{\\rtf1\\pard The engine weighs four tons.\\par{\\header\\pard Draft, not for the council before June\\par}}";
  await writeFile(join(folder, "weights.rtf"), rtf);
  const partly = await knowledge(["upload", "weights.rtf"]);
  expect(partly.out).toMatch(
    /ready {3}weights\.rtf: About \d\d % of the words in this file were not read: they stand in headers and footers\./,
  );
});

test("the command line opens the cited page, and reports a citation that does not exist", async () => {
  await copyFile(join(PROJECT_ROOT, "samples", "fasta-guide.pdf"), join(folder, "fasta-guide.pdf"));
  expect((await knowledge(["upload", "fasta-guide.pdf"])).status).toBe(0);
  // Command that stands in for a desktop's program to open addresses.
  await mkdir(join(folder, "bin"));
  for (const opener of ["xdg-open", "open"]) {
    await writeFile(
      join(folder, "bin", opener),
      `#!/bin/sh\nprintf %s "$1" > "${folder}/opening" && mv "${folder}/opening" "${folder}/opened"\n`,
    );
    await chmod(join(folder, "bin", opener), 0o755);
  }
  const env = { PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"] ?? ""}` };
  const question = "What goal do FASTA and BLAST have in common?";
  const { status, out } = await knowledge(["ask", question, "--open", "1"], "", env);
  const [, page] = /^\[1\] fasta-guide\.pdf, page (\d+)/m.exec(out) ?? [];
  const address = out.trimEnd().split("\n").at(-1) ?? "";
  expect({ status, address }).toEqual({
    status: 0,
    address: expect.stringMatching(new RegExp(`^${service.url}/.+#page=${page}$`)),
  });
  await expect.poll(async () => await readFile(join(folder, "opened"), "utf8").catch(() => "")).toBe(address);
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
  expect(bytes.equals(await readFile(join(folder, "fasta-guide.pdf")))).toBe(true);
  expect(await knowledge(["ask", question, "--open", "9"], "", env)).toMatchObject({
    status: 1,
    err: expect.stringContaining("no citation"),
  });
});

test("the command line names method, path and operation of a rejected request, and never the token", async () => {
  const env = { KNOWLEDGE_ORIGIN: service.url, KNOWLEDGE_TOKEN: `${token}x` };
  const said = await knowledge(["search", "engine"], "", env);
  expect(said).toMatchObject({
    status: 1,
    err: expect.stringMatching(/Log in again: knowledge login\. \(POST \/v1\/search: 401, op_\w{26}\)\n$/),
  });
  expect(said.err).not.toContain(token);
});

test("the command line removes terminal escapes from documents and names", async () => {
  await writeFile(
    join(folder, "escape.txt"),
    "The Kraken \u001b[31mred\u001b[0m \u202egnp.exe sleeps in the Marianas trench.\n",
  );
  expect((await knowledge(["upload", "escape.txt"])).status).toBe(0);
  const [asked, found] = [
    await knowledge(["ask", "Where does the Kraken sleep?"]),
    await knowledge(["search", "Kraken"]),
  ];
  expect(`${asked.out}${found.out}`).toContain("Marianas trench");
  expect(/[\u001b\u202e]/.exec(`${asked.out}${found.out}`)).toBeNull();
});

test("the command line works without a login: a token uploads where a login would, and a key to its only collection", async () => {
  const [email, kept] = [emailOf("cli-env"), join(folder, "config", "knowledge", "session.json")];
  const before = await readFile(kept, "utf8");
  const env = { KNOWLEDGE_ORIGIN: service.url, KNOWLEDGE_TOKEN: await service.token(email) };
  await writeFile(join(folder, "quarry.txt"), "The quarry of Hollin gave slate until 1911.\n");
  const uploaded = await knowledge(["upload", "quarry.txt"], "", env);
  expect(uploaded).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^asset_\w{26} {2}ready {3}quarry\.txt/m),
  });
  const client = createClient({ origin: service.url, token: env.KNOWLEDGE_TOKEN });
  const { personalId, rootId } = await client.signIn({ email });
  expect((await knowledge(["ls", personalId], "", env)).out).toContain("quarry.txt");

  const actions = ["read" as const, "chat" as const, "write" as const];
  const withKey = async (collectionIds: readonly string[], more: readonly "own"[] = []) => {
    const { key } = await client.keys.create({
      name: "Terminal",
      actions: [...actions, ...more],
      collectionIds,
    });
    return { ...env, KNOWLEDGE_TOKEN: key };
  };
  const [whole, one] = [await withKey([]), await withKey([personalId])];
  expect((await knowledge(["ls"], "", whole)).out).toContain(rootId);
  expect((await knowledge(["ls"], "", one)).out).toMatch(new RegExp(`^${personalId}  \\S.*\n$`));
  for (const key of [whole, one])
    expect(
      (await knowledge(["ask", "Until when did the quarry of Hollin give slate?"], "", key)).out,
    ).toContain("[1] quarry.txt");

  const other = emailOf("cli-env-other");
  const sharer = createClient({ origin: service.url, token: await service.token(other) });
  const shared = await sharer.signIn({ email: other });
  await sharer.share(shared.personalId, { emails: [email], actions: ["read"] });
  expect(await knowledge(["upload", "quarry.txt"], "", whole)).toMatchObject({
    status: 2,
    out: "",
    err: expect.stringContaining("--in col_"),
  });
  expect((await knowledge(["upload", "quarry.txt"], "", env)).status).toBe(0);
  expect(await knowledge(["export", "by-key.zip"], "", await withKey([], ["own"]))).toMatchObject({
    status: 0,
    err: "",
    out: expect.stringMatching(/^by-key\.zip {2}.*1 assets/),
  });
  expect(await knowledge(["export", "no.zip"], "", one)).toMatchObject({
    status: 2,
    out: "",
    err: expect.stringContaining("--organization"),
  });
  expect(await readFile(kept, "utf8")).toBe(before);
});

test("the command line exports the user's data, previews leaving, leaves on confirmation, and comes back", async () => {
  const env = { KNOWLEDGE_ORIGIN: service.url, KNOWLEDGE_TOKEN: await service.token(emailOf("cli-leaving")) };
  await writeFile(join(folder, "diary.txt"), "The heron was back on the third of May.\n");
  expect((await knowledge(["upload", "diary.txt"], "", env)).status).toBe(0);
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const preview = await knowledge(["leave"], "", env);
  expect(preview).toMatchObject({ status: 0, out: expect.stringContaining("knowledge leave --yes") });
  expect((await knowledge(["search", "heron"], "", env)).out).toContain("diary.txt");

  const left = await knowledge(["leave", "--yes"], "", env);
  expect(left).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^Your account is closed\. Until \d{4}-\d\d-\d\d you can/),
  });
  expect(left.out >= `Your account is closed. Until ${until}`).toBe(true);
  expect(await knowledge(["leave"], "", env)).toMatchObject({ status: 0, out: left.out });
  expect(await knowledge(["search", "heron"], "", env)).toMatchObject({
    status: 1,
    out: "",
    err: expect.stringContaining("has deleted this account"),
  });
  const said = await knowledge(["export", "--mine"], "", env);
  expect(said).toMatchObject({
    status: 0,
    err: "",
    out: expect.stringMatching(/^my-knowledge\.zip {2}.*1 assets, 1 originals/),
  });
  const files = unzipSync(await readFile(join(folder, "my-knowledge.zip")));
  expect(Object.keys(files)).toContain("user.jsonl");
  const [original = ""] = Object.keys(files).filter((name) => name.endsWith("/diary.txt"));
  expect(strFromU8(files[original] ?? new Uint8Array())).toBe("The heron was back on the third of May.\n");

  expect(await knowledge(["restore"], "", env)).toMatchObject({
    status: 0,
    out: expect.stringContaining("is open"),
  });
  expect((await knowledge(["search", "heron"], "", env)).out).toContain("diary.txt");
  const both = await knowledge(["export", "--mine", "--organization", newId("org")], "", env);
  expect(both).toMatchObject({ status: 2, out: "" });
});

test("the manifest declares the command", async () => {
  const manifest = JSON.parse(await readFile(join(PROJECT_ROOT, "client", "package.json"), "utf8")) as {
    readonly bin: object;
  };
  expect(manifest.bin).toEqual({ knowledge: "dist/cli/main.js" });
});
