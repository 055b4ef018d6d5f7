import { beforeAll, expect, test, vi } from "vitest";
import { objectKeys } from "../../../src/domain/asset.ts";
import { type Id, newId } from "../../../src/domain/ids.ts";
import { jobHandlerOf } from "../../../src/jobs/handlers.ts";
import { saveAssetTexts } from "../../../src/storage/d1/assets/assets.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { sha256Hex } from "../../../src/domain/sha256.ts";
import { upload } from "../../support/http/assets.ts";
import { ChangedExport, contentOf, importRejection } from "../../support/fixtures/changed-export.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { createExported, exportPath, readExport, type ReadExport } from "../../support/http/exports.ts";
import { call } from "../../support/http/call.ts";
import {
  archiveOf,
  asExported,
  asImported,
  fetchArchive,
  importArchives,
  getImport,
  manualImport,
} from "../../support/http/imports.ts";
import { JobCutOff, crashJobAt } from "../../support/faults/crash-job-at.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sampledNumbers, scaled } from "../../support/setup/scaled.ts";

/** The test stops the job at one in this many calls. */
const EVERY = scaled({ whole: 16, share: 70 });
/** Number of texts of one asset; a slice has 70. */
const SOME_TEXTS = scaled({ whole: 160, share: 75 });
const MANY_TEXTS = scaled({ whole: 1_100, share: SOME_TEXTS });
/** Number of collections; a slice has 500 records of one kind. */
const MANY_COLLECTIONS = scaled({ whole: 2_100, share: 505 });

/** Adds earlier text versions to a document. */
async function addTexts({ organizationId }: Person, assetId: string, count: number): Promise<void> {
  const id = assetId as Id<"asset">;
  const texts = await Promise.all(
    Array.from({ length: count }, async (_, nth) => {
      const text = `Edition ${nth} of the ledger: the lantern hung in shed ${nth}.`;
      const version = await sha256Hex(text);
      const textKey = objectKeys.text(organizationId as Id<"org">, id, version);
      const chunksKey = objectKeys.chunks(organizationId as Id<"org">, id, version);
      const chunks = [{ id: newId("chunk"), ordinal: 0, start: 0, end: text.length, page: 0 }];
      await testEnv.BUCKET.put(textKey, text);
      await testEnv.BUCKET.put(chunksKey, JSON.stringify({ version, chunks }));
      return { assetId: id, version, textKey, chunksKey, createdAt: new Date() };
    }),
  );
  const db = createDatabase(testEnv.DB);
  await db.write([saveAssetTexts(db, texts)]);
}

const exportedBy = async (person: Person): Promise<ReadExport> =>
  await readExport(person, exportPath(person.organizationId));

interface Exported {
  readonly export: ReadExport;
  readonly archive: Uint8Array;
}

async function exportWith(texts: number): Promise<Exported> {
  const { ada, assetId } = await createExported();
  await addTexts(ada, assetId, texts);
  return { export: await exportedBy(ada), archive: await fetchArchive(ada, exportPath(ada.organizationId)) };
}

let some: Exported;
beforeAll(async () => {
  some = await exportWith(SOME_TEXTS);
});

const countTexts = async ({ organizationId }: Person) =>
  await testEnv.DB.prepare("SELECT count(*) AS n FROM asset_texts WHERE text_key LIKE ? || '/%'")
    .bind(organizationId)
    .first<number>("n");

test("a document with more texts than a slice: export, import and export are equal except for ids", async () => {
  const { export: before, archive } = MANY_TEXTS === SOME_TEXTS ? some : await exportWith(MANY_TEXTS);
  expect(before.lines("assets.jsonl")[0].textVersions).toHaveLength(MANY_TEXTS + 1);
  const bob = await signUp("bob");
  const importId = await manualImport(
    bob,
    await upload(bob, bob.personalId, archive, { name: "export.zip" }),
  );
  await workOff(crashJobAt(0, "before").ctx, importId);
  const done = await getImport(bob, importId);
  expect(done).toMatchObject({ state: "done", failureReason: "", counts: { assets: 1, messages: 2 } });
  const after = await exportedBy(bob);
  expect(asExported(after)).toBe(await asImported(before, importId, bob));
  const [thread] = after.lines("threads.jsonl");
  for (const { id } of after.lines(`threads/${thread.id}.jsonl`).flatMap(({ citations }) => citations)) {
    expect(
      (await call("checkCitation", { token: bob.token, params: { threadID: thread.id, citationId: id } }))
        .body.data.state,
    ).toBe("valid");
  }
  const found = await call("searchPassages", { token: bob.token, body: { query: "brass lantern" } });
  expect(found.body.data.passages).toHaveLength(1);
});

test("the import accepts a document and a thread in more collections than a slice", async () => {
  const origin = await ChangedExport.make();
  const below = origin.exported.lines("collections.jsonl").find(({ kind }) => kind === "collection");
  const more = Array.from({ length: MANY_COLLECTIONS }, (_, nth) => ({
    ...below,
    id: newId("col"),
    parentId: below.id,
    label: `Shelf ${nth}`,
  }));
  const links = more.map(({ id }, nth) => ({
    collectionId: id as string,
    flags: nth % 2 === 0 ? [] : ["kept"],
  }));
  const everywhere = (record: any) => ({ ...record, collections: [...record.collections, ...links] });
  const { counts } = origin.exported.manifest;
  const archive = await origin.changed({
    "collections.jsonl":
      origin.lines("collections.jsonl", (record) => record) +
      more.map((record) => `${JSON.stringify(record)}\n`).join(""),
    "assets.jsonl": origin.lines("assets.jsonl", everywhere),
    "threads.jsonl": origin.lines("threads.jsonl", everywhere),
    "manifest.json": origin.counts({ collections: counts.collections + more.length }),
  });
  const bob = await signUp("bob");
  const done = await importArchives(bob, archive);
  expect(done).toMatchObject({ state: "done", failureReason: "", counts: { assets: 1, threads: 1 } });
  const after = await exportedBy(bob);
  expect([
    after.lines("assets.jsonl")[0].collections.length,
    after.lines("threads.jsonl")[0].collections.length,
  ]).toEqual([MANY_COLLECTIONS + 1, MANY_COLLECTIONS]);
  // The index also has the last collection.
  const last = after
    .lines("collections.jsonl")
    .find(({ label }) => label === `Shelf ${MANY_COLLECTIONS - 1}`).id;
  const found = await call("searchPassages", {
    token: bob.token,
    body: { query: "brass lantern", collectionIds: [last] },
  });
  expect(found.body.data.passages).toHaveLength(1);
});

async function workOff(ctx: ReturnType<typeof crashJobAt>["ctx"], importId: Id<"op">): Promise<void> {
  const handle = jobHandlerOf(ctx);
  for (let next = await handle({ kind: "import_organization", importId }); next !== null;)
    next = await handle(next);
}

/**
 * Runs an import that stops at the nth call and then continues.
 * @returns the number of calls
 */
async function cutOff(bob: Person, importId: Id<"op">, nth: number): Promise<number> {
  const held = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { ctx, calls } = crashJobAt(nth, nth % 2 === 0 ? "before" : "after");
  await workOff(ctx, importId).catch((error: unknown) => {
    if (!(error instanceof JobCutOff)) throw error;
  });
  const made = calls();
  await workOff(crashJobAt(0, "before").ctx, importId);
  held.mockRestore();
  await runAllJobs();
  return made;
}

test("the next job continues after a kill at any call among a document's texts", async () => {
  const run = async (nth: number): Promise<number> => {
    const bob = await signUp("bob");
    const importId = await manualImport(bob, await upload(bob, bob.personalId, some.archive));
    const made = await cutOff(bob, importId, nth);
    expect(await getImport(bob, importId)).toMatchObject({ state: "done", failureReason: "" });
    expect(asExported(await exportedBy(bob))).toBe(await asImported(some.export, importId, bob));
    return made;
  };
  const calls = await run(0);
  expect(calls).toBeGreaterThan(2 * SOME_TEXTS);
  const ends = [...sampledNumbers(calls, EVERY, "an import of many texts")];
  expect(ends.length).toBeGreaterThan(1);
  for (const nth of ends) await run(nth);
});

/** An archive in which one of the document's last texts does not match its hash. */
async function damaged(): Promise<Uint8Array> {
  const { "manifest.json": manifest, ...files } = some.export.files;
  const { id, textVersions } = some.export.lines("assets.jsonl")[0];
  const bytes = new TextEncoder().encode("Something else.");
  return await archiveOf({
    ...files,
    [`texts/${id}/${textVersions.at(-1)}.txt`]: bytes,
    "manifest.json": manifest!,
  });
}

test("a document with a damaged last text leaves no trace, although its first texts were stored", async () => {
  const { reason, content, bob } = await importRejection(await damaged());
  expect(reason).toMatch(/^"texts.*has another SHA-256/);
  expect(content).toEqual({ collections: 1, assets: 0, threads: 0, objectsOf: 1 });
  expect(await countTexts(bob)).toBe(0);
});

test("no trace of the document stays after a kill at any call of the cleanup", async () => {
  const archive = await damaged();
  const run = async (nth: number): Promise<number> => {
    const bob = await signUp("bob");
    const importId = await manualImport(
      bob,
      await upload(bob, bob.personalId, archive, { name: "export.zip" }),
    );
    const made = await cutOff(bob, importId, nth);
    expect(await getImport(bob, importId)).toMatchObject({ state: "failed" });
    expect({ content: await contentOf(bob), countTexts: await countTexts(bob) }).toEqual({
      content: { collections: 1, assets: 0, threads: 0, objectsOf: 1 },
      countTexts: 0,
    });
    return made;
  };
  const calls = await run(0);
  // The last calls belong to the cleanup.
  for (const back of scaled({ whole: [0, 1, 2, 3, 4, 5], share: [2] })) await run(calls - back);
});
