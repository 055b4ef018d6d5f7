import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addReadyFile, type RemoteUser, signUp, textFile } from "../support/client.ts";
import { startReceiver } from "../support/receiver.ts";
import { sharedService } from "../support/shared-service.ts";

/** Where the service is started at the end of a minute, or much is waiting. */
const END_TIMEOUT_MS = 170_000;
const BEHAVIOURS = ["ok", "silent", "dripping", "endless", "500", "to-private"] as const;

const service = sharedService();
let ada: RemoteUser;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeAll(async () => {
  ada = await signUp(service, "told-by-webhooks");
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

async function ask(method: string, path: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${await service.token(ada.email)}`, "content-type": "application/json" };
  const response = await fetch(`${service.url}${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return { status: response.status, body: await response.json() };
}

test("receivers are told over the network as Standard Webhooks says; one that is slow, endless, broken or leads elsewhere harms nobody", async () => {
  const { organizationId } = ada.workspace.organizationContext;
  const made = new Map<string, { webhookId: string; secret: string }>();
  for (const behaviour of [...BEHAVIOURS].toReversed()) {
    const url = `${receiver.origin}/${behaviour}/hook`;
    const body = { organizationId, name: behaviour, url, events: ["asset.ready"], collectionIds: [] };
    const answer = await ask("POST", "/v1/webhooks", body);
    expect([answer.status, answer.body.message]).toEqual([200, expect.any(String)]);
    made.set(behaviour, answer.body.data);
  }
  const own = { organizationId, name: "Own", url: `${service.url}/v1/webhooks`, events: ["asset.ready"] };
  expect((await ask("POST", "/v1/webhooks", own)).status).toBe(400);
  const assetId = await addReadyFile(ada, ada.workspace.personalId, textFile("told.txt", "The brass lantern stood on the sill.\n"));
  const outcomeOf = async (behaviour: string) => {
    const listed = await ask("GET", `/v1/webhooks/${made.get(behaviour)?.webhookId}/deliveries`);
    return listed.body.data.records.map(({ state, lastStatus, lastError }: any) => [state, lastStatus, lastError].join(" | "));
  };
  const outcomes = async () => Object.fromEntries(await Promise.all(BEHAVIOURS.map(async (each) => [each, await outcomeOf(each)])));
  await expect.poll(outcomes, { timeout: END_TIMEOUT_MS, interval: 1_000 }).toEqual({
    ok: ["delivered | 204 | "],
    silent: ["pending |  | The receiver did not answer within 10 seconds."],
    // What they say behind their status is not read.
    dripping: ["delivered | 200 | "],
    endless: ["delivered | 200 | "],
    "500": ["pending | 500 | The receiver answered 500."],
    "to-private": ["pending | 307 | The receiver answered 307."],
  });
  const [message] = receiver.received.filter(({ path }) => path.startsWith("/ok/"));
  const { secret = "" } = made.get("ok") ?? {};
  const told = new Webhook(secret).verify(message!.body, { ...message!.headers });
  expect(told).toMatchObject({ type: "asset.ready", data: { subjectId: assetId, organizationId } });
});
