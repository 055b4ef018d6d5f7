import { afterEach, expect, test, vi } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { makePdf, pageOf } from "../../support/fixtures/documents/pdf.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Too long for extraction in the main Worker. */
const LETTER = "The loom in shed seven weaves flowers and leaves of silk.\n\n".repeat(120);
/** Too long to keep in memory. */
const BOOK = "The loom in shed nine weaves ferns and thistles of linen.\n\n".repeat(1_500);
/**
 * Keywords that mark the record of the first asset. The second asset has them only if it reused that result.
 */
const MARK = '["handed on"]';

async function mark(assetId: string): Promise<void> {
  await testEnv.DB.prepare("UPDATE assets SET keywords = ? WHERE id = ?").bind(MARK, assetId).run();
}

async function keywordsOf(assetId: string): Promise<string | null> {
  return await testEnv.DB.prepare("SELECT keywords FROM assets WHERE id = ?")
    .bind(assetId)
    .first<string>("keywords");
}

interface Stored {
  readonly text_key: string;
  readonly chunks_key: string;
}

async function storedOf(assetId: string): Promise<Stored> {
  const found = await testEnv.DB.prepare("SELECT text_key, chunks_key FROM asset_texts WHERE asset_id = ?")
    .bind(assetId)
    .first<Stored>();
  if (found === null) throw new Error("no text");
  return found;
}

async function chunkIds(assetId: string): Promise<string[]> {
  const map = await (
    await testEnv.BUCKET.get((await storedOf(assetId)).chunks_key)
  )?.json<{ chunks: { id: string }[] }>();
  return map?.chunks.map(({ id }) => id) ?? [];
}

async function textOf(ada: Person, assetId: string): Promise<string> {
  const { text_key: key } = await storedOf(assetId);
  expect(key).toContain(assetId);
  expect(key).toContain(ada.organizationId);
  return (await (await testEnv.BUCKET.get(key))?.text()) ?? "";
}

test.each([
  ["a letter", LETTER],
  ["a book", BOOK],
])(
  "%s with bytes that the organization already has reuses the extraction, and gets a text and passages of its own",
  async (_, content) => {
    const ada = await signUp();
    const first = await addReadyAsset(ada, ada.personalId, content);
    await mark(first);
    const second = await addReadyAsset(ada, ada.personalId, content);
    expect(await keywordsOf(second)).toBe(MARK);
    expect(await textOf(ada, second)).toBe(content);
    const [before, after] = [await chunkIds(first), await chunkIds(second)];
    expect(after).toHaveLength(before.length);
    expect(new Set([...before, ...after]).size).toBe(2 * before.length);
    expect(await testEnv.KNOWLEDGE_INDEX.getByName(`${ada.organizationId}/0`).countPassages(second)).toBe(
      after.length,
    );
    // After the first asset is purged with all its objects, the second asset keeps its own.
    const gone = await storedOf(first);
    await testEnv.BUCKET.delete([gone.text_key, gone.chunks_key]);
    expect(await textOf(ada, second)).toBe(content);
  },
);

test.each([
  ["a short", 3],
  ["a long", 600],
])("the note of %s PDF lists pages without text, even with a reused result", async (_, pages) => {
  const ada = await signUp();
  const line = (page: number, at: number) => `Line ${at} of page ${page} is of the loom in shed seven.`;
  const pageAt = (page: number) =>
    page === 2 ? [] : pageOf(...Array.from({ length: 4 }, (_line, at) => line(page, at)));
  const content = makePdf({ pages: Array.from({ length: pages }, (_page, at) => pageAt(at + 1)) });
  for (const isHandedOn of [false, true]) {
    const assetId = await addReadyAsset(ada, ada.personalId, content, { contentType: "application/pdf" });
    expect((await keywordsOf(assetId)) === MARK).toBe(isHandedOn);
    const { data } = (await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body;
    expect(data.processingMessage).toMatch(new RegExp(`^Ready, but page 2 of ${pages} holds no text`));
    await mark(assetId);
  }
});

test("another organization extracts its own bytes", async () => {
  const [ada, eve] = [await signUp(), await signUp()];
  await mark(await addReadyAsset(ada, ada.personalId, LETTER));
  const theirs = await addReadyAsset(eve, eve.personalId, LETTER);
  expect(await keywordsOf(theirs)).not.toBe(MARK);
});

test.each([
  ["deleted", "lifecycle_state = 'deleted'"],
  ["read by somebody else's worker", "worker_strategy = 'external'"],
  ["read more than a day ago", `last_ready_at = ${Date.now() - 25 * 60 * 60_000}`],
  ["a message with what is attached", "extraction_strategy = 'mail'"],
  ["of another type", "content_type = 'text/markdown'"],
  ["named as another kind", "original_file_name = 'notes.py'"],
  ["of other bytes", `sha256 = '${"0".repeat(64)}'`],
  ["a page", "source_url = 'https://example.com/'"],
])("the service does not reuse a result that is %s", async (_, change) => {
  const ada = await signUp();
  const first = await addReadyAsset(ada, ada.personalId, LETTER);
  await mark(first);
  await testEnv.DB.prepare(`UPDATE assets SET ${change} WHERE id = ?`).bind(first).run();
  const second = await addReadyAsset(ada, ada.personalId, LETTER);
  expect(await keywordsOf(second)).not.toBe(MARK);
});

test.each(["text_key", "chunks_key"] as const)(
  "a missing or damaged stored %s causes a new extraction",
  async (key) => {
    const ada = await signUp();
    const first = await addReadyAsset(ada, ada.personalId, LETTER);
    await mark(first);
    const stored = await storedOf(first);
    await testEnv.BUCKET.put(stored[key], "something else");
    const second = await addReadyAsset(ada, ada.personalId, LETTER);
    expect(await keywordsOf(second)).not.toBe(MARK);
    expect(await textOf(ada, second)).toBe(LETTER);
    await testEnv.BUCKET.delete(stored[key]);
    await mark(first);
    await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?").bind(second).run();
    const third = await addReadyAsset(ada, ada.personalId, LETTER);
    expect(await keywordsOf(third)).not.toBe(MARK);
    expect(await textOf(ada, third)).toBe(LETTER);
  },
);

test("a requested reprocessing extracts again", async () => {
  const ada = await signUp();
  const first = await addReadyAsset(ada, ada.personalId, LETTER);
  const second = await addReadyAsset(ada, ada.personalId, LETTER);
  await mark(first);
  expect((await call("POST", `/v1/assets/${second}/reprocess`, { token: ada.token })).status).toBe(200);
  await vi.waitUntil(
    async () =>
      (await call("GET", `/v1/assets/${second}`, { token: ada.token })).body.data.lifecycleState === "ready",
    {
      timeout: 20_000,
    },
  );
  expect(await keywordsOf(second)).not.toBe(MARK);
});
