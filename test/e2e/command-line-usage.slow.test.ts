import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emailOf } from "../support/http/remote-user.ts";
import { type CommandLine, commandLine } from "../support/http/command-line.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();
let folder: string;
let knowledge: CommandLine["knowledge"];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knowledge-cli-usage-"));
  ({ knowledge } = commandLine(folder));
  await knowledge(["login", service.url], `${await service.token(emailOf("cli-usage"))}\n`);
  await writeFile(
    join(folder, "engine.txt"),
    "The Analytical Engine was designed by Charles Babbage in 1837.\n",
  );
  await knowledge(["upload", "engine.txt"]);
  await knowledge(["ask", "Who designed the Analytical Engine?"]);
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

test("the command line prints the usage and its cost by day, user and operation", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const days = await knowledge(["usage"]);
  expect({ status: days.status, err: days.err }).toEqual({ status: 0, err: "" });
  const [head, first, last] = days.out.trimEnd().split("\n");
  expect(head).toMatch(/^day +questions +units +assets +bytes$/);
  // A new day may have begun.
  expect(first?.slice(0, 10) === today || first?.startsWith("2")).toBe(true);
  expect(last).toMatch(/^total +1 +[1-9][\d,]* +1 +63$/);
  const operations = await knowledge(["usage", "--by", "operation,user", "--limit", "50"]);
  expect(operations.out).toMatch(/^operation +user +questions +units/);
  expect(operations.out).toMatch(/^processAsset +.+ 0 +[1-9]\d* +0 +0$/m);
  expect(operations.out).toMatch(/^threads\.events +.+ 1 +[1-9]\d* +0 +0$/m);
});

test("the command line reports no usage for other days, or the reason why it has no figures", async () => {
  const nothing = await knowledge(["usage", "--from", "2024-01-01", "--to", "2024-02-01"]);
  expect(nothing).toEqual({ status: 0, out: "Nothing was used from 2024-01-01 to 2024-02-01.\n", err: "" });
  const wrong = await knowledge(["usage", "--by", "hour"]);
  expect({ status: wrong.status, out: wrong.out, err: wrong.err }).toEqual({
    status: 1,
    out: "",
    err: expect.stringContaining("/usage: 400"),
  });
  const others = await knowledge(["usage", "--organization", "org_01h455vb4pex5vsknk084sn02q"]);
  expect({ status: others.status, err: others.err }).toEqual({
    status: 1,
    err: expect.stringContaining("/usage: 404"),
  });
});

test("the command line names the unusable file and the reason, and exits with a separate status", async () => {
  await writeFile(
    join(folder, "picture.png"),
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0),
  );
  const said = await knowledge(["upload", "picture.png"]);
  expect({ status: said.status, out: said.out, err: said.err }).toEqual({
    status: 1,
    out: expect.stringMatching(/^asset_\w{26} {2}failed {2}picture\.png: .+/),
    err: expect.stringContaining("1 of 1 files cannot be used."),
  });
  expect(await knowledge(["upload", "nowhere.txt"])).toMatchObject({
    status: 1,
    out: "",
    err: expect.stringContaining("Cannot read nowhere.txt"),
  });
});

test(
  "the command line retries for some time without a server, and then reports the failure",
  { timeout: 90_000 },
  async () => {
    const env = { KNOWLEDGE_ORIGIN: "http://127.0.0.1:1", KNOWLEDGE_TOKEN: "kwp_none" };
    const { status, err } = await knowledge(["search", "engine"], "", env);
    const told = /^The service does not respond \(.+\)\. Retrying\.\n.*cannot be reached/;
    expect({ status, err }).toEqual({ status: 1, err: expect.stringMatching(told) });
  },
);
