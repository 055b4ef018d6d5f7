import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import {
  createReceivedWebhook,
  deliveriesOf,
  setWebhook,
  dispatchWebhooks,
  webhooksOf,
} from "../../support/http/received-webhooks.ts";

const DAY_MS = 86_400_000;

test("a replay sends the events since a moment again under the same ids, and no earlier events", async () => {
  const ada = await signUp();
  const { webhookId, received } = await createReceivedWebhook(ada);
  const path = `/v1/webhooks/${webhookId}/replay`;
  await addReadyAsset(ada, ada.personalId, "Before.\n");
  const since = new Date().toISOString();
  const assetId = await addReadyAsset(ada, ada.personalId, "After.\n");
  await dispatchWebhooks();
  expect(await received()).toHaveLength(2);
  expect((await call("POST", path, { token: ada.token, body: { since } })).status).toBe(200);
  await dispatchWebhooks(new Date(Date.now() + 3 * 60_000));
  await dispatchWebhooks(new Date(Date.now() + 6 * 60_000));
  const [, second, third, ...others] = await received();
  expect(others).toEqual([]);
  expect([third?.headers["webhook-id"], JSON.parse(third!.body).data.subjectId]).toEqual([
    second?.headers["webhook-id"],
    assetId,
  ]);
});

test("a replay rejects a future moment and a moment too long ago", async () => {
  const ada = await signUp();
  const { webhookId } = await createReceivedWebhook(ada);
  for (const days of [1, -31]) {
    const body = { since: new Date(Date.now() + days * DAY_MS).toISOString() };
    const refused = await call("POST", `/v1/webhooks/${webhookId}/replay`, { token: ada.token, body });
    expect({ status: refused.status, path: refused.body.data.issues[0].path }).toEqual({
      status: 400,
      path: "since",
    });
  }
});

test("a replay enables a webhook again, and earlier pending deliveries stay due", async () => {
  const ada = await signUp();
  const { webhookId } = await createReceivedWebhook(ada, "500");
  await addReadyAsset(ada, ada.personalId, "Before.\n");
  await dispatchWebhooks();
  const body = { since: new Date().toISOString() };
  await addReadyAsset(ada, ada.personalId, "After.\n");
  await dispatchWebhooks();
  await call("replayWebhook", { token: ada.token, params: { webhookId }, body });
  const states = (await deliveriesOf(ada, webhookId)).map(({ state }: { state: string }) => state);
  expect(states).toEqual(["failed", "pending"]);
  await setWebhook(webhookId, { disabled_at: 1, disabled_reason: "Long ago." });
  await call("replayWebhook", { token: ada.token, params: { webhookId }, body });
  expect((await webhooksOf(ada))[0]).toMatchObject({
    disabledAt: null,
    disabledReason: "",
    failingSince: null,
  });
});
