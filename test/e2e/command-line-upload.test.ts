/** Repeated uploads of folders, and uploads during a restart of the service. */
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test, onTestFinished } from "vitest";
import { createClient, type KnowledgeClient } from "../../client/src/index.ts";
import { emailOf } from "../support/http/remote-user.ts";
import { commandLine } from "../support/http/command-line.ts";
import { type Service, startTestService } from "../support/http/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off", EMBEDDER: "off", READER: "off" } });
});

async function scene(name: string) {
  const folder = await mkdtemp(join(tmpdir(), "knowledge-cli-upload-"));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const token = await service.token(emailOf(name));
  const client = createClient({ origin: service.url, token });
  const { personalId, organizationContext } = await client.signIn({ email: emailOf(name) });
  const { knowledge } = commandLine(folder);
  const env = { KNOWLEDGE_ORIGIN: service.url, KNOWLEDGE_TOKEN: token };
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  return {
    folder,
    client,
    personalId,
    organizationContext,
    write,
    run: async (...args: string[]) => await knowledge(args, "", env),
  };
}

/** The paths of all files below a collection, made of labels. */
async function pathsBelow(client: KnowledgeClient, collectionID: string): Promise<string[]> {
  const labels = new Map((await client.collections()).map(({ id, label }) => [id, label]));
  const query = { includeDescendants: "true", limit: 200 } as const;
  const { data } = await client.request("GET", "/v1/collection/{collectionID}/assets", {
    params: { collectionID },
    query,
    headers: { prefer: "identifiers=text" },
  });
  const holders = data.result.entities.map(
    ({ collectionIds }) => (collectionIds as unknown as string[])[0] ?? "",
  );
  return data.result.entities
    .map(({ data: { originalFilename } }, at) => `${labels.get(holders[at] ?? "") ?? ""}/${originalFilename}`)
    .sort();
}

describe("knowledge upload FOLDER", () => {
  test("the upload of a folder stores each file once however often it runs, and turns subfolders into collections", async () => {
    const { client, personalId, write, run, folder } = await scene("twice");
    await write("papers/engine.txt", "The Analytical Engine was designed in 1837.");
    await write("papers/old/mill.txt", "The mill was built in 1843.");
    await write("papers/new/mill.txt", "The mill was built in 1843.");
    await write("papers/old/deep/a b.txt", "Nine legs hold the table.");
    const paths = ["Personal/engine.txt", "deep/a b.txt", "new/mill.txt", "old/mill.txt"].sort();
    const first = await run("upload", "papers");
    expect([
      first.status,
      first.out.match(/^asset_\w{26} {2}ready/gm)?.length,
      first.err.includes("Already stored"),
    ]).toEqual([0, 4, false]);
    expect(await pathsBelow(client, personalId)).toEqual(paths);

    const again = await run("upload", "papers");
    expect(again).toMatchObject({ status: 0, out: first.out, err: "Already stored: 4 of 4 files.\n" });
    expect(await pathsBelow(client, personalId)).toEqual(paths);

    // New bytes under an old name make another file, and so do old bytes under a new name.
    await write("papers/engine.txt", "The Analytical Engine was designed in 1838.");
    await cp(join(folder, "papers", "old", "mill.txt"), join(folder, "papers", "old", "copy.txt"));
    expect((await run("upload", "papers")).err).toContain("3 of 5 files");
    expect(await pathsBelow(client, personalId)).toEqual(
      [...paths, "Personal/engine.txt", "old/copy.txt"].sort(),
    );
  });

  test("a repeated upload completes the assets of an interrupted upload", async () => {
    const { client, personalId, organizationContext, write, run } = await scene("left");
    const text = "The quarry of Hollin gave slate until 1911.";
    await write("papers/quarry.txt", text);
    const sha256 = createHash("sha256").update(text).digest("hex");
    const assets = [{ contentType: "text/plain", originalFileName: "quarry.txt", size: text.length, sha256 }];
    await client.request("POST", "/v1/assets/batch", {
      body: { collectionID: personalId, organizationContext, assets },
    });
    expect((await run("upload", "papers")).out).toMatch(/^asset_\w{26} {2}ready {3}quarry\.txt\n$/);
    expect(await pathsBelow(client, personalId)).toEqual(["Personal/quarry.txt"]);
  });

  test("the upload of a folder retries a failed file and stores it once", async () => {
    const { client, personalId, write, run } = await scene("failed");
    await write("papers/picture.png", "\u0089PNG\r\n\u001a\n");
    for (const _ of [1, 2]) {
      expect(await run("upload", "papers")).toMatchObject({
        status: 1,
        out: expect.stringMatching(/^asset_\w{26} {2}failed {2}picture\.png: .+/),
      });
      expect(await pathsBelow(client, personalId)).toEqual(["Personal/picture.png"]);
    }
  });

  test(
    "the upload of a folder continues after the service is killed and restarted midway",
    { timeout: 180_000 },
    async () => {
      const { client, personalId, write, run } = await scene("restart");
      const names = Array.from({ length: 60 }, (_, at) => `light${at}.txt`);
      for (const name of names) await write(`lights/${name}`, `The lighthouse ${name} was lit in a storm.`);
      const uploading = run("upload", "lights");
      await expect
        .poll(async () => (await pathsBelow(client, personalId)).length, { timeout: 60_000 })
        .toBeGreaterThan(0);
      await service.kill("SIGKILL");
      await service.restart();
      const { status, out } = await uploading;
      expect([status, out.match(/^asset_\w{26} {2}ready/gm)?.length]).toEqual([0, names.length]);
      expect(await pathsBelow(client, personalId)).toEqual(names.map((name) => `Personal/${name}`).sort());
    },
  );
});
