import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { merge } from "../../support/http/merge.ts";
import { signUp } from "../../support/http/person.ts";
import { createReceivedWebhook, dispatchWebhooks, webhooksOf } from "../../support/http/received-webhooks.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

test("a deleted webhook receives nothing more, pending deliveries included", async () => {
  const ada = await signUp();
  const { webhookId, received } = await createReceivedWebhook(ada, "500");
  await addReadyAsset(ada, ada.personalId, "One.\n");
  await dispatchWebhooks();
  expect((await call("deleteWebhook", { token: ada.token, params: { webhookId } })).status).toBe(200);
  await dispatchWebhooks(new Date(Date.now() + 3_600_000));
  expect(await received()).toHaveLength(1);
  expect((await call("deleteWebhook", { token: ada.token, params: { webhookId } })).status).toBe(404);
  expect((await call("listDeliveries", { token: ada.token, params: { webhookId } })).status).toBe(404);
});

test("users cannot change or read a webhook of an organization that they do not own", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  await share(ada, await createCollection(ada, ada.personalId, "Folder"), bob, ["own"]);
  const { webhookId } = await createReceivedWebhook(ada);
  const path = `/v1/webhooks/${webhookId}`;
  const body = { since: new Date().toISOString() };
  expect((await call("DELETE", path, { token: bob.token })).status).toBe(404);
  expect((await call("POST", `${path}/rotate`, { token: bob.token })).status).toBe(404);
  expect((await call("POST", `${path}/replay`, { token: bob.token, body })).status).toBe(404);
  expect((await call("GET", `${path}/deliveries`, { token: bob.token })).status).toBe(404);
  expect(await webhooksOf(ada)).toHaveLength(1);
});

test("a merged account's webhook moves with its rights", async () => {
  const [ada, old] = [await signUp(), await signUp("old")];
  const { webhookId, received } = await createReceivedWebhook(old);
  await addReadyAsset(old, old.personalId, "One.\n");
  await merge(ada, old);
  await dispatchWebhooks();
  expect(await received()).toHaveLength(1);
  expect(await webhooksOf({ ...ada, organizationId: old.organizationId })).toMatchObject([
    { webhookId, userId: ada.userId },
  ]);
});
