import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { deleteOldDeliveries } from "../../../src/storage/d1/webhooks/deliveries.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import {
  createReceivedWebhook,
  deliveriesOf,
  dispatchWebhooks,
} from "../../support/http/received-webhooks.ts";

test("the list contains deliveries in pages with their result, newest first by default", async () => {
  const ada = await signUp();
  const { webhookId } = await createReceivedWebhook(ada, "503");
  const assetIds = [
    await addReadyAsset(ada, ada.personalId, "One.\n"),
    await addReadyAsset(ada, ada.personalId, "Two.\n"),
  ];
  await dispatchWebhooks();
  const page = async (query: string) =>
    (await call("GET", `/v1/webhooks/${webhookId}/deliveries?${query}`, { token: ada.token })).body.data;
  const first = await page("limit=1");
  expect(first).toMatchObject({ pagination: { count: 2, hasNextPage: true }, truncated: false });
  expect(first.records).toMatchObject([
    { subjectId: assetIds[1], state: "pending", attempts: 0, lastStatus: null, endedAt: null },
  ]);
  const oldest = await page("limit=1&sort=deliveryId");
  expect(oldest.records).toMatchObject([
    { subjectId: assetIds[0], attempts: 1, lastStatus: 503, lastError: "The receiver answered 503." },
  ]);
});

test("the service deletes deliveries after thirty days", async () => {
  const ada = await signUp();
  const { webhookId } = await createReceivedWebhook(ada);
  await addReadyAsset(ada, ada.personalId, "One.\n");
  await dispatchWebhooks();
  const db = createDatabase(testEnv.DB);
  const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);
  await db.write([deleteOldDeliveries(db, inDays(29), 1_000)]);
  expect(await deliveriesOf(ada, webhookId)).toHaveLength(1);
  await db.write([deleteOldDeliveries(db, inDays(31), 1_000)]);
  expect(await deliveriesOf(ada, webhookId)).toEqual([]);
  const unknown = await call("listDeliveries", { token: ada.token, params: { webhookId: newId("hook") } });
  expect(unknown.status).toBe(404);
});
