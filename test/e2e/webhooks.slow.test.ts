import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { afterAll, beforeAll, test } from "vitest";
import { createCollection, postQuestion, uploadFile } from "../../scripts/demo/workspace.ts";
import { WEBHOOK_EVENTS } from "../../src/domain/webhook.ts";
import {
  addReadyFile,
  type RemoteUser,
  share,
  signUp,
  startThread,
  textFile,
} from "../support/http/remote-user.ts";
import { startReceiver } from "../support/fixtures/receiver.ts";
import { sharedService } from "../support/setup/shared-service.ts";

/** Long enough for a service that starts at the end of a minute, or that has a long queue. */
const END_TIMEOUT_MS = 170_000;
const BEHAVIOURS = ["ok", "silent", "dripping", "endless", "500", "to-private"] as const;

const service = sharedService();
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

async function ask(ada: RemoteUser, method: string, path: string, body?: object): Promise<any> {
  const headers = {
    authorization: `Bearer ${await service.token(ada.email)}`,
    "content-type": "application/json",
  };
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const toldAll = () => receiver.received.filter(({ path }) => path === "/ok/all");
const kindsTold = (): string[] =>
  [...new Set(toldAll().map(({ body }) => (JSON.parse(body) as { type: string }).type))].toSorted();

test.concurrent("the service sends each kind of event with identifiers only, and the official package verifies each event", async ({
  expect,
}) => {
  const ada = await signUp(service, "told-of-all");
  const { workspace, api } = ada;
  const { organizationId } = workspace.organizationContext;
  const body = {
    organizationId,
    name: "All",
    url: `${receiver.origin}/ok/all`,
    events: WEBHOOK_EVENTS,
    collectionIds: [],
  };
  const { secret, webhookId } = (await ask(ada, "POST", "/v1/webhooks", body)).body.data;
  const grace = await signUp(service, "told-grace");
  const folderId = await createCollection(api, workspace.personalId, "Folder");
  const ready = await addReadyFile(
    ada,
    folderId,
    textFile("mill.txt", "The zephyr mill was painted by a weaver called Tolland.\n"),
  );
  const broken = {
    name: "broken.pdf",
    contentType: "application/pdf",
    bytes: Uint8Array.from(Buffer.from("%PDF-1.7 and nothing else")),
  };
  const failed = await uploadFile(api, workspace, folderId, broken);
  const threadId = await startThread(ada, folderId);
  await postQuestion(api, threadId, "Who painted the zephyr mill?");
  await share(ada, folderId, grace, ["read"]);
  await expect
    .poll(async () => (await ask(ada, "GET", `/v1/assets/${failed}`)).body.data.lifecycleState)
    .toBe("failed");
  // A deleted item has no further events except its deletion.
  const alive = WEBHOOK_EVENTS.filter((event) => !event.endsWith(".deleted")).toSorted();
  await expect.poll(kindsTold, { timeout: END_TIMEOUT_MS, interval: 500 }).toEqual(alive);
  expect((await ask(ada, "DELETE", "/v1/assets/tombstone", { assetIds: [ready] })).status).toBe(200);
  expect((await ask(ada, "DELETE", "/v1/threads/tombstone", { threadIds: [threadId] })).status).toBe(200);
  expect((await ask(ada, "DELETE", "/v1/collections", { collectionIds: [folderId] })).status).toBe(200);
  await expect.poll(kindsTold, { timeout: END_TIMEOUT_MS, interval: 500 }).toEqual(WEBHOOK_EVENTS.toSorted());
  const verified = new Webhook(secret);
  for (const { body: text, headers } of toldAll()) {
    expect(verified.verify(text, { ...headers })).toMatchObject({
      type: expect.any(String),
      data: { organizationId, webhookId },
    });
    expect(
      ["zephyr", "Tolland", "mill.txt", "Folder", grace.email].filter((word) => text.includes(word)),
    ).toEqual([]);
    const forged = text.replace(organizationId, workspace.personalId);
    expect(() => verified.verify(forged, { ...headers })).toThrow(WebhookVerificationError);
  }
  const subjects = Object.fromEntries(
    toldAll().map(({ body: text }) => [JSON.parse(text).type, JSON.parse(text).data.subjectId]),
  );
  expect(subjects).toMatchObject({
    "asset.ready": ready,
    "asset.failed": failed,
    "share.changed": folderId,
    "asset.deleted": ready,
    "thread.deleted": threadId,
  });
  // A webhook that fails must not delay the next event.
  expect((await ask(ada, "DELETE", `/v1/webhooks/${webhookId}`)).status).toBe(200);
});

test.concurrent("receivers get Standard Webhooks over the network, and slow, endless, broken or redirecting receivers affect nobody", async ({
  expect,
}) => {
  const ada = await signUp(service, "told-over-the-network");
  const { organizationId } = ada.workspace.organizationContext;
  const made = new Map<string, { webhookId: string; secret: string }>();
  for (const behaviour of [...BEHAVIOURS].toReversed()) {
    const url = `${receiver.origin}/${behaviour}/hook`;
    const body = { organizationId, name: behaviour, url, events: ["asset.ready"], collectionIds: [] };
    const answer = await ask(ada, "POST", "/v1/webhooks", body);
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status: 200,
      message: expect.any(String),
    });
    made.set(behaviour, answer.body.data);
  }
  const own = { organizationId, name: "Own", url: `${service.url}/v1/webhooks`, events: ["asset.ready"] };
  expect((await ask(ada, "POST", "/v1/webhooks", own)).status).toBe(400);
  const assetId = await addReadyFile(
    ada,
    ada.workspace.personalId,
    textFile("told.txt", "The brass lantern stood on the sill.\n"),
  );
  const outcomeOf = async (behaviour: string) => {
    const listed = await ask(ada, "GET", `/v1/webhooks/${made.get(behaviour)?.webhookId}/deliveries`);
    return listed.body.data.records.map(({ state, lastStatus, lastError }: any) =>
      [state, lastStatus, lastError].join(" | "),
    );
  };
  const outcomes = async () =>
    Object.fromEntries(await Promise.all(BEHAVIOURS.map(async (each) => [each, await outcomeOf(each)])));
  await expect.poll(outcomes, { timeout: END_TIMEOUT_MS, interval: 1_000 }).toEqual({
    ok: ["delivered | 204 | "],
    silent: ["pending |  | The receiver did not answer within 10 seconds."],
    // The service does not read response bodies.
    dripping: ["delivered | 200 | "],
    endless: ["delivered | 200 | "],
    "500": ["pending | 500 | The receiver answered 500."],
    "to-private": ["pending | 307 | The receiver answered 307."],
  });
  const [message] = receiver.received.filter(({ path }) => path === "/ok/hook");
  const { secret = "" } = made.get("ok") ?? {};
  const told = new Webhook(secret).verify(message!.body, { ...message!.headers });
  expect(told).toMatchObject({ type: "asset.ready", data: { subjectId: assetId, organizationId } });
});
