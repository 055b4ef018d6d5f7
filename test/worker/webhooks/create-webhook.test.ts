import { expect, test, vi } from "vitest";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { webhooksOf } from "../../support/http/received-webhooks.ts";
import { createWebhook } from "../../support/http/webhooks.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

async function make({ token, organizationId }: Person, body: object, headers = {}) {
  const whole = {
    organizationId,
    name: "Receiver",
    url: "https://hooks.example.com/a",
    events: ["asset.ready"],
    ...body,
  };
  return await call("POST", "/v1/webhooks", { token, headers, body: whole });
}

test("creating a webhook shows its secret once, and neither the database nor the log contains it", async () => {
  const lines = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const ada = await signUp();
  const headers = { "idempotency-key": "once" };
  const { secret, webhookId } = (await make(ada, {}, headers)).body.data;
  expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
  expect((await make(ada, {}, headers)).body.data).toMatchObject({ webhookId, secret: null });
  const listed = await webhooksOf(ada);
  expect(listed).toMatchObject([{ webhookId, disabledAt: null }]);
  const stored = await testEnv.DB.prepare("SELECT * FROM webhooks WHERE id = ?").bind(webhookId).all();
  const kept = JSON.stringify([stored.results, listed, lines.mock.calls]);
  expect(stored.results).toHaveLength(1);
  expect(kept).not.toContain(secret.slice(6, 30));
  const other = await createWebhook(ada);
  expect(other.secret).not.toBe(secret);
});

test("a webhook cannot have a URL on this machine, in private networks, of the service itself, or without https", async () => {
  const ada = await signUp();
  for (const url of [
    "http://hooks.example.com/a",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://10.0.0.1/",
    "https://169.254.169.254/latest",
    "https://[::ffff:192.168.0.1]/",
    "https://localhost/",
    "https://db.internal/",
    "https://me:secret@hooks.example.com/",
    "https://hooks.example.com:8443/",
    "ftp://hooks.example.com/",
    "https://knowledge.test/v1/webhooks",
    "nowhere",
  ]) {
    const refused = await make(ada, { url });
    expect({ url, status: refused.status, path: refused.body.data.issues?.[0]?.path }).toEqual({
      url,
      status: 400,
      path: "url",
    });
  }
});

test("only owners create webhooks, for collections of their organization", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const folder = await createCollection(ada, ada.personalId, "Folder");
  await share(ada, folder, bob, ["own"]);
  expect((await make(bob, { organizationId: ada.organizationId })).status).toBe(404);
  expect((await make(bob, { collectionIds: [folder] })).body.data.issues[0].path).toBe("collectionIds");
  expect((await make(ada, { collectionIds: [bob.personalId] })).status).toBe(404);
  expect((await make(ada, { collectionIds: [folder] })).status).toBe(200);
  expect(
    (await call("GET", `/v1/webhooks?organizationId=${ada.organizationId}`, { token: bob.token })).status,
  ).toBe(404);
});

test("an organization has at most twenty webhooks", async () => {
  const ada = await signUp();
  for (let made = 0; made < 20; made += 1) await createWebhook(ada);
  expect((await make(ada, {})).body.code).toBe("resource_exhausted");
  const [first] = await webhooksOf(ada);
  expect((await call("DELETE", `/v1/webhooks/${first.webhookId}`, { token: ada.token })).status).toBe(200);
  expect((await make(ada, {})).status).toBe(200);
});
