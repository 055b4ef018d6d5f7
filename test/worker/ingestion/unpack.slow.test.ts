import { describe, expect, test, vi } from "vitest";
import { addReadyAsset, finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { makeMail } from "../../support/fixtures/documents/mail.ts";
import { makeZip } from "../../support/fixtures/documents/make-docx.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import {
  finishEntries,
  collectionNamed,
  archiveEntriesOf,
  recordOf,
} from "../../support/rows/archive-entries.ts";

const NOTE = "The brass lantern of Marrow mill burns whale oil.";
const ZIP = { name: "trip.zip", contentType: "application/zip" };

const asked = async (person: Person, query: string): Promise<string[]> => {
  const found = await call("POST", "/v1/search", { token: person.token, body: { query, limit: 5 } });
  return found.body.data.passages.map(({ text }: { text: string }) => text);
};

describe("an archive", () => {
  test("an archive becomes a collection of readable and searchable assets, below its own collection", async () => {
    const ada = await signUp();
    const bytes = makeZip({ "notes/lantern.txt": NOTE, "table.csv": "name,age\nAda,36\n", "empty.txt": "" });
    const assetId = await addReadyAsset(ada, ada.personalId, bytes, ZIP);
    await finishEntries(assetId);
    const collection = await collectionNamed(ada, "trip.zip");
    expect(collection).toMatchObject({
      parent_id: ada.personalId,
      created_by: ada.userId,
      kind: "collection",
    });
    const members = await archiveEntriesOf(assetId);
    expect(
      members.map(({ display_name, original_file_name, content_type, lifecycle_state, created_by }) => [
        display_name,
        original_file_name,
        content_type,
        lifecycle_state,
        created_by,
      ]),
    ).toEqual([
      ["notes/lantern.txt", "lantern.txt", "text/plain", "ready", ada.userId],
      ["table.csv", "table.csv", "text/csv", "ready", ada.userId],
    ]);
    const record = await recordOf(ada, members[0]!.id);
    expect(record).toMatchObject({
      parentAssetId: assetId,
      collectionIds: [collection!.id],
      lifecyclesCompleted: ["uploading", "uploaded", "processing"],
    });
    expect(record.fileSize).toBe(NOTE.length);
    expect((await recordOf(ada, assetId)).parentAssetId).toBeNull();
    expect(await asked(ada, "What does the lantern of Marrow mill burn?")).toContain(NOTE);
    const text = await rawCall("GET", `/v1/assets/${assetId}/text`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect(await text.text()).toContain("empty.txt (0 bytes): not unpacked, because it is empty");
  });

  test("the service unpacks an archive above the in-memory limit too", async () => {
    const ada = await signUp();
    const noise = Array.from({ length: 40_000 }, (_, at) => ((at * 2_654_435_761) >>> 7).toString(36)).join(
      " ",
    );
    const assetId = await addReadyAsset(
      ada,
      ada.personalId,
      makeZip({ "noise.txt": noise, "lantern.txt": NOTE }),
      ZIP,
    );
    await finishEntries(assetId);
    expect(
      (await archiveEntriesOf(assetId)).map(({ lifecycle_state, file_size }) => [lifecycle_state, file_size]),
    ).toEqual([
      ["ready", noise.length],
      ["ready", NOTE.length],
    ]);
  });

  test("an archive inside an archive becomes an asset whose files are listed but not unpacked", async () => {
    const ada = await signUp();
    const inner = makeZip({ "deep.txt": "Deep down." });
    const assetId = await addReadyAsset(ada, ada.personalId, makeZip({ "inner.zip": inner }), ZIP);
    await finishEntries(assetId);
    const [member] = await archiveEntriesOf(assetId);
    expect(await recordOf(ada, member!.id)).toMatchObject({
      lifecycleState: "ready",
      processingMessage: expect.stringContaining("archives from other archives"),
    });
    expect(await archiveEntriesOf(member!.id)).toEqual([]);
    expect(await collectionNamed(ada, "inner.zip")).toBeNull();
  });

  test("the attachments of a message become assets, and an unreadable one fails with a reason", async () => {
    const ada = await signUp();
    const mail = makeMail("Harbour", "See below.", [
      { name: "lantern.txt", type: "text/plain", content: NOTE },
      { name: "model.stl", type: "model/stl", content: "solid" },
    ]);
    const assetId = await addReadyAsset(ada, ada.personalId, mail, {
      name: "harbour.eml",
      contentType: "message/rfc822",
    });
    await finishEntries(assetId);
    const members = await archiveEntriesOf(assetId);
    expect(members.map(({ display_name, lifecycle_state }) => [display_name, lifecycle_state])).toEqual([
      ["lantern.txt", "ready"],
      ["model.stl", "failed"],
    ]);
    expect((await recordOf(ada, members[1]!.id)).failureReason).toContain(
      "cannot read files of type model/stl",
    );
    expect(await collectionNamed(ada, "harbour.eml")).not.toBeNull();
  });

  test("a message without attachments makes no collection", async () => {
    const ada = await signUp();
    await addReadyAsset(ada, ada.personalId, makeMail("Harbour", "Nothing.", []), {
      name: "harbour.eml",
      contentType: "message/rfc822",
    });
    expect(await collectionNamed(ada, "harbour.eml")).toBeNull();
  });
});

describe("an archive that cannot be unpacked", () => {
  test("an archive becomes ready with a note if its uploader may no longer write to the collection", async () => {
    const ada = await signUp();
    const assetId = await upload(ada, ada.personalId, makeZip({ "lantern.txt": NOTE }), ZIP);
    await testEnv.DB.prepare("UPDATE assets SET created_by = 'user_00000000000000000000000001' WHERE id = ?")
      .bind(assetId)
      .run();
    await notify(ada, assetId);
    await finishProcessing(assetId);
    expect(await recordOf(ada, assetId)).toMatchObject({
      lifecycleState: "ready",
      processingMessage: expect.stringContaining("may not create a collection here"),
    });
    expect([await archiveEntriesOf(assetId), await collectionNamed(ada, "trip.zip")]).toEqual([[], null]);
  });

  test("the service unpacks nothing if the organization has its maximum of collections", async () => {
    const ada = await signUp();
    await testEnv.DB.prepare("UPDATE organizations SET collection_count = 10000 WHERE id = ?")
      .bind(ada.organizationId)
      .run();
    const assetId = await addReadyAsset(ada, ada.personalId, makeZip({ "lantern.txt": NOTE }), ZIP);
    expect(await recordOf(ada, assetId)).toMatchObject({
      lifecycleState: "ready",
      processingMessage: expect.stringContaining("may not create a collection here"),
    });
    expect(await archiveEntriesOf(assetId)).toEqual([]);
  });
});
vi.setConfig({ testTimeout: 60_000 });
