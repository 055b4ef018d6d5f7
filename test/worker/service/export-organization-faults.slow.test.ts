import { afterEach, expect, test, vi } from "vitest";
import { zipStream } from "../../../src/services/service/internal/export/zip-stream.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { createExported, exportPath, readExport } from "../../support/http/exports.ts";
import { rawCall } from "../../support/http/call.ts";
import { type Person } from "../../support/http/person.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const of = ({ organizationId }: Person, after = ""): string => exportPath(organizationId, after);

test("the archive breaks off when its reader no longer owns the organization", async () => {
  const { ada } = await createExported();
  const logged = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  interceptBatches(async (_, send, db, texts) => {
    const isOfAssets = texts.some((text) => text.includes("pa.object_key"));
    if (isOfAssets)
      await db.prepare("DELETE FROM grants WHERE user_id = ? AND action = 'own'").bind(ada.userId).run();
    return await send();
  });
  const response = await rawCall("GET", of(ada), { token: ada.token });
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow("There is no such organization");
  expect(logged.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    expect.objectContaining({ event: "export_broken", operation: "exportOrganization", code: "not_found" }),
  ]);
});

test("an export requests a file after reading the previous one, and no file after the reader disconnects", async () => {
  let asked = 0;
  const closed: unknown[] = [];
  async function* files() {
    for (; asked < 50; asked += 1)
      yield { name: `${asked}.txt`, input: "A line of a book.\n".repeat(10_000), lastModified: new Date() };
  }
  const onFault = vi.fn<(error: unknown) => void>();
  const archive = zipStream(files(), { onFault, close: async (reason) => void closed.push(reason) });
  const turns = async (): Promise<number> => {
    for (let times = 0; times < 100; times += 1) await scheduler.wait(0);
    return asked;
  };
  expect(await turns()).toBe(0);
  const reader = archive.getReader();
  await reader.read();
  expect(await turns()).toBeLessThan(2);
  await reader.cancel("enough");
  expect({ turns: await turns(), closed, calls: onFault.mock.calls }).toEqual({
    turns: expect.any(Number),
    closed: ["enough"],
    calls: [],
  });
  expect(asked).toBeLessThan(2);
});

test("an export lists bytes that the bucket lost or changed, and includes all others", async () => {
  const { ada, folder, assetId } = await createExported();
  const lost = await addReadyAsset(ada, folder, "A lost one.", { name: "lost.txt" });
  const key = await testEnv.DB.prepare("SELECT object_key FROM assets WHERE id = ?")
    .bind(lost)
    .first<string>("object_key");
  const { version, chunks_key: chunks } = (await testEnv.DB.prepare(
    "SELECT version, chunks_key FROM asset_texts WHERE asset_id = ?",
  )
    .bind(lost)
    .first<{ version: string; chunks_key: string }>())!;
  await testEnv.BUCKET.delete([key!, chunks]);
  const { manifest, files } = await readExport(ada, of(ada));
  expect(manifest.missing).toEqual([
    { assetId: lost, file: `originals/${lost}/lost.txt` },
    { assetId: lost, file: `texts/${lost}/${version}.chunks.json` },
  ]);
  const { missing, originals, texts, chunks: maps } = manifest.counts;
  expect([missing, originals, texts, maps]).toEqual([2, 1, 2, 1]);
  expect(Object.keys(files)).toContain(`originals/${assetId}/guide.txt`);
});
