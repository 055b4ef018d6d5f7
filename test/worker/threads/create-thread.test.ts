import { afterEach, expect, test, vi } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const ENGINE =
  "The Analytical Engine was designed by Charles Babbage in 1837. It was never finished, for want of money.\n";

const SECRET =
  "The secret launch code of the Analytical Engine is periwinkle. Charles Babbage kept it hidden.\n";

afterEach(() => {
  vi.restoreAllMocks();
});

async function createThread(
  person: Person,
  collectionId: string,
  changes: object = {},
  headers: Record<string, string> = {},
) {
  const organizationContext = { organizationId: person.organizationId, tenantId: person.tenantId };
  const body = { assetIds: [], collectionId, collectionIds: [], label: "", organizationContext, ...changes };
  return await call("createThread", { token: person.token, body, headers });
}

test("creating a thread needs two D1 round trips, reading it needs one, and its home is first in scope", async () => {
  const ada = await signUp();
  const other = await createCollection(ada, ada.rootId, "Other");
  const created = await createThread(ada, ada.personalId, { collectionIds: [other], label: "Engines" });
  expect({ status: created.status, trips: created.trips }).toEqual({ status: 200, trips: 2 });
  const id = idFromBytes("thread", created.body.data.threadId);
  const read = await call("getThread", { token: ada.token, params: { threadID: id } });
  expect({ status: read.status, trips: read.trips }).toEqual({ status: 200, trips: 1 });
  expect(read.body.data).toEqual(created.body.data);
  expect(read.body.data.collectionIDs.map((each: number[]) => idFromBytes("col", each))).toEqual([
    ada.personalId,
    other,
  ]);
});

test("sources outside the home need share and belong to the same organization", async () => {
  const ada = await signUp();
  const bob = await signUp("bob");
  await share(ada, ada.personalId, bob, ["chat"]);
  const elsewhere = await createCollection(ada, ada.rootId, "Elsewhere");
  await share(ada, elsewhere, bob, ["read"]);
  expect(
    (await createThread({ ...ada, token: bob.token }, ada.personalId, { collectionIds: [elsewhere] })).body
      .code,
  ).toBe("permission_denied");
  expect((await createThread(bob, bob.personalId, { collectionIds: [elsewhere] })).body.code).toBe(
    "failed_precondition",
  );
  expect((await createThread(ada, ada.personalId, { assetIds: [newId("asset")] })).body.code).toBe(
    "not_found",
  );
});

/** Changes in D1 after the request read its scope, with the creator's error. */
const BETWEEN: Record<string, { change: string; code: string }> = {
  "the collection moves out of the home": {
    change:
      "UPDATE collections SET path = (SELECT path FROM collections WHERE id = :root) || id || '/', parent_id = :root WHERE id = :col",
    code: "permission_denied",
  },
  "the collection is deleted": {
    change: "UPDATE collections SET lifecycle_state = 'deleted' WHERE id = :col",
    code: "not_found",
  },
  "the asset is held by another collection only": {
    change: "UPDATE asset_collections SET collection_id = :outside WHERE asset_id = :asset",
    code: "permission_denied",
  },
  "the asset is deleted": {
    change: "UPDATE assets SET lifecycle_state = 'deleted' WHERE id = :asset",
    code: "not_found",
  },
  "the right to share what is outside goes": {
    change: "DELETE FROM grants WHERE user_id = :user AND collection_id = :shared AND action = 'share'",
    code: "permission_denied",
  },
};

test.each(Object.entries(BETWEEN))(
  "the service creates no thread if meanwhile %s",
  async (_, { change, code }) => {
    const [ada, bob] = [await signUp(), await signUp("bob")];
    const home = await createCollection(ada, ada.rootId, "Home");
    const inside = await createCollection(ada, home, "Inside");
    const [outside, shared] = [
      await createCollection(ada, ada.rootId, "Outside"),
      await createCollection(ada, ada.rootId, "Shared"),
    ];
    const asset = await announced(ada, inside, ENGINE);
    await share(ada, home, bob, ["chat"]);
    await share(ada, inside, bob, ["read"]);
    for (const each of [outside, shared]) await share(ada, each, bob, ["read"]);
    await share(ada, shared, bob, ["share"]);
    const values: Record<string, string> = {
      root: ada.rootId,
      col: inside,
      asset,
      outside,
      shared,
      user: bob.userId,
    };
    interceptBatches(async (nth, send) => {
      if (nth === 2)
        await testEnv.DB.prepare(
          change.replaceAll(/:(\w+)/g, (__, name: string) => `'${values[name]}'`),
        ).run();
      return await send();
    });
    const { organizationId, tenantId } = ada;
    const changes = { collectionIds: [inside, shared], assetIds: [asset] };
    expect((await createThread({ ...bob, organizationId, tenantId }, home, changes)).body.code).toBe(code);
    vi.restoreAllMocks();
    const made = await testEnv.DB.prepare("SELECT count(*) AS n FROM threads WHERE home_collection_id = ?")
      .bind(home)
      .first("n");
    expect(made).toBe(0);
  },
);

/** Uploads and announces an asset, because only announced assets can enter a scope. */
async function announced(person: Person, collectionId: string, content: string): Promise<string> {
  const assetId = await upload(person, collectionId, content);
  await notify(person, assetId, false);
  return assetId;
}

test("users with chat at home can create a thread with inherited and shared scope", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  const [inside, shared] = [
    await createCollection(ada, home, "Inside"),
    await createCollection(ada, ada.rootId, "Shared"),
  ];
  const assetIds = [await announced(ada, inside, ENGINE), await announced(ada, shared, SECRET)];
  await share(ada, home, bob, ["chat"]);
  await share(ada, shared, bob, ["share"]);
  const { organizationId, tenantId } = ada;
  const created = await createThread({ ...bob, organizationId, tenantId }, home, {
    collectionIds: [home, inside, shared],
    assetIds,
  });
  expect({
    status: created.status,
    trips: created.trips,
    length: created.body.data.collectionIDs.length,
  }).toEqual({
    status: 200,
    trips: 2,
    length: 3,
  });
});

test("a waiting upload is processed once a thread has it in scope", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, ENGINE);
  await notify(ada, assetId, false);
  const headers = { "idempotency-key": newId("req") };
  const create = async () => await createThread(ada, ada.personalId, { assetIds: [assetId] }, headers);
  expect([(await create()).body.done, (await create()).body.done]).toEqual([false, false]);
  await finishProcessing(assetId);
  expect((await create()).body.done).toBe(true);
  expect((await createThread(ada, ada.personalId, { assetIds: [assetId] })).body.done).toBe(true);
  const { body } = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  expect(body.data).toMatchObject({
    lifecycleState: "ready",
    lifecyclesCompleted: ["uploading", "uploaded", "processing"],
  });
});
