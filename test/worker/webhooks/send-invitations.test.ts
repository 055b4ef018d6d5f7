/** A webhook with the setting `sendsInvitations` receives what a program needs to mail an invitation. */
import { createExecutionContext } from "cloudflare:test";
import { Webhook } from "standardwebhooks";
import { expect, test, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { WEBHOOK_EVENTS } from "../../../src/domain/webhook.ts";
import { platformOf } from "../../../src/platform.ts";
import { dispatchWebhooks } from "../../../src/jobs/webhooks/dispatch-webhooks.ts";
import { call, ORIGIN } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { invite, newAddress, revoke } from "../../support/http/invite.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import {
  createReceivedWebhook,
  deliveriesOf,
  deliveryStates,
  setWebhook,
  webhooksOf,
} from "../../support/http/received-webhooks.ts";
import { testEnv } from "../../support/setup/env.ts";

const PUBLIC = "https://knowledge.example.com";
const env = { ...testEnv, PUBLIC_BASE_URL: PUBLIC, CRAWLING: "on", CRAWL_ALLOW_LOOPBACK: "true" };

/** Asks a service that knows its own address. */
async function ask({ token, organizationId }: Person, wanted: object): Promise<Response> {
  const whole = { organizationId, name: "Mailer", url: "https://hooks.example.com/a", events: [], ...wanted };
  const request = new Request(`${ORIGIN}/v1/webhooks`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(whole),
  });
  return await createApp(env).fetch(request, env, createExecutionContext());
}

/** A webhook with a local receiver that gets invitations. */
async function createMailer(person: Person, collectionIds: readonly string[] = []) {
  const made = await createReceivedWebhook(person, "ok", { collectionIds });
  await setWebhook(made.webhookId, { events: JSON.stringify(["invitation.created"]) });
  return made;
}

async function dispatch(settings: object = {}): Promise<void> {
  const platform = platformOf({ ...env, ...settings });
  const sender = platform.webhooks();
  if (sender === null) throw new Error("Nothing may be sent.");
  await dispatchWebhooks(platform.database(), sender, new Date());
}

test("only an explicit setting turns invitations on, and only where the service knows its address", async () => {
  const ada = await signUp();
  const made = (await (await ask(ada, { sendsInvitations: true })).json()) as { data: object };
  expect(made.data).toMatchObject({ events: [], sendsInvitations: true });
  const other = (await (await ask(ada, { events: WEBHOOK_EVENTS })).json()) as { data: object };
  expect(other.data).toMatchObject({ events: WEBHOOK_EVENTS, sendsInvitations: false });
  for (const wanted of [{}, { events: ["invitation.created"] }, { events: [], sendsInvitations: "yes" }])
    expect((await ask(ada, wanted)).status).toBe(400);
  expect((await webhooksOf(ada)).map(({ sendsInvitations }: any) => sendsInvitations)).toEqual([false, true]);
  const body = {
    organizationId: ada.organizationId,
    name: "M",
    url: "https://hooks.example.com/a",
    events: [],
  };
  const unknown = await call("POST", "/v1/webhooks", {
    token: ada.token,
    body: { ...body, sendsInvitations: true },
  });
  expect([unknown.status, unknown.body.code]).toEqual([409, "failed_precondition"]);
});

test("each invitation arrives once, signed, with its address, its inviter and a link that redeems it", async () => {
  const lines = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const ada = await signUp();
  const { secret, received, webhookId } = await createMailer(ada);
  const emails = [newAddress("grace"), newAddress("lin")];
  const { publicToken, tokenId } = await invite(ada, [ada.personalId], emails, ["read"]);
  await dispatch();
  await dispatch();
  const messages = await received();
  const told = messages.map(({ body, headers }) => new Webhook(secret).verify(body, { ...headers }) as any);
  expect(told.map(({ type, data }) => `${type} ${data.invitation.email}`).toSorted()).toEqual(
    emails.map((email) => `invitation.created ${email}`).toSorted(),
  );
  const at = told.findIndex(({ data }) => data.subjectId === tokenId);
  expect(messages[at]?.headers["webhook-id"]).toBe(tokenId);
  expect(told[at].data).toEqual({
    webhookId,
    organizationId: ada.organizationId,
    eventKey: expect.stringMatching(/^event_/),
    subjectId: tokenId,
    invitation: {
      email: emails[0],
      inviterName: expect.any(String),
      link: `${PUBLIC}/i#${publicToken}`,
      expiresAt: expect.any(String),
    },
  });
  const stored = await testEnv.DB.prepare("SELECT * FROM webhook_deliveries WHERE webhook_id = ?")
    .bind(webhookId)
    .all();
  const kept = JSON.stringify([stored.results, await deliveriesOf(ada, webhookId), lines.mock.calls]);
  for (const unseen of [publicToken, ...emails]) expect(kept).not.toContain(unseen);
  vi.restoreAllMocks();
});

test("a webhook without the setting receives no invitation", async () => {
  const ada = await signUp();
  const { received } = await createReceivedWebhook(ada, "ok", { events: WEBHOOK_EVENTS });
  await invite(ada, [ada.personalId], [newAddress()], ["read"]);
  await dispatch();
  expect((await received()).map(({ body }) => JSON.parse(body).type)).toEqual(["share.changed"]);
});

test("the service withholds an invitation that has ended, and all if it does not know its address", async () => {
  const ada = await signUp();
  const ended = await createMailer(ada);
  const { tokenId } = await invite(ada, [ada.personalId], [newAddress()], ["read"]);
  expect((await revoke(ada.token, tokenId)).status).toBe(200);
  await dispatch();
  expect([await ended.received(), await deliveryStates(ended.webhookId)]).toEqual([[], ["withheld"]]);
  const nowhere = await createMailer(ada);
  await invite(ada, [ada.personalId], [newAddress()], ["chat"]);
  await dispatch({ PUBLIC_BASE_URL: undefined });
  expect([await nowhere.received(), await deliveryStates(nowhere.webhookId)]).toEqual([[], ["withheld"]]);
});

test("a webhook of some collections receives their invitations, and an organization never those of another", async () => {
  const [ada, bob] = [await signUp(), await signUp()];
  const inside = await createCollection(ada, ada.personalId, "Inside");
  const outside = await createCollection(ada, ada.personalId, "Outside");
  const mailer = await createMailer(ada, [inside]);
  const his = await createMailer(bob);
  const below = await createCollection(ada, inside, "Below");
  const { tokenId } = await invite(ada, [below], [newAddress()], ["read"]);
  await invite(ada, [outside], [newAddress()], ["read"]);
  await dispatch();
  expect((await mailer.received()).map(({ body }) => JSON.parse(body).data.subjectId)).toEqual([tokenId]);
  expect(await his.received()).toEqual([]);
});

test("a share in two organizations tells each webhook the invitations of its own organization", async () => {
  const [ada, bob] = [await signUp(), await signUp()];
  const shared = await createCollection(bob, bob.personalId, "Shared");
  await share(bob, shared, ada, ["own"]);
  const [hers, his] = [await createMailer(ada), await createMailer(bob)];
  const email = newAddress();
  const { answer } = await invite(ada, [ada.personalId, shared], [email], ["read"]);
  expect(answer.body.data.newUsers).toHaveLength(2);
  await dispatch();
  const [mine, theirs] = [await hers.received(), await his.received()];
  expect([mine.length, theirs.length]).toEqual([1, 1]);
  const links = [...mine, ...theirs].map(({ body }) => JSON.parse(body).data.invitation.link);
  expect(new Set(links).size).toBe(2);
});
