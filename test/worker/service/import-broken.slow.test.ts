import { beforeAll, expect, test } from "vitest";
import { objectKeys } from "../../../src/domain/asset.ts";
import { newId } from "../../../src/domain/ids.ts";
import { platformOf } from "../../../src/platform.ts";
import { runScheduledMaintenance } from "../../../src/scheduled.ts";
import { upload } from "../../support/http/assets.ts";
import { ChangedExport, type ExportNames, importRejection } from "../../support/fixtures/changed-export.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { createExported, exportPath, readExport } from "../../support/http/exports.ts";
import { call } from "../../support/http/call.ts";
import { importArchives, getImport, manualImport } from "../../support/http/imports.ts";
import { signUp } from "../../support/http/person.ts";

let origin: ChangedExport;
beforeAll(async () => {
  origin = await ChangedExport.make();
});

const text = new TextEncoder();

const asset = (change: (record: any) => object) => async (): Promise<Uint8Array> =>
  await origin.changed({ "assets.jsonl": origin.lines("assets.jsonl", change) });
const files = (path: (of: ExportNames) => string, content: string) => async (): Promise<Uint8Array> =>
  await origin.changed({ [path(origin.names)]: content });
const chunksOf = ({ asset: id, version }: ExportNames): string => `texts/${id}/${version}.chunks.json`;

/** Damaged archives whose errors the import finds while writing. The import stores nothing of the slice. */
const WRITTEN: Readonly<Record<string, readonly [make: () => Promise<Uint8Array>, reason: RegExp]>> = {
  "another original than its hash": [
    files(({ asset: id }) => `originals/${id}/guide.txt`, "Quite another text."),
    /^"originals.*has another SHA-256/,
  ],
  "another text than its version": [
    files(({ asset: id, version }) => `texts/${id}/${version}.txt`, "Quite another text."),
    /^"texts.*has another SHA-256/,
  ],
  "passages outside of the text": [
    async () => {
      const map = JSON.parse(origin.exported.text(chunksOf(origin.names)));
      return await origin.changed({
        [chunksOf(origin.names)]: JSON.stringify({
          ...map,
          chunks: map.chunks.map((chunk: object) => ({ ...chunk, end: 76 })),
        }),
      });
    },
    /passage 0 does not occur in the text/,
  ],
  "a map that is none": [files(chunksOf, "[]"), /is not a map of passages/],
  "an original in another folder": [
    asset((record) => ({ ...record, original: "collections.jsonl" })),
    /is not the path of an original/,
  ],
  "a collection of nobody": [
    asset((record) => ({ ...record, collections: [{ collectionId: newId("col"), flags: [] }] })),
    /is not among the collections/,
  ],
  "an asset in no collection": [
    asset((record) => ({ ...record, collections: [] })),
    /it is in no collection/,
  ],
  "a version that leads elsewhere": [
    asset((record) => ({ ...record, textVersions: ["../../x"] })),
    /is not a version of a text/,
  ],
  "a thread at home nowhere": [
    async () =>
      await origin.changed({
        "threads.jsonl": origin.lines("threads.jsonl", (record) => ({
          ...record,
          homeCollectionId: newId("col"),
        })),
      }),
    /is not among the collections/,
  ],
  "an artifact that is damaged": [
    async () =>
      origin.tampered((bytes) => {
        const at = Buffer.from(bytes.buffer).indexOf("<p>The brass lantern");
        bytes[at + 3] = 0x78;
      }),
    /^"artifacts.*html.html" is damaged: its checksum is wrong/,
  ],
  "two messages at one place": [
    async () => {
      const name = `threads/${origin.names.thread}.jsonl`;
      return await origin.changed({ [name]: origin.lines(name, (record) => ({ ...record, position: 1 })) });
    },
    /has a record twice/,
  ],
};

for (const [what, [make, reason]] of Object.entries(WRITTEN)) {
  test(`the import rejects ${what}, and no answer uses it`, async () => {
    const { reason: told, content, bob } = await importRejection(await make());
    expect(told).toMatch(reason);
    expect(content).toEqual({ collections: 1, assets: 0, threads: 0, objectsOf: 1 });
    const found = await call("searchPassages", { token: bob.token, body: { query: "brass lantern" } });
    expect(found.body.data.passages).toEqual([]);
  });
}

test("a thread with missing messages stays hidden and is purged", async () => {
  const name = `threads/${origin.names.thread}.jsonl`;
  const [question] = origin.exported.lines(name);
  const remark = (position: number) =>
    `${JSON.stringify({ ...question, id: newId("msg"), kind: "textV1", position })}\n`;
  const more = [...Array.from({ length: 400 }, (_, at) => remark(at + 3)), remark(402)].join("");
  const bytes = await origin.changed({
    [name]: origin.exported.text(name) + more,
    "manifest.json": origin.counts({ messages: 403 }),
  });
  const bob = await signUp("bob");
  const receipt = await importArchives(bob, bytes);
  expect([receipt.state, receipt.failureReason]).toEqual(["failed", "The archive has a record twice."]);
  expect([receipt.counts.threads, receipt.counts.messages > 150]).toEqual([0, true]);
  const recent = await call("listRecentThreads", { token: bob.token });
  expect(recent.body.data.result.entities).toEqual([]);
  const rows = async (table: string, column: string) =>
    await testEnv.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`)
      .bind(table === "threads" ? bob.organizationId : bob.userId)
      .first("n");
  expect([await rows("threads", "organization_id"), (await rows("messages", "created_by")) !== 0]).toEqual([
    1,
    true,
  ]);
  await runScheduledMaintenance(platformOf(testEnv), new Date(Date.now() + 60_000));
  await runAllJobs();
  expect([await rows("threads", "organization_id"), await rows("messages", "created_by")]).toEqual([0, 0]);
});

test("the import rejects a collection without a parent, and a collection below itself", async () => {
  const below = (parentOf: (record: any) => string | null) => async (): Promise<Uint8Array> =>
    await origin.changed({
      "collections.jsonl": origin.lines("collections.jsonl", (record) =>
        record.kind === "collection" ? { ...record, parentId: parentOf(record) } : record,
      ),
    });
  for (const make of [below(() => newId("col")), below(({ id }) => id), below(() => null)]) {
    expect((await importRejection(await make())).reason).toMatch(
      /^"collections.jsonl", line \d: its parent collection is missing/,
    );
  }
});

test("the import drops the rights and authors of an archive, and file names cannot leave their folder", async () => {
  const { ada } = await createExported();
  const bob = await signUp("bob");
  const bytes = await origin.changed({
    "access.jsonl": `${JSON.stringify({ collectionId: newId("col"), userId: ada.userId, displayName: "Ada", email: "", actions: ["own"] })}\n`,
    "../../../etc/passwd": "root",
    [objectKeys.original(bob.organizationId, newId("asset"))]: "Elsewhere.",
  });
  const { state, counts: read } = await importArchives(bob, bytes);
  expect({ state, assets: read.assets }).toEqual({ state: "done", assets: 1 });
  const again = await readExport(bob, exportPath(bob.organizationId));
  expect(again.lines("access.jsonl").filter(({ userId }) => userId !== bob.userId)).toEqual([]);
  const [thread] = again.lines("threads.jsonl");
  const messages = again.lines(`threads/${thread.id}.jsonl`);
  expect(messages.map(({ createdBy }) => createdBy)).toEqual([bob.userId, "user_00000000000000000000000000"]);
  expect((await testEnv.BUCKET.list({ prefix: ".." })).objects).toEqual([]);
  expect(
    (await call("listCollectionAssets", { token: ada.token, params: { collectionID: bob.rootId } })).status,
  ).toBe(404);
});

test("the import does not read bytes with another ETag, so replacing the archive ends its import", async () => {
  const bob = await signUp("bob");
  const assetId = await upload(bob, bob.personalId, origin.archive);
  const importId = await manualImport(bob, assetId);
  const key = await testEnv.DB.prepare("SELECT object_key FROM assets WHERE id = ?")
    .bind(assetId)
    .first<string>("object_key");
  await testEnv.BUCKET.put(key!, text.encode("Others."));
  await testEnv.DB.prepare(
    "INSERT INTO outbox (id, kind, target_id, due_at) VALUES (?, 'import_organization', ?, 0)",
  )
    .bind(newId("event"), importId)
    .run();
  await runAllJobs();
  expect((await getImport(bob, importId)).failureReason).toBe(
    "Somebody has replaced or deleted the archive meanwhile.",
  );
});
