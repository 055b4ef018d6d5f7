import { createExecutionContext } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { createApp } from "../../../src/app.ts";
import { ConfigError } from "../../../src/config.ts";
import { refuseToServe } from "../../../src/refuse-to-serve.ts";
import { testEnv } from "../../support/setup/env.ts";
import { ORIGIN } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";

const PAGE = "https://pages.example.com";

/** Sends a request to a service that allows pages of one origin. */
async function ask(path: string, init: RequestInit): Promise<Response> {
  const app = createApp({ ...testEnv, CORS_ORIGINS: PAGE });
  return await app.fetch(new Request(`${ORIGIN}${path}`, init), testEnv, createExecutionContext());
}

const preflight = async (path: string, method: string, headers: string, origin = PAGE) =>
  await ask(path, {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": method, "access-control-request-headers": headers },
  });

const listed = (response: Response, name: string): string[] =>
  (response.headers.get(name) ?? "").toLowerCase().split(/, ?/);

test("a page of an allowed origin may resume a stream with Last-Event-ID and read the identifying headers", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  await sendMessage(ada, threadId, "One", { messageKind: "textV1" });
  await sendMessage(ada, threadId, "Two", { messageKind: "textV1" });
  const path = `/v1/threads/${threadId}/events`;
  const asked = await preflight(path, "GET", "authorization,last-event-id,prefer");
  expect({
    status: asked.status,
    accessControlAllowOrigin: asked.headers.get("access-control-allow-origin"),
  }).toEqual({
    status: 204,
    accessControlAllowOrigin: PAGE,
  });
  expect(listed(asked, "access-control-allow-headers")).toEqual(
    expect.arrayContaining(["authorization", "last-event-id", "prefer"]),
  );
  const leaving = new AbortController();
  const headers = {
    origin: PAGE,
    authorization: `Bearer ${ada.token}`,
    accept: "text/event-stream",
    "last-event-id": "1",
  };
  const stream = await ask(path, { headers, signal: leaving.signal });
  expect({
    status: stream.status,
    accessControlAllowOrigin: stream.headers.get("access-control-allow-origin"),
  }).toEqual({
    status: 200,
    accessControlAllowOrigin: PAGE,
  });
  expect(listed(stream, "access-control-expose-headers")).toEqual(
    expect.arrayContaining(["x-operation-id", "preference-applied"]),
  );
  expect(listed(stream, "vary")).toEqual(expect.arrayContaining(["origin", "accept"]));
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("data: ")) text += (await reader.read()).value ?? "";
  expect([text.includes("id: 2"), text.includes("id: 1\n")]).toEqual([true, false]);
  leaving.abort();
});

test("a page of another origin gets no CORS headers", async () => {
  const asked = await preflight("/v1/assets/search", "POST", "authorization", "https://other.example.com");
  expect(asked.headers.get("access-control-allow-origin")).toBeNull();
  const refused = await ask("/v1/users/self/collection-tree", {
    headers: { origin: "https://other.example.com" },
  });
  expect({
    status: refused.status,
    accessControlAllowOrigin: refused.headers.get("access-control-allow-origin"),
  }).toEqual({
    status: 401,
    accessControlAllowOrigin: null,
  });
});

test.each([
  ["no origin is allowed", ""],
  ["another origin is allowed", PAGE],
])("a preflight of a disallowed origin names the setting: %s", async (_, allowed) => {
  const app = createApp({ ...testEnv, CORS_ORIGINS: allowed });
  const headers = { origin: "https://other.example.com", "access-control-request-method": "POST" };
  const refused = await app.fetch(
    new Request(`${ORIGIN}/v1/assets/search`, { method: "OPTIONS", headers }),
    testEnv,
    createExecutionContext(),
  );
  expect({ status: refused.status, allowed: refused.headers.get("access-control-allow-origin") }).toEqual({
    status: 403,
    allowed: null,
  });
  expect(await refused.json()).toMatchObject({
    code: "permission_denied",
    message: expect.stringContaining("CORS_ORIGINS"),
    data: {},
  });
});

test.each([
  ["/v1/assets/search", {}, 405, "unimplemented"],
  ["/v1/assets/search", { origin: PAGE }, 405, "unimplemented"],
  ["/nowhere", {}, 404, "not_found"],
])(
  "an OPTIONS request to %s that is not a preflight gets the error envelope",
  async (path, headers, status, code) => {
    const answer = await ask(path, { method: "OPTIONS", headers });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status,
      body: { code, done: true, eventKey: "" },
    });
  },
);

test("a service with an invalid setting answers every request with the error envelope, and only its log names the setting", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer = refuseToServe(new ConfigError("Setting TOKEN_ISSUERS is not JSON."));
  const body = await answer.json<Record<string, unknown>>();
  const operation = { duration: 0, operationId: answer.headers.get("x-operation-id") };
  expect({ status: answer.status, body }).toEqual({
    status: 503,
    body: {
      code: "unavailable",
      data: {},
      details: { consumption: { units: 0 }, operation },
      done: true,
      eventKey: "",
      message: "The service is not configured.",
    },
  });
  expect(log.mock.calls.flat().join()).toContain("TOKEN_ISSUERS");
});
