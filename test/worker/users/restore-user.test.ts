import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createKey } from "../../support/http/create-key.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { runAllJobs } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { restoreAccount, endGracePeriod, deleteAccount } from "../../support/http/delete-account.ts";
import { signUp } from "../../support/http/person.ts";
import { makeLink, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await runAllJobs();
});

test("a returning user finds everything unchanged except keys and links", async () => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  const theirs = await createCollection(grace, grace.personalId, "Theirs");
  await share(grace, theirs, ada, ["write"]);
  const assetId = await addReadyAsset(ada, ada.personalId, "The kiln is fired at dawn.");
  const threadId = await startThread(ada, ada.personalId);
  const { key } = await createKey(ada);
  const { publicToken } = await makeLink(ada, threadId);
  await deleteAccount(ada);
  const { status, trips, body } = await restoreAccount(ada);
  expect({ status, trips, eventKey: body.eventKey }).toEqual({
    status: 200,
    trips: 2,
    eventKey: expect.stringMatching(/^event_/),
  });
  expect(body.data).toMatchObject({
    lifecycleState: "active",
    deletedAt: null,
    restorableUntil: null,
    version: 3,
  });
  for (const path of [`/v1/assets/${assetId}`, `/v1/threads/${threadId}`, `/v1/collections/${theirs}`])
    expect({ path, code: (await call("GET", path, { token: ada.token })).body.code }).toEqual({
      path,
      code: "ok",
    });
  expect((await rawCall("GET", `/v1/assets/${assetId}`, { token: key })).status).toBe(401);
  expect((await rawCall("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`)).status).toBe(404);
  await endGracePeriod(ada);
  expect((await call("getAsset", { token: ada.token, params: { assetID: assetId } })).body.code).toBe("ok");
});

test("restoring leaves an active account unchanged, and fails once the purge has begun", async () => {
  const ada = await signUp("ada");
  const same = await restoreAccount(ada);
  expect({ status: same.status, eventKey: same.body.eventKey, version: same.body.data.version }).toEqual({
    status: 200,
    eventKey: "",
    version: 1,
  });
  await deleteAccount(ada);
  await testEnv.DB.prepare("UPDATE users SET purge_at = 0 WHERE id = ?").bind(ada.userId).run();
  const late = await restoreAccount(ada);
  expect({ status: late.status, message: late.body.message }).toEqual({
    status: 403,
    message: "This account is not active.",
  });
  expect((await deleteAccount(ada)).status).toBe(403);
});
