import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { enqueueDeliveries } from "../../../src/jobs/webhooks/enqueue-deliveries.ts";
import { findWithDue } from "../../../src/storage/d1/webhooks/webhooks.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { signUp } from "../../support/http/person.ts";
import {
  createReceivedWebhook,
  deliveriesOf,
  setWebhook,
  webhookSender,
  dispatchWebhooks,
  pollWebhooks,
  webhooksOf,
} from "../../support/http/received-webhooks.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const HOUR_MS = 3_600_000;
const later = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

test("a webhook receives a ready asset once, signed, with ids and without content", async () => {
  const ada = await signUp();
  const { secret, received, webhookId } = await createReceivedWebhook(ada);
  const assetId = await addReadyAsset(ada, ada.personalId, "The brass lantern stood on the sill.\n", {
    name: "lantern.txt",
  });
  await dispatchWebhooks();
  await dispatchWebhooks();
  const [message, ...others] = await received();
  expect(others).toEqual([]);
  const told = new Webhook(secret).verify(message!.body, { ...message!.headers });
  const data = {
    webhookId,
    organizationId: ada.organizationId,
    eventKey: message!.headers["webhook-id"],
    subjectId: assetId,
  };
  expect(told).toEqual({ type: "asset.ready", timestamp: expect.any(String), data });
  expect(() =>
    new Webhook(secret).verify(message!.body.replace("ready", "failed"), { ...message!.headers }),
  ).toThrow("No matching signature found");
  expect(await deliveriesOf(ada, webhookId)).toMatchObject([
    { state: "delivered", attempts: 1, lastStatus: 204, nextAttemptAt: null },
  ]);
});

test("the service sends events between two runs before the next event", async () => {
  const ada = await signUp();
  const { received } = await createReceivedWebhook(ada);
  let isTold = false;
  const looks = { everyMs: 20, until: Date.now() + 30_000 };
  const telling = pollWebhooks({
    ...looks,
    get until() {
      return isTold ? 0 : looks.until;
    },
  });
  const assetId = await addReadyAsset(ada, ada.personalId, "The brass lantern stood on the sill.\n");
  await expect.poll(received, { timeout: 20_000 }).toHaveLength(1);
  isTold = true;
  await telling;
  expect((await received()).map(({ body }) => JSON.parse(body).data.subjectId)).toEqual([assetId]);
});

test("organizations take turns, so that one with many pending deliveries does not delay another", async () => {
  const [ada, bob] = [await signUp(), await signUp()];
  const hers = [
    await createReceivedWebhook(ada, "500"),
    await createReceivedWebhook(ada, "500"),
    await createReceivedWebhook(ada, "500"),
  ];
  const his = await createReceivedWebhook(bob);
  for (const person of [ada, bob])
    await addReadyAsset(person, person.personalId, "The brass lantern stood on the sill.\n");
  await dispatchWebhooks();
  // Her deliveries are due again and have waited longer than his.
  await setWebhook(his.webhookId, { tried_at: Date.now() + HOUR_MS });
  await addReadyAsset(bob, bob.personalId, "The oak shelf holds the lamps.\n");
  const { db } = webhookSender();
  await enqueueDeliveries(db, new Date());
  const { due } = await db.read({ due: findWithDue(db, later(1), 1_000) });
  const places = [...hers, his].map(({ webhookId }) => due.findIndex(({ id }) => id === webhookId));
  const [first, ...others] = places.slice(0, 3).toSorted((one, other) => one - other);
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places[3]).toBeGreaterThan(first!);
  expect(places[3]).toBeLessThan(others[0]!);
});

test("the service sends an event that is written late, and no event twice", async () => {
  const ada = await signUp();
  const { received } = await createReceivedWebhook(ada);
  const first = await addReadyAsset(ada, ada.personalId, "One.\n");
  const rows = "FROM audit_events WHERE organization_id = ? AND operation = 'processAsset'";
  const columns = "id, organization_id, actor_id, operation, operation_id, target_id, units, at, changes";
  const late = await testEnv.DB.prepare(`SELECT ${columns} ${rows}`)
    .bind(ada.organizationId)
    .first<Record<string, unknown>>();
  await testEnv.DB.prepare(`DELETE ${rows}`).bind(ada.organizationId).run();
  const second = await addReadyAsset(ada, ada.personalId, "Two.\n");
  await dispatchWebhooks();
  await testEnv.DB.prepare(`INSERT INTO audit_events (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
    .bind(...Object.values(late!))
    .run();
  await dispatchWebhooks();
  await dispatchWebhooks(later(1));
  expect((await received()).map(({ body }) => JSON.parse(body).data.subjectId)).toEqual([second, first]);
});

test("a webhook with collections receives events in their subtrees", async () => {
  const ada = await signUp();
  const folder = await createCollection(ada, ada.personalId, "Folder");
  const inner = await createCollection(ada, folder, "Inner");
  const { received } = await createReceivedWebhook(ada, "ok", { collectionIds: [folder] });
  const below = await addReadyAsset(ada, inner, "Below.\n");
  await addReadyAsset(ada, ada.personalId, "Beside.\n");
  await dispatchWebhooks();
  expect((await received()).map(({ body }) => JSON.parse(body).data.subjectId)).toEqual([below]);
});

test("the service retries a failing receiver once a run with growing delays, for three days", async () => {
  const ada = await signUp();
  const { received, webhookId } = await createReceivedWebhook(ada, "500");
  for (const text of ["One.\n", "Two.\n"]) await addReadyAsset(ada, ada.personalId, text);
  const begun = Date.now();
  await dispatchWebhooks(new Date(begun));
  expect(await received()).toHaveLength(1);
  const [, first] = await deliveriesOf(ada, webhookId);
  expect(first).toMatchObject({
    state: "pending",
    attempts: 1,
    lastStatus: 500,
    lastError: "The receiver answered 500.",
  });
  expect(Date.parse(first.nextAttemptAt) - begun).toBe(60_000);
  await dispatchWebhooks(new Date(begun + 1_000));
  const both = await deliveriesOf(ada, webhookId);
  expect(both.map((each: { attempts: number }) => each.attempts)).toEqual([1, 1]);
  let now = begun;
  for (let runs = 0; runs < 40; runs += 1) {
    const waiting = (await deliveriesOf(ada, webhookId)).filter(
      (each: { state: string }) => each.state === "pending",
    );
    if (waiting.length === 0) break;
    now = Math.min(...waiting.map((each: { nextAttemptAt: string }) => Date.parse(each.nextAttemptAt)));
    await dispatchWebhooks(new Date(now));
  }
  const ended = await deliveriesOf(ada, webhookId);
  expect(ended).toMatchObject([
    { state: "failed", attempts: 16 },
    { state: "failed", attempts: 16 },
  ]);
  const hours = (Date.parse(ended[1].endedAt) - begun) / HOUR_MS;
  expect([hours > 71, hours < 73]).toEqual([true, true]);
  // The failures have lasted three days, and a webhook is disabled after five.
  expect((await webhooksOf(ada))[0]).toMatchObject({
    disabledAt: null,
    failingSince: new Date(begun).toISOString(),
  });
});

test("after five days of failures the service disables a webhook with an audit event, and a success resets the period", async () => {
  const ada = await signUp();
  const { received, webhookId } = await createReceivedWebhook(ada, "500");
  await addReadyAsset(ada, ada.personalId, "One.\n");
  await setWebhook(webhookId, { failing_since: Date.now() - 119 * HOUR_MS });
  await dispatchWebhooks();
  expect((await webhooksOf(ada))[0].disabledAt).toBe(null);
  await setWebhook(webhookId, { failing_since: Date.now() - 121 * HOUR_MS });
  await dispatchWebhooks(later(1));
  expect((await webhooksOf(ada))[0]).toMatchObject({
    disabledAt: expect.any(String),
    disabledReason: "All attempts within five days failed.",
  });
  expect(await deliveriesOf(ada, webhookId)).toMatchObject([
    { state: "failed", lastError: "All attempts within five days failed." },
  ]);
  const path = `/v1/organizations/${ada.organizationId}/events?operation=disableWebhook`;
  expect((await call("GET", path, { token: ada.token })).body.data.records).toMatchObject([
    { targetId: webhookId },
  ]);
  await addReadyAsset(ada, ada.personalId, "Two.\n");
  await dispatchWebhooks(later(2));
  expect(await received()).toHaveLength(2);
  const well = await createReceivedWebhook(ada);
  await setWebhook(well.webhookId, { failing_since: 1 });
  await addReadyAsset(ada, ada.personalId, "Three.\n");
  await dispatchWebhooks();
  expect((await webhooksOf(ada))[0]).toMatchObject({
    webhookId: well.webhookId,
    failingSince: null,
    disabledAt: null,
  });
});

test("the service never calls a receiver again that answered 410", async () => {
  const ada = await signUp();
  const { webhookId } = await createReceivedWebhook(ada, "410");
  await addReadyAsset(ada, ada.personalId, "One.\n");
  await dispatchWebhooks();
  expect((await webhooksOf(ada))[0]).toMatchObject({
    webhookId,
    disabledReason: "The receiver answered 410 (gone).",
  });
});

test("the service follows no redirect of a receiver", async () => {
  const ada = await signUp();
  const { webhookId } = await createReceivedWebhook(ada, "to-private");
  await addReadyAsset(ada, ada.personalId, "One.\n");
  await dispatchWebhooks();
  expect(await deliveriesOf(ada, webhookId)).toMatchObject([{ state: "pending", lastStatus: 307 }]);
});

test("a delivery fails if the webhook's host name has become private", async () => {
  const ada = await signUp();
  const { webhookId } = await createReceivedWebhook(ada);
  await setWebhook(webhookId, { url: "http://10.0.0.1/" });
  await addReadyAsset(ada, ada.personalId, "One.\n");
  await dispatchWebhooks();
  expect(await deliveriesOf(ada, webhookId)).toMatchObject([
    { lastStatus: null, lastError: "The receiver must be on the public internet." },
  ]);
});

test("the service sends nothing to a former owner, and nothing about unreadable records", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const { webhookId, received } = await createReceivedWebhook(ada);
  await share(ada, ada.rootId, bob, ["own"]);
  await addReadyAsset(ada, ada.personalId, "One.\n");
  await modifyPermissions(bob, ada.rootId, ada.userId, ["read"]);
  await dispatchWebhooks();
  expect(await received()).toEqual([]);
  expect(await deliveriesOf(bob, webhookId)).toMatchObject([{ state: "withheld", lastStatus: null }]);
  await modifyPermissions(bob, ada.rootId, ada.userId, ["own"]);
  const deleted = await addReadyAsset(ada, ada.personalId, "Two.\n");
  await testEnv.DB.prepare("DELETE FROM asset_collections WHERE asset_id = ?").bind(deleted).run();
  await dispatchWebhooks();
  expect(await received()).toEqual([]);
  await addReadyAsset(ada, ada.personalId, "Three.\n");
  await testEnv.DB.prepare("UPDATE users SET lifecycle_state = 'suspended' WHERE id = ?")
    .bind(ada.userId)
    .run();
  await dispatchWebhooks();
  expect(await received()).toEqual([]);
});
