import { expect, test } from "vitest";
import * as z from "zod";
import {
  exportedAccess,
  exportedAsset,
  exportedCollection,
  exportManifest,
  exportedMessage,
  exportedThread,
  exportedUser,
} from "../../../src/domain/export-format.ts";
import { createKey } from "../../support/http/create-key.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { createExported, GUIDE, readExport } from "../../support/http/exports.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const PATH = "/v1/users/self/export";
const RECORDS: Record<string, z.ZodObject> = {
  "user.jsonl": exportedUser,
  "collections.jsonl": exportedCollection,
  "access.jsonl": exportedAccess,
  "assets.jsonl": exportedAsset,
  "threads.jsonl": exportedThread,
};

const own = async (person: Person, after = "") =>
  await readExport(person, `${PATH}${after === "" ? "" : `?after=${after}`}`);
const idsOf = (lines: readonly { readonly id: string }[]): string[] => lines.map(({ id }) => id);

test("an archive has the user's profile, rights, uploads and messages in their own organization", async () => {
  const { ada, bob, folder, assetId, threadId } = await createExported();
  const { key } = await createKey(ada);
  const archive = await own(ada);
  for (const [name, record] of Object.entries(RECORDS))
    z.array(z.strictObject(record.shape)).parse(archive.lines(name));
  const [user, ...others] = archive.lines("user.jsonl");
  expect({ id: user.id, email: user.email, organizations: user.organizations, others }).toEqual({
    id: ada.userId,
    email: ada.email,
    organizations: [expect.objectContaining({ id: ada.organizationId, rootCollectionId: ada.rootId })],
    others: [],
  });
  expect(user.apiKeys).toEqual([expect.objectContaining({ revokedAt: null })]);
  expect(archive.lines("access.jsonl")).toContainEqual({
    collectionId: ada.rootId,
    userId: ada.userId,
    displayName: expect.any(String),
    email: ada.email,
    actions: ["own"],
  });
  expect(idsOf(archive.lines("collections.jsonl"))).toContain(ada.rootId);
  const [asset] = archive.lines("assets.jsonl");
  expect({
    ids: idsOf(archive.lines("assets.jsonl")),
    collections: asset.collections,
    archive: archive.text(asset.original),
  }).toEqual({
    ids: [assetId],
    collections: [{ collectionId: folder, flags: [] }],
    archive: GUIDE,
  });
  expect(idsOf(archive.lines("threads.jsonl"))).toEqual([threadId]);
  const messages = z
    .array(z.strictObject(exportedMessage.shape))
    .parse(archive.lines(`threads/${threadId}.jsonl`));
  const [citation] = messages[1]!.citations;
  expect(
    archive.text(`texts/${assetId}/${citation!.textVersion}.txt`).slice(citation!.start, citation!.end),
  ).toBe(citation!.quote);
  expect(archive.text(`threads/${threadId}.md`)).toContain(`originals/${assetId}/guide.txt`);
  const manifest = z.strictObject(exportManifest.shape).parse(archive.manifest);
  expect(manifest).toMatchObject({
    of: { kind: "user", id: ada.userId },
    after: null,
    next: null,
    missing: [],
  });
  expect(manifest.counts).toMatchObject({ assets: 1, originals: 1, threads: 1, messages: 2 });
  const secrets = Object.keys(archive.files).filter((name) => archive.text(name).includes(key));
  expect([secrets, archive.files["organization.jsonl"], (await own(bob)).lines("assets.jsonl")]).toEqual([
    [],
    undefined,
    [],
  ]);
});

test("an archive has only the user's readable uploads and messages from other organizations", async () => {
  const { ada, bob, folder, assetId } = await createExported();
  await share(ada, folder, bob, ["read", "chat", "write"]);
  const his = await addReadyAsset(
    { ...bob, organizationId: ada.organizationId, tenantId: ada.tenantId },
    folder,
    "The oak shelf holds the lamps.",
    { name: "shelf.txt" },
  );
  const said = await startThread(ada, folder, { label: "Shelves" });
  await sendMessage(ada, said, "Where does the brass lantern hang?");
  await sendMessage(bob, said, "Where do the lamps stand?");
  const archive = await own(bob);
  expect([idsOf(archive.lines("assets.jsonl")), idsOf(archive.lines("threads.jsonl"))]).toEqual([
    [his],
    [said],
  ]);
  expect(archive.lines("access.jsonl")).toContainEqual(
    expect.objectContaining({ collectionId: folder, actions: ["chat", "read", "write"] }),
  );
  const messages = archive.lines(`threads/${said}.jsonl`);
  expect(
    messages.map(({ createdBy }) => createdBy).filter((id) => id === ada.userId || id === bob.userId),
  ).toEqual([ada.userId, bob.userId]);
  expect(messages.map(({ authorName }) => authorName)).toEqual([
    "",
    expect.any(String),
    expect.stringMatching(/./),
    expect.any(String),
  ]);
  // The archive cites another user's document without containing it.
  expect(archive.text(`threads/${said}.md`)).toContain(`a document outside of this export (${assetId})`);
  expect(Object.keys(archive.files).filter((name) => name.includes(assetId))).toEqual([]);
  await modifyPermissions(ada, folder, bob.userId, []);
  const after = await own(bob);
  expect([after.lines("assets.jsonl"), after.lines("threads.jsonl")]).toEqual([[], []]);
  expect(after.lines("access.jsonl").map(({ collectionId }) => collectionId)).not.toContain(folder);
});

test("many assets come in several parts, each once, and the export rejects an invalid position, a key and an anonymous caller", async () => {
  const ada = await signUp();
  const folder = await createCollection(ada, ada.rootId, "Many");
  const all: string[] = [];
  for (const text of ["One.", "Two.", "Three."]) all.push(await addReadyAsset(ada, folder, text));
  await testEnv.DB.prepare("UPDATE assets SET file_size = 300000000 WHERE created_by = ?")
    .bind(ada.userId)
    .run();
  const parts = [await own(ada)];
  while (parts.at(-1)!.manifest.next !== null && parts.length < 10)
    parts.push(await own(ada, parts.at(-1)!.manifest.next));
  expect(parts.map((part) => idsOf(part.lines("assets.jsonl")))).toEqual(all.toSorted().map((id) => [id]));
  const { key } = await createKey(ada);
  const statuses = [`${PATH}?after=thread`, `${PATH}?after=${folder}`].map(
    async (path) => (await rawCall("GET", path, ada)).status,
  );
  expect(await Promise.all(statuses)).toEqual([400, 400]);
  expect([(await rawCall("GET", PATH, { token: key })).status, (await rawCall("GET", PATH)).status]).toEqual([
    403, 401,
  ]);
  expect((await call("GET", `${PATH}?after=thread`, { token: ada.token })).body.message).toBe(
    "after: must be the id of an asset or a thread",
  );
});

test("the export reads a page of the user's own records from indexes in order", async () => {
  const plan = async (text: string): Promise<string> => {
    const { results } = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${text}`).all<{ detail: string }>();
    return results.map(({ detail }) => detail).join("\n");
  };
  const assets = await plan(
    "SELECT id FROM assets WHERE created_by = (SELECT 'user_x') AND id > 'asset_' ORDER BY id LIMIT 5",
  );
  const threads = await plan(
    "SELECT DISTINCT thread_id FROM messages WHERE created_by = (SELECT 'user_x') AND thread_id > '' ORDER BY thread_id",
  );
  expect(
    [assets, threads].map(
      (text) => /assets_creator|messages_creator/.test(text) && !text.includes("TEMP B-TREE"),
    ),
  ).toEqual([true, true]);
});
