import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createKey } from "../../support/api-keys.ts";
import { addReadyAsset } from "../../support/assets.ts";
import { ordersAreDone } from "../../support/deletion.ts";
import { testEnv } from "../../support/env.ts";
import { call, rawCall } from "../../support/http.ts";
import { comeBack, graceEnds, leave } from "../../support/leaving.ts";
import { signUp } from "../../support/people.ts";
import { makeLink, startThread } from "../../support/threads.ts";
import { createCollection, share } from "../../support/workspace.ts";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await ordersAreDone();
});

test("a returning user finds everything unchanged except keys and links", async () => {
  const [ada, grace] = [await signUp("ada"), await signUp("grace")];
  const theirs = await createCollection(grace, grace.personalId, "Theirs");
  await share(grace, theirs, ada, ["write"]);
  const assetId = await addReadyAsset(ada, ada.personalId, "The kiln is fired at dawn.");
  const threadId = await startThread(ada, ada.personalId);
  const { key } = await createKey(ada);
  const { publicToken } = await makeLink(ada, threadId);
  await leave(ada);
  const { status, trips, body } = await comeBack(ada);
  expect([status, trips, body.eventKey]).toEqual([200, 2, expect.stringMatching(/^event_/)]);
  expect(body.data).toMatchObject({ lifecycleState: "active", deletedAt: null, restorableUntil: null, version: 3 });
  for (const path of [`/v1/assets/${assetId}`, `/v1/threads/${threadId}`, `/v1/collections/${theirs}`])
    expect([path, (await call("GET", path, { token: ada.token })).body.code]).toEqual([path, "ok"]);
  expect((await rawCall("GET", `/v1/assets/${assetId}`, { token: key })).status).toBe(401);
  expect((await rawCall("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`)).status).toBe(404);
  await graceEnds(ada);
  expect((await call("GET", `/v1/assets/${assetId}`, { token: ada.token })).body.code).toBe("ok");
});

test("an active account does not change, and restoring fails once the purge has begun", async () => {
  const ada = await signUp("ada");
  const same = await comeBack(ada);
  expect([same.status, same.body.eventKey, same.body.data.version]).toEqual([200, "", 1]);
  await leave(ada);
  await testEnv.DB.prepare("UPDATE users SET purge_at = 0 WHERE id = ?").bind(ada.userId).run();
  const late = await comeBack(ada);
  expect([late.status, late.body.message]).toEqual([403, "This account is not active."]);
  expect((await leave(ada)).status).toBe(403);
});
