/** The command line exports and imports an organization's archive. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeZip } from "client-zip";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportArchiveParts, type WrittenPart } from "../../client/src/cli/export-archive.ts";
import { newId } from "../../src/domain/ids.ts";
import { emailOf } from "../support/http/remote-user.ts";
import { type CommandLine, commandLine } from "../support/http/command-line.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();
let folder: string;
let knowledge: CommandLine["knowledge"];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knowledge-cli-"));
  ({ knowledge } = commandLine(folder));
  await knowledge(["login", service.url], `${await service.token(emailOf("cli-archives"))}\n`);
  await writeFile(
    join(folder, "engines.txt"),
    "The Difference Engine was built by Per Georg Scheutz in 1843.\n",
  );
  await knowledge(["upload", "engines.txt"]);
  await knowledge(["ask", "Who built the Difference Engine?"]);
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

test("the command line exports the organization to an archive, and lists its content", async () => {
  await writeFile(join(folder, "loom.txt"), "The loom stands in shed nine.\n");
  expect((await knowledge(["upload", "loom.txt"])).status).toBe(0);
  const said = await knowledge(["export", "all.zip"]);
  expect(said).toMatchObject({
    status: 0,
    err: "",
    out: expect.stringMatching(/^all\.zip {2}.*\d+ assets, \d+ originals, \d+ texts/),
  });
  const files = unzipSync(await readFile(join(folder, "all.zip")));
  const [original = ""] = Object.keys(files).filter((name) => name.endsWith("/loom.txt"));
  expect(strFromU8(files[original] ?? new Uint8Array())).toBe("The loom stands in shed nine.\n");
  const refused = await knowledge(["export", "other.zip", "--organization", newId("org")]);
  expect(refused).toMatchObject({
    status: 1,
    out: "",
    err: expect.stringContaining("(GET /v1/organizations/{organizationId}/export: 404)"),
  });
  expect((await readdir(folder)).filter((name) => name.startsWith("other"))).toEqual([]);
});

test("the command line imports an archive into an empty organization, and otherwise states the reason", async () => {
  await knowledge(["export", "moving.zip"]);
  const other = {
    KNOWLEDGE_ORIGIN: service.url,
    KNOWLEDGE_TOKEN: await service.token(emailOf("cli-moving")),
  };
  const said = await knowledge(["import", "moving.zip"], "", other);
  expect(said).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^moving\.zip {2}\d+ collections, [1-9]\d* assets, [1-9]\d* threads/),
  });
  expect(said.err).toMatch(/^moving\.zip: (\d+) of \1 bytes$/m);
  const found = await knowledge(["search", "Difference Engine"], "", other);
  expect(found.out).toContain("Per Georg Scheutz");
  const again = await knowledge(["import", "moving.zip"], "", other);
  expect(again).toMatchObject({
    status: 1,
    out: "",
    err: expect.stringContaining("an organization without threads"),
  });
  const nobody = { ...other, KNOWLEDGE_TOKEN: await service.token(emailOf("cli-nothing")) };
  await writeFile(join(folder, "none.zip"), "No archive at all, whatever it is called.");
  await writeFile(join(folder, "none.2.zip"), "Nor is this.");
  const none = await knowledge(["import", "none.zip"], "", nobody);
  expect(none).toMatchObject({
    status: 1,
    err: expect.stringContaining("The import failed: It is not an export archive, or it is incomplete."),
  });
  expect(none.err).toContain("none.2.zip: 12 of 12 bytes");
  expect(await knowledge(["import", "nowhere.zip"], "", other)).toMatchObject({
    status: 1,
    err: "Cannot read nowhere.zip.\n",
  });
  expect(await knowledge(["import"], "", other)).toMatchObject({ err: "knowledge import <file.zip>\n" });
});

async function writtenBy(parts: AsyncIterable<WrittenPart>): Promise<WrittenPart[]> {
  const written: WrittenPart[] = [];
  for await (const part of parts) written.push(part);
  return written;
}

test("the command line resumes an export after each complete part, and drops an incomplete one", async () => {
  const archive = async (next: string | null): Promise<Uint8Array> => {
    const manifest = { name: "manifest.json", input: JSON.stringify({ next, counts: { assets: 1 } }) };
    return new Uint8Array(
      await new Response(makeZip([{ name: "a.txt", input: "PK\u0005\u0006" }, manifest])).arrayBuffer(),
    );
  };
  const [first, last] = [await archive("asset_1"), await archive(null)];
  const asked: (string | null)[] = [];
  const parts = async (after: string | null): Promise<Response> => {
    asked.push(after);
    return new Response(after === null ? first : last);
  };
  const path = join(folder, "parts.zip");
  expect(await writtenBy(exportArchiveParts(parts, path))).toEqual([
    { path, counts: { assets: 1 } },
    { path: join(folder, "parts.2.zip"), counts: { assets: 1 } },
  ]);
  expect([
    asked,
    new Uint8Array(await readFile(path)),
    new Uint8Array(await readFile(join(folder, "parts.2.zip"))),
  ]).toEqual([[null, "asset_1"], first, last]);
  for (const broken of [first.slice(0, -1), first.slice(0, 50), new Uint8Array()]) {
    const cut = writtenBy(exportArchiveParts(async () => new Response(broken), join(folder, "cut.zip")));
    await expect(cut).rejects.toThrow("The export broke off");
  }
  const standing = writtenBy(
    exportArchiveParts(async () => new Response(first), join(folder, "standing.zip")),
  );
  await expect(standing).rejects.toThrow("makes no progress after asset_1");
  expect((await readdir(folder)).filter((name) => /cut|unfinished/.test(name))).toEqual([]);
});
