import { readdir, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { getAsset } from "../../scripts/demo/workspace.ts";
import { addReadyFile, type RemoteUser, signUp, textFile } from "../support/http/remote-user.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { REMOTE_WAIT } from "../support/setup/wait.ts";

/** The bucket of one machine does not fsync: after a power cut a file may be truncated or hold only zeros. */
const DAMAGES: readonly (readonly [string, (path: string, size: number) => Promise<void>])[] = [
  ["cut off", async (path, size) => await truncate(path, Math.floor(size / 2))],
  ["all zeros", async (path, size) => await writeFile(path, new Uint8Array(size))],
];
/** The service retries the bytes with growing delays. */
const LOOK_EVERY_MS = 1_000;
const LOST = "The stored bytes of this file are damaged. Upload it again.";
/** One text below the in-memory limit, and one text above the limit. */
const SIZES = { small: 20, long: 2_000 };

let service: Service;
let ada: RemoteUser;
beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off" } });
  ada = await signUp(service, "ada");
});

const textOf = (name: string, sentences: number): string =>
  `The ${name} lantern stands in the north cellar of the mill.\n${Array.from({ length: sentences }, (_, at) => `Shelf ${at} of the ${name} room holds sacks.\n`).join("")}`;

/** The files that store the bytes of a text, found by their length. */
async function blobsOf(size: number): Promise<string[]> {
  const entries = await readdir(service.dir, { recursive: true, withFileTypes: true });
  const blobs = entries
    .filter((entry) => entry.isFile() && entry.parentPath.endsWith("/blobs"))
    .map((entry) => join(entry.parentPath, entry.name));
  const sized = await Promise.all(blobs.map(async (path) => ({ path, size: (await stat(path)).size })));
  return sized.filter((blob) => blob.size === size).map(({ path }) => path);
}

async function reprocess(assetId: string) {
  await ada.api.request("POST", "/v1/assets/{assetID}/reprocess", { params: { assetID: assetId } });
  return await vi.waitUntil(
    async () => {
      const asset = await getAsset(ada.api, assetId);
      return ["ready", "failed"].includes(asset.lifecycleState) ? asset : null;
    },
    { timeout: 8 * REMOTE_WAIT.timeout, interval: LOOK_EVERY_MS },
  );
}

/** The text as a client reads it; null if the request is rejected or breaks off. */
async function readText(assetId: string): Promise<string | null> {
  try {
    return await ada.api.text(`/v1/assets/${assetId}/text`);
  } catch {
    return null;
  }
}

test(
  "files with lost bytes fail with a reason, and no client receives truncated text",
  { timeout: 300_000 },
  async () => {
    const files = DAMAGES.flatMap(([damage, harm]) =>
      Object.entries(SIZES).map(([kind, sentences]) => {
        const name = `${kind}-${damage.replace(" ", "-")}`;
        return { damage, harm, file: textFile(`${name}.txt`, textOf(name, sentences)) };
      }),
    );
    const stored = await Promise.all(
      files.map(async (each) => ({
        ...each,
        assetId: await addReadyFile(ada, ada.workspace.personalId, each.file),
      })),
    );
    // The original and its text have the same bytes in two files.
    const blobs = await Promise.all(files.map(async ({ file }) => await blobsOf(file.bytes.length)));
    expect(blobs.map(({ length }) => length)).toEqual([2, 2, 2, 2]);
    await service.kill("SIGKILL");
    for (const [at, { harm, file }] of files.entries())
      for (const path of blobs[at] ?? []) await harm(path, file.bytes.length);
    await service.restart();

    const short = stored.filter(({ damage }) => damage === "cut off");
    expect(await Promise.all(short.map(async ({ assetId }) => await readText(assetId)))).toEqual([
      null,
      null,
    ]);
    const ended = await Promise.all(stored.map(async ({ assetId }) => await reprocess(assetId)));
    expect(ended.map(({ lifecycleState, failureReason }) => [lifecycleState, failureReason])).toEqual(
      files.map(() => ["failed", LOST]),
    );
  },
);

test("an answer never quotes lost bytes", async () => {
  const text = textOf("brass", SIZES.long);
  const file = textFile("brass.txt", text);
  const assetId = await addReadyFile(ada, ada.workspace.personalId, file);
  await service.kill("SIGKILL");
  for (const path of await blobsOf(file.bytes.length)) await truncate(path, 100);
  await service.restart();
  const body = {
    query: "Where does the brass lantern stand?",
    assetIds: [assetId],
    collectionIds: [],
    limit: 3,
  };
  const { passages } = (await ada.api.request("POST", "/v1/search", { body })).data;
  // The index has its own copy, and every commit of it was flushed.
  expect(passages.length).toBeGreaterThan(0);
  expect(passages.every((passage) => text.includes(passage.text))).toBe(true);
});
