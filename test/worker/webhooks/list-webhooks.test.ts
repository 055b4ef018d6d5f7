import { expect, test } from "vitest";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { webhooksOf } from "../../support/http/received-webhooks.ts";
import { createWebhook } from "../../support/http/webhooks.ts";
import { share } from "../../support/http/create-collection.ts";

test("all owners of an organization see its webhooks, newest first, and other users none", async () => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  const [first, second] = [
    await createWebhook(ada),
    await createWebhook(ada, { events: ["share.changed"], collectionIds: [ada.personalId] }),
  ];
  await share(ada, ada.rootId, bob, ["own"]);
  await share(ada, ada.rootId, eve, ["read"]);
  const seen = await webhooksOf({ ...bob, organizationId: ada.organizationId });
  expect(seen).toMatchObject([
    { webhookId: second.webhookId, events: ["share.changed"], collectionIds: [ada.personalId] },
    { webhookId: first.webhookId, userId: ada.userId, failingSince: null, previousSecretUntil: null },
  ]);
  expect(seen[0]).not.toHaveProperty("secret");
  expect(
    (await call("listWebhooks", { token: eve.token, query: { organizationId: ada.organizationId } })).status,
  ).toBe(403);
  expect(await webhooksOf(bob)).toEqual([]);
});
