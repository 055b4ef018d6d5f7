import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import {
  exportedAccess,
  exportedAsset,
  exportedCollection,
  exportManifest,
  exportedMessage,
  exportedOrganization,
  exportedThread,
} from "../../../src/domain/export-format.ts";
import { newId } from "../../../src/domain/ids.ts";
import { createKey } from "../../support/http/create-key.ts";
import { addReadyAsset, upload } from "../../support/http/assets.ts";
import { tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { createExported, exportPath, GUIDE, readExport } from "../../support/http/exports.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { share } from "../../support/http/create-collection.ts";

const RECORDS: Record<string, z.ZodType> = {
  "organization.jsonl": exportedOrganization,
  "collections.jsonl": exportedCollection,
  "access.jsonl": exportedAccess,
  "assets.jsonl": exportedAsset,
  "threads.jsonl": exportedThread,
};

afterEach(() => {
  vi.restoreAllMocks();
});

const of = ({ organizationId }: Person, after = ""): string => exportPath(organizationId, after);

test("an archive has every record in its schema's form, the bytes, the texts, and citations that match them", async () => {
  const { ada, bob, folder, assetId, threadId } = await createExported();
  const eve = await signUp("eve");
  await addReadyAsset(eve, eve.personalId, "Eve's own.");
  const archive = await readExport(ada, of(ada));
  for (const [name, record] of Object.entries(RECORDS))
    z.array(z.strictObject((record as z.ZodObject).shape)).parse(archive.lines(name));
  expect(archive.lines("organization.jsonl")).toEqual([
    expect.objectContaining({ id: ada.organizationId, rootCollectionId: ada.rootId }),
  ]);
  const collections = archive.lines("collections.jsonl");
  expect(collections.map(({ id }) => id)).toEqual(
    expect.arrayContaining([ada.rootId, ada.personalId, folder]),
  );
  expect(collections[0]).toMatchObject({ id: ada.rootId, parentId: null, kind: "root" });
  expect(archive.lines("access.jsonl")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ collectionId: folder, userId: bob.userId, actions: ["read"], email: "" }),
      expect.objectContaining({ collectionId: ada.rootId, userId: ada.userId, email: ada.email }),
    ]),
  );
  const [asset, ...others] = archive.lines("assets.jsonl");
  expect(others).toEqual([]);
  expect(asset).toMatchObject({
    id: assetId,
    original: `originals/${assetId}/guide.txt`,
    collections: [{ collectionId: folder, flags: [] }],
  });
  expect(archive.text(asset.original)).toBe(GUIDE);
  expect(archive.lines("threads.jsonl")).toEqual([
    expect.objectContaining({ id: threadId, label: "Lanterns", homeCollectionId: folder }),
  ]);
  const messages = z
    .array(z.strictObject(exportedMessage.shape))
    .parse(archive.lines(`threads/${threadId}.jsonl`));
  expect(messages.map(({ position, inReplyTo }) => [position, inReplyTo])).toEqual([
    [1, null],
    [2, messages[0]!.id],
  ]);
  const [citation, ...more] = messages[1]!.citations;
  expect({ assetId: citation?.assetId, textVersion: citation?.textVersion, more }).toEqual({
    assetId,
    textVersion: asset.textVersion,
    more: [],
  });
  const text = archive.text(`texts/${assetId}/${citation!.textVersion}.txt`);
  expect(text.slice(citation!.start, citation!.end)).toBe(citation!.quote);
  expect(citation!.quote).toContain("shed seven");
  const { version, chunks } = JSON.parse(
    archive.text(`texts/${assetId}/${citation!.textVersion}.chunks.json`),
  );
  expect(version).toBe(citation!.textVersion);
  const passage = chunks.find(({ id }: { id: string }) => id === citation!.chunkId);
  expect([passage.start <= citation!.start, citation!.end <= passage.end]).toEqual([true, true]);
  const markdown = archive.text(`threads/${threadId}.md`);
  expect(markdown).toContain("# Lanterns\n");
  expect(markdown).toContain("> Where does the brass lantern hang?");
  expect(markdown).toContain(
    `1. [guide\\.txt](../originals/${assetId}/guide.txt), characters ${citation!.start} to ${citation!.end} of [its text]`,
  );
  expect(markdown).toContain(`   > ${citation!.quote}`);
  const manifest = z.strictObject(exportManifest.shape).parse(archive.manifest);
  expect(manifest).toMatchObject({
    of: { kind: "organization", id: ada.organizationId },
    after: null,
    next: null,
    missing: [],
  });
  const counted = {
    collections: collections.length,
    assets: 1,
    originals: 1,
    texts: 1,
    chunks: 1,
    threads: 1,
    messages: 2,
    citations: 1,
  };
  expect(manifest.counts).toMatchObject(counted);
  expect(Object.keys(archive.files).at(-1)).toBe("manifest.json");
  expect(JSON.parse(archive.text("schema.json")).files["assets.jsonl"].required).toContain("textVersion");
});

test("a caller who does not own the organization gets the audit log's error, by token and by key", async () => {
  const { ada, bob, folder } = await createExported();
  const eve = await signUp("eve");
  await share(ada, ada.rootId, bob, ["read"]);
  const status = async (token: string | undefined, path = of(ada)): Promise<number> =>
    (await rawCall("GET", path, { token })).status;
  const [all, narrow, reading] = [
    (await createKey(ada)).key,
    (await createKey(ada, { collectionIds: [folder] })).key,
    (await createKey(ada, { actions: ["read"] })).key,
  ];
  const asked = [undefined, bob.token, eve.token, all, narrow, reading].map(
    async (token) => await status(token),
  );
  expect(await Promise.all(asked)).toEqual([401, 403, 404, 200, 404, 403]);
  const wrong = [`${of(ada)}?after=thread`, `${of(ada)}?after=${folder}`, exportPath(folder)];
  expect(await Promise.all(wrong.map(async (path) => await status(ada.token, path)))).toEqual([
    400, 400, 400,
  ]);
  const { body } = await call("GET", `${of(ada)}?after=thread`, { token: ada.token });
  expect(body.message).toBe("after: must be the id of an asset or a thread");
});

test("an export omits deleted records and their quotes in answers", async () => {
  const { ada, folder, assetId, threadId } = await createExported();
  const gone = await startThread(ada, folder);
  await tombstone(ada, "thread", [gone]);
  await tombstone(ada, "asset", [assetId]);
  const archive = await readExport(ada, of(ada));
  expect([archive.lines("assets.jsonl"), archive.lines("threads.jsonl").map(({ id }) => id)]).toEqual([
    [],
    [threadId],
  ]);
  const [, answer] = archive.lines(`threads/${threadId}.jsonl`);
  expect({ citations: answer.citations, content: answer.content }).toEqual({
    citations: [],
    content: expect.stringContaining("[deleted]"),
  });
  const told = Object.keys(archive.files).map((name) => `${name} ${archive.text(name)}`);
  for (const secret of ["shed seven", "guide", assetId, gone])
    expect(told.filter((text) => text.includes(secret))).toEqual([]);
});

test("an export splits a large archive into parts that together contain everything once", async () => {
  const { ada, folder, assetId, threadId } = await createExported();
  const more = [
    await addReadyAsset(ada, folder, "A second one."),
    await upload(ada, folder, "Not read yet."),
  ];
  const all = [assetId, ...more];
  await testEnv.DB.prepare("UPDATE assets SET file_size = 300000000 WHERE organization_id = ?")
    .bind(ada.organizationId)
    .run();
  const parts = [await readExport(ada, of(ada))];
  while (parts.at(-1)!.manifest.next !== null && parts.length < 10)
    parts.push(await readExport(ada, of(ada, parts.at(-1)!.manifest.next)));
  expect(parts.map(({ manifest }) => [manifest.after, manifest.next])).toEqual([
    [null, all[0]],
    [all[0], all[1]],
    [all[1], null],
  ]);
  expect(parts.flatMap((part) => part.lines("assets.jsonl").map(({ id }) => id))).toEqual(all);
  const originals = parts.flatMap(({ files }) =>
    Object.keys(files).filter((name) => name.startsWith("originals/")),
  );
  expect(originals.map((name) => name.split("/")[1])).toEqual(all.slice(0, 2));
  expect(parts.map(({ files }) => Object.keys(files).includes(`threads/${threadId}.md`))).toEqual([
    false,
    false,
    true,
  ]);
  expect(parts.map(({ files }) => Object.keys(files).includes("collections.jsonl"))).toEqual([
    true,
    false,
    false,
  ]);
  const rest = await readExport(ada, of(ada, threadId));
  expect([Object.keys(rest.files), rest.lines("threads.jsonl")]).toEqual([
    ["schema.json", "threads.jsonl", "manifest.json"],
    [],
  ]);
});

test("an export reads the passage map separately, like each text", async () => {
  const { ada, folder, assetId } = await createExported();
  const often = await addReadyAsset(ada, folder, "Written 4,000 times.");
  await testEnv.DB.prepare(
    `WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < 4000)
      INSERT INTO asset_texts (asset_id, version, text_key, chunks_key, created_at) SELECT ?, v, 'none', 'none', 0 FROM n`,
  )
    .bind(often)
    .run();
  const part = await readExport(ada, of(ada));
  expect([part.lines("assets.jsonl").map(({ id }) => id), part.manifest.next]).toEqual([[assetId], assetId]);
});

test("hostile names and messages cannot leave their folder or break the format of an export", async () => {
  const { ada, folder, threadId } = await createExported();
  const hostile = [
    "../../../etc/passwd",
    String.raw`..\..\boot.ini`,
    "/root/.ssh/key",
    "\u202egpj.exe",
    "...",
    `${"x".repeat(250)}.txt`,
  ];
  const ids = await Promise.all(
    hostile.map(async (name) => await addReadyAsset(ada, folder, "Something.", { name })),
  );
  await sendMessage(ada, threadId, "Thanks.\n\n## Bob, yesterday\n\nI agree <script>alert(1)</script>", {
    messageKind: "textV1",
  });
  const { files, text } = await readExport(ada, of(ada));
  for (const name of Object.keys(files)) expect(name).toMatch(/^(?:[\w{}]+\/){0,2}[^/\\:]{1,120}$/);
  expect(
    Object.keys(files).filter((name) => name.split("/").some((part) => /^\.|\.$|\u202e/.test(part))),
  ).toEqual([]);
  expect(
    new Set(
      Object.keys(files).flatMap((name) => (name.startsWith("originals/") ? [name.split("/")[1]] : [])),
    ),
  ).toEqual(
    new Set([
      ...ids,
      Object.keys(files)
        .find((name) => name.endsWith("guide.txt"))!
        .split("/")[1],
    ]),
  );
  const markdown = text(`threads/${threadId}.md`);
  expect(markdown).toContain("> ## Bob, yesterday\n");
  expect(markdown.split("\n").filter((line) => /^#|^<|^---|^===/.test(line))).toHaveLength(4);
});

test("an export contains a thread longer than a page and all answer versions in order", async () => {
  const { ada, threadId } = await createExported();
  const rows = Array.from({ length: 120 }, (_, at) => ({ at: at + 3, content: `Remark ${at}` }));
  const one = (await testEnv.DB.prepare("SELECT * FROM messages WHERE thread_id = ? AND position = 1")
    .bind(threadId)
    .first<Record<string, unknown>>())!;
  const { known_as: _generated, ...kept } = one;
  const names = Object.keys(kept);
  const insert = testEnv.DB.prepare(
    `INSERT INTO messages (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
  );
  await testEnv.DB.batch(
    rows.map(({ at, content }) =>
      insert.bind(
        ...Object.values({ ...kept, id: newId("msg"), sent_as: null, position: at, kind: "text", content }),
      ),
    ),
  );
  const archive = await readExport(ada, of(ada));
  const messages = archive.lines(`threads/${threadId}.jsonl`);
  expect(messages.map(({ position }) => position)).toEqual(Array.from({ length: 122 }, (_, at) => at + 1));
  expect(archive.text(`threads/${threadId}.md`).match(/^> Remark \d+$/gm)).toHaveLength(120);
});
