import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { dirname, join } from "node:path";
import { describe, expect, test, onTestFinished } from "vitest";
import { listedFiles, readSetFiles } from "../../tools/eval/attributed/read-set-files.ts";
import { SETS } from "../../tools/eval/attributed/sets.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import { endless, startLocalServer } from "../support/fixtures/local-server.ts";

/** @returns its origin */
async function serving(listener: RequestListener): Promise<string> {
  const { origin, close } = await startLocalServer(listener);
  onTestFinished(close);
  return origin;
}

describe("the files of a set", () => {
  const set = { name: "harbour", repository: "sandby/harbour", commit: "c0ffee" };
  const bytes = "fares";
  const files = [{ path: "data/fares.txt", sha256: createHash("sha256").update(bytes).digest("hex") }];
  const put = async (folder: string, text: string): Promise<string> => {
    const file = join(folder, set.name, "data", "fares.txt");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    return file;
  };

  test("the reader lists the files of each set, each file once", async () => {
    const all = await Promise.all(SETS.map(async ({ name }) => await listedFiles(name)));
    for (const own of all) {
      expect(own.length).toBeGreaterThan(0);
      expect(new Set(own.map(({ path }) => path)).size).toBe(own.length);
    }
  });

  test("the reader fetches each file once from the pinned commit, and stores it", async () => {
    const folder = await newFolder();
    const asked: string[] = [];
    const server = await serving((request, response) => {
      asked.push(request.url ?? "");
      response.end(bytes);
    });
    for (let round = 0; round < 2; round += 1)
      expect(await readSetFiles(set, files, { folder, from: server })).toEqual(
        new Map([["data/fares.txt", bytes]]),
      );
    expect(asked).toEqual(["/sandby/harbour/c0ffee/data/fares.txt"]);
    expect(await readFile(join(folder, "harbour", "data", "fares.txt"), "utf8")).toBe(bytes);
  });

  test("the reader rejects a file with changed content and does not store it", async () => {
    const folder = await newFolder();
    const server = await serving((_, response) => void response.end("dearer fares"));
    await expect(readSetFiles(set, files, { folder, from: server })).rejects.toThrow(
      "harbour: data/fares.txt differs from the listed file",
    );
    await expect(readFile(join(folder, "harbour", "data", "fares.txt"))).rejects.toThrow("ENOENT");
  });

  test("an error about a missing file names its address", async () => {
    const server = await serving((_, response) => void response.writeHead(404).end());
    await expect(readSetFiles(set, files, { folder: await newFolder(), from: server })).rejects.toThrow(
      `Cannot download ${server}/sandby/harbour/c0ffee/data/fares.txt: the response has status 404`,
    );
  });

  test("a file has a maximum size", async () => {
    const server = await serving(endless);
    await expect(readSetFiles(set, files, { folder: await newFolder(), from: server })).rejects.toThrow(
      "it is larger than 16 MiB",
    );
  });

  test("the reader takes files from a given folder without a fetch", async () => {
    const folder = await newFolder();
    await expect(readSetFiles(set, files, { folder, from: null })).rejects.toThrow(
      "a checkout of sandby/harbour",
    );
    await put(folder, bytes);
    expect(await readSetFiles(set, files, { folder, from: null })).toEqual(
      new Map([["data/fares.txt", bytes]]),
    );
    await put(folder, "other");
    await expect(readSetFiles(set, files, { folder, from: null })).rejects.toThrow(
      "differs from the listed file",
    );
  });
});
