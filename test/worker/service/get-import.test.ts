import { beforeAll, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { runDueJobs } from "../../../src/jobs/run-due-jobs.ts";
import { platformOf } from "../../../src/platform.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { createKey } from "../../support/http/create-key.ts";
import { notify, upload } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { runAllJobs, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { createExported, exportPath, readExport } from "../../support/http/exports.ts";
import { call } from "../../support/http/call.ts";
import { fetchArchive, getImport, requestImport, manualImport } from "../../support/http/imports.ts";
import { insertJob } from "../../support/rows/insert-job.ts";
import { register } from "../../support/http/multipart.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

let archive: Uint8Array;
beforeAll(async () => {
  const { ada } = await createExported();
  archive = await fetchArchive(ada, exportPath(ada.organizationId));
});

const order = async (
  { token }: Pick<Person, "token">,
  { organizationId }: Pick<Person, "organizationId">,
  assetIds: readonly string[],
  headers = {},
) => await call("importOrganization", { token, body: { organizationId, assetIds }, headers });

const uploaded = async (person: Person, collectionId = person.rootId): Promise<string> =>
  await upload(person, collectionId, archive);

/** Runs the import as the cron run would. */
async function finish(importId: string): Promise<void> {
  await insertJob("import_organization", importId);
  await runAllJobs();
}

test("owners of the organization import files that they uploaded there, and the requester and owners see its state", async () => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  await share(ada, ada.rootId, bob, ["write"]);
  const [own, others, elsewhere] = [
    await uploaded(ada),
    await uploaded({ ...ada, token: bob.token }),
    await uploaded(eve),
  ];
  const codeOf = async (...of: Parameters<typeof order>): Promise<string> => (await order(...of)).body.code;
  expect(await codeOf(bob, ada, [others])).toBe("permission_denied");
  expect(await codeOf(eve, ada, [elsewhere])).toBe("not_found");
  expect(await codeOf(ada, ada, [others])).toBe("not_found");
  expect(await codeOf(ada, ada, [elsewhere])).toBe("not_found");
  expect(await codeOf(ada, ada, [own, own])).toBe("invalid_argument");
  expect(await codeOf(ada, ada, [])).toBe("invalid_argument");
  expect((await order({ token: (await createKey(ada)).key }, ada, [own])).status).toBe(403);
  await tombstone(bob, "asset", [others]);
  const { body } = await order(ada, ada, [own]);
  expect({ code: body.code, message: body.message }).toEqual({ code: "ok", message: "Import started." });
  const { importId } = body.data;
  const status = async ({ token }: Person, id = importId): Promise<number> =>
    (await call("getImport", { token, params: { importID: id } })).status;
  expect(await Promise.all([status(ada), status(bob), status(eve), status(ada, newId("op"))])).toEqual([
    200, 404, 404, 404,
  ]);
  await runAllJobs();
  expect(await getImport(ada, importId)).toMatchObject({
    state: "done",
    requestedBy: ada.userId,
    organizationId: ada.organizationId,
    assetIds: [own],
  });
});

test("the service rejects an import into a non-empty organization, and a second parallel import", async () => {
  const reasonIn = async (fill: (ada: Person) => Promise<unknown>): Promise<string> => {
    const ada = await signUp();
    await fill(ada);
    const { body } = await requestImport(ada, [archive]);
    return body.message;
  };
  const full = "An import needs an organization without threads, other files or further collections.";
  expect(await reasonIn(async (ada) => await createCollection(ada, ada.rootId, "One"))).toBe(full);
  expect(await reasonIn(async (ada) => await createCollection(ada, ada.personalId, "One"))).toBe(full);
  expect(await reasonIn(async (ada) => await startThread(ada, ada.personalId))).toBe(full);
  expect(await reasonIn(async (ada) => await upload(ada, ada.personalId, "A text."))).toBe(full);
  expect(
    await reasonIn(async (ada) => await manualImport(ada, await upload(ada, ada.personalId, archive))),
  ).toBe("Another import into this organization is in progress.");
  const ada = await signUp();
  const assetId = await uploaded(ada);
  const codes = (await Promise.all([1, 2, 3].map(async () => await order(ada, ada, [assetId])))).map(
    ({ body }) => body.code,
  );
  expect(codes.toSorted()).toEqual(["failed_precondition", "failed_precondition", "ok"]);
});

test("the service rejects an import of missing and announced bytes, and a repeated request returns the same import", async () => {
  const ada = await signUp();
  const { assetId: empty } = await register(ada, ada.personalId);
  expect((await order(ada, ada, [empty])).body.message).toBe(
    `The file of ${empty} has not arrived. Send it first.`,
  );
  await tombstone(ada, "asset", [empty]);
  const announced = await upload(ada, ada.personalId, "A text.");
  await notify(ada, announced, false);
  expect((await order(ada, ada, [announced])).body.message).toBe(
    `${announced} is already announced. Upload an archive and name it here instead.`,
  );
  await tombstone(ada, "asset", [announced]);
  const assetId = await uploaded(ada);
  const headers = { "idempotency-key": newId("req") };
  const first = await order(ada, ada, [assetId], headers);
  await runAllJobs();
  const again = await order(ada, ada, [assetId], headers);
  expect({ importId: again.body.data.importId, state: again.body.data.state }).toEqual({
    importId: first.body.data.importId,
    state: "done",
  });
  // After the import, the archive is soft-deleted like any deleted file.
  expect((await call("getAsset", { token: ada.token, params: { assetID: assetId } })).status).toBe(404);
});

test("an import stops when its requester loses ownership or a quota becomes smaller", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  await share(ada, ada.rootId, bob, ["own"]);
  const asBob = { ...ada, token: bob.token, userId: bob.userId };
  const importId = await manualImport(asBob, await uploaded(asBob));
  await call("modifyCollectionPermissions", {
    token: ada.token,
    body: { collectionId: ada.rootId, userId: bob.userId, actions: ["read"] },
  });
  await finish(importId);
  const ended = await getImport(ada, importId);
  expect([ended.state, ended.failureReason]).toEqual([
    "failed",
    "The user who started the import no longer owns the organization.",
  ]);

  const cy = await signUp("cy");
  const bounded = await manualImport(cy, await uploaded(cy), { day: { bytes: 74 } });
  await finish(bounded);
  const { state, failureReason, counts } = await getImport(cy, bounded);
  expect({ state, collections: counts.collections }).toEqual({ state: "failed", collections: 0 });
  expect(failureReason).toContain("quota of 74 bytes a day does not allow");

  const dot = await signUp("dot");
  const own = await manualImport(dot, await uploaded(dot));
  const path = `/v1/organizations/${dot.organizationId}/attributes` as const;
  await call("POST", path, { token: dot.token, body: { quotas: { month: { bytes: 73 } } } });
  await finish(own);
  expect(await getImport(dot, own)).toMatchObject({
    state: "failed",
    failureReason: expect.stringContaining("quota of 73 bytes a month does not allow"),
  });
});

test("a failed import can be restarted after its records are deleted", async () => {
  const ada = await signUp();
  const assetId = await uploaded(ada);
  const importId = await manualImport(ada, assetId);
  // The first slice creates the collections, and the test deletes them afterwards.
  const made = async () =>
    (await readExport(ada, exportPath(ada.organizationId)))
      .lines("collections.jsonl")
      .find(({ label }) => label === "Guides");
  await testEnv.DB.prepare(
    "CREATE TRIGGER stop_import BEFORE INSERT ON assets WHEN NEW.display_name = 'guide.txt' BEGIN SELECT RAISE(ABORT, 'database is overloaded'); END",
  ).run();
  try {
    await insertJob("import_organization", importId);
    await runDueJobs(createDatabase(testEnv.DB), platformOf(testEnv), new Date());
  } finally {
    await testEnv.DB.prepare("DROP TRIGGER stop_import").run();
  }
  expect((await getImport(ada, importId)).state).toBe("importing");
  const folder = await made();
  await call("deleteCollections", { token: ada.token, body: { collectionIds: [folder.id] } });
  await runAllJobs();
  const failed = await getImport(ada, importId);
  expect(failed.state).toBe("failed");
  expect(failed.failureReason).toMatch(/is not among the collections/);
  const { body } = await order(ada, ada, [assetId]);
  await runAllJobs();
  expect((await getImport(ada, body.data.importId)).state).toBe("done");
  expect((await made()).id).not.toBe(folder.id);
});

test("deleting a collection during the import ends it without further records", async () => {
  const ada = await signUp();
  const importId = await manualImport(ada, await uploaded(ada));
  interceptBatches(
    async (_, send, db, texts) => {
      const isOfAssets = texts.some((text) => text.startsWith('insert into "assets"'));
      if (isOfAssets) {
        const label = db.prepare(
          "UPDATE collections SET lifecycle_state = 'deleted' WHERE organization_id = ? AND label = 'Guides'",
        );
        await label.bind(ada.organizationId).run();
      }
      return await send();
    },
    [importId],
  );
  await finish(importId);
  vi.restoreAllMocks();
  const { state, failureReason, counts } = await getImport(ada, importId);
  expect({ state, assets: counts.assets }).toEqual({ state: "failed", assets: 0 });
  expect(failureReason).toBe("Somebody deleted a collection during the import.");
});

test("an import fails after a week", async () => {
  const ada = await signUp();
  const importId = await manualImport(ada, await uploaded(ada));
  await testEnv.DB.prepare("UPDATE imports SET requested_at = requested_at - 8 * 86400000 WHERE id = ?")
    .bind(importId)
    .run();
  await finish(importId);
  expect((await getImport(ada, importId)).failureReason).toBe("The import did not end within a week.");
});
