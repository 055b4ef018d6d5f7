import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { serviceSecret } from "../../../scripts/lib/user-token.ts";
import { createWorld, contextOf, type World } from "../../support/contract/world.ts";
import { finishProcessing, notify, put } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { syncBody, tokenFor } from "../../support/http/person.ts";

const METHODS = ["log", "info", "warn", "error", "debug"] as const;
const FIELDS = [
  "actorId",
  "event",
  "level",
  "method",
  "ms",
  "operationId",
  "route",
  "rowsRead",
  "status",
  "time",
  "trips",
];
const CONTENT = "The quincunx password is marmalade. It was chosen by a gardener in 1902.";
const QUESTION = "Who chose the quincunx password?";
const FILE = "quincunx-plan.txt";

const printed: string[] = [];
let world: World;
beforeAll(async () => {
  for (const method of METHODS) {
    vi.spyOn(console, method).mockImplementation(
      (...parts: unknown[]) => void printed.push(parts.map(String).join(" ")),
    );
  }
  world = await createWorld();
});
afterAll(() => {
  vi.restoreAllMocks();
});

/**
 * Sends secrets of every kind in valid and invalid requests.
 * @returns the secrets
 */
async function sendSecrets(): Promise<string[]> {
  const { owner, folderId, threadId } = world;
  const { token } = owner;
  const body = {
    collectionID: folderId,
    contentType: "text/plain",
    creationMethod: "upload",
    organizationContext: contextOf(owner),
  };
  const created = await call("POST", "/v1/assets?hidden=query-secret-1", {
    token,
    body: { ...body, originalFileName: FILE },
  });
  const upload: string = created.body.data.signedURL;
  await put(upload, CONTENT, "text/plain");
  const assetId = idFromBytes("asset", created.body.data.id);
  await notify(owner, assetId);
  await finishProcessing(assetId);
  const download: string = (await call("GET", `/v1/assets/${assetId}`, { token })).body.data.signedURL;
  expect(await (await rawCall("GET", download)).text()).toBe(CONTENT);
  expect(
    (await rawCall("PUT", upload, { bytes: new Uint8Array(), headers: { "content-length": "0" } })).status,
  ).toBe(409);
  const message = {
    messageContent: QUESTION,
    messageKind: "promptV2",
    recipients: ["gardener@example.com"],
    threadId,
  };
  expect((await call("POST", `/v1/threads/${threadId}/messages`, { token, body: message })).status).toBe(200);
  expect((await call("POST", "/v1/search", { token, body: { query: "marmalade" } })).status).toBe(200);
  await sendRefusedSecrets();
  const service = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
  expect(
    (await call("POST", "/ops/reindex", { token: service, body: { organizationId: owner.organizationId } }))
      .status,
  ).toBe(200);
  const urlTokens = [upload, download].map((url) => new URL(url).searchParams.get("token") ?? url);
  const contents = ["quincunx", "marmalade", "gardener", FILE, QUESTION];
  return [
    token,
    service,
    ...urlTokens,
    ...contents,
    owner.email,
    "query-secret",
    "body-secret",
    "header-secret",
    "path-secret",
  ];
}

async function sendRefusedSecrets(): Promise<void> {
  const { owner, threadId } = world;
  const { token } = owner;
  const email = "body-secret@example.com";
  const answers = [
    await call("GET", `/v1/threads/${threadId}?publicAccessToken=query-secret-2`),
    await call("GET", "/v1/path-secret?query-secret-3"),
    await call("GET", "/v1/threads/path-secret", { token }),
    await call("GET", `/v1/threads/${threadId}`, { token: "header-secret.header-secret.header-secret" }),
    await call("GET", `/v1/threads/${threadId}`, { token: await tokenFor(email, { expiresInSeconds: -60 }) }),
    await call("POST", "/v1/search", { token, body: '{"query":"body-secret' }),
    await call("POST", "/v1/search", { token, body: { query: "x", collectionIds: ["body-secret"] } }),
    await call("POST", "/v1/users/self/auth-sync", { token, body: syncBody(email) }),
    await call("GET", `/v1/assets/${world.assetId}/content?token=query-secret-4`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 401, 401, 400, 400, 403, 403]);
}

test("log lines contain no token, signature, query, address or content", async () => {
  const before = printed.length;
  const secrets = await sendSecrets();
  const since = printed.slice(before);
  expect(since.length).toBeGreaterThan(15);
  const told = secrets.filter((secret) => printed.some((line) => line.includes(secret)));
  expect(told).toEqual([]);
});

test("a request logs one line with its route pattern and its response's operation id", async () => {
  const { owner, threadId } = world;
  const before = printed.length;
  const answer = await call("getThread", { token: owner.token, params: { threadID: threadId } });
  const lines = printed.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toHaveLength(1);
  expect(Object.keys(lines[0]!).toSorted()).toEqual(FIELDS);
  const operationId = answer.body.details.operation.operationId;
  expect(lines[0]).toMatchObject({
    method: "GET",
    route: "/v1/threads/{threadID}",
    operationId,
    actorId: owner.userId,
    status: 200,
    trips: 1,
  });
});

test("every log line is JSON with time, level and event, and includes the reason of a rejected credential", async () => {
  const before = printed.length;
  await sendRefusedSecrets();
  await call("getThread", { token: "only-a-word", params: { threadID: world.threadId } });
  const lines = printed.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of lines) {
    expect(line).toMatchObject({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      level: "info",
      event: "request",
    });
  }
  const reasons = lines.filter(({ status }) => status === 401).map(({ code, reason }) => [code, reason]);
  expect(reasons).toEqual([
    ["unauthenticated", expect.stringMatching(/^\w+$/)],
    ["unauthenticated", "ERR_JWT_EXPIRED exp"],
    ["unauthenticated", "unknown service secret"],
  ]);
});
