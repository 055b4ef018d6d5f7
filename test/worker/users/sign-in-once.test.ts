import { createExecutionContext } from "cloudflare:test";
import { expect, test } from "vitest";
import { createApp } from "../../../src/app.ts";
import {
  cookieOf,
  createLink,
  FROM_OWN_PAGE,
  pageHeaders,
  redeemLink,
} from "../../support/http/open-session.ts";
import { call, ORIGIN } from "../../support/http/call.ts";
import { signUp, syncBody } from "../../support/http/person.ts";
import { testEnv } from "../../support/setup/env.ts";

const newEmail = (name: string): string => `${name}-${crypto.randomUUID()}@example.com`;

test("a link signs a browser in as a verified user of the local issuer", async () => {
  const email = newEmail("grace");
  const response = await redeemLink(await createLink(email, "Grace"), { "user-agent": "Firefox" });
  const { data } = await response.json<{ data: Record<string, unknown> }>();
  expect(response.status).toBe(200);
  expect(data).toMatchObject({ email, isEmailVerified: true, displayName: "Grace", userId: null });
  const set = response.headers.getSetCookie();
  expect(set).toEqual([
    expect.stringMatching(
      /^__Host-knowledge=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
  ]);
  const headers = pageHeaders(cookieOf(response) ?? "");
  const synced = await call("syncUser", { headers, body: syncBody(email) });
  expect(synced.body.data.didSignUp).toBe(true);
  const stored = await testEnv.DB.prepare("SELECT agent FROM sessions WHERE id = ?")
    .bind(data["sessionId"])
    .first();
  expect(stored).toEqual({ agent: "Firefox" });
});

test("a returning user gets their id, and the audit log records the sign-in", async () => {
  const ada = await signUp();
  const response = await redeemLink(await createLink(ada.email));
  const { data } = await response.json<{ data: { userId: string; sessionId: string } }>();
  expect(data.userId).toBe(ada.userId);
  const event = await testEnv.DB.prepare("SELECT actor_id, operation FROM audit_events WHERE target_id = ?")
    .bind(data.sessionId)
    .first();
  expect(event).toEqual({ actor_id: ada.userId, operation: "signInOnce" });
});

test("a link works once", async () => {
  const once = await createLink(newEmail("ada"));
  expect((await redeemLink(once)).status).toBe(200);
  const again = await redeemLink(once);
  expect({ status: again.status, cookie: cookieOf(again), body: await again.json() }).toEqual({
    status: 409,
    cookie: null,
    body: expect.objectContaining({
      code: "failed_precondition",
      message: "This link was used. Make another one with `npm run link`.",
    }),
  });
});

test("of two requests with one link at once, exactly one signs in", async () => {
  const once = await createLink(newEmail("ada"));
  const both = await Promise.all([redeemLink(once), redeemLink(once)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test("an unknown link is not found", async () => {
  const { status, body } = await call("signInOnce", { headers: FROM_OWN_PAGE, body: { once: "nothing" } });
  expect({ status, code: body.code }).toEqual({ status: 404, code: "not_found" });
});

const { HOST: _host, ...withoutHost } = testEnv;

test.each([
  ["without a host", withoutHost],
  ["without a local issuer", { ...testEnv, ISSUERS: withLocal(false) }],
])("a service %s accepts no link", async (_, settings) => {
  const env = { ...settings, RATE_LIMITS: "on" };
  const request = new Request(`${ORIGIN}/session/once`, {
    method: "POST",
    headers: { ...FROM_OWN_PAGE, "content-type": "application/json" },
    body: JSON.stringify({ once: await createLink(newEmail("ada")) }),
  });
  const response = await createApp(env).fetch(request, env, createExecutionContext());
  expect({ status: response.status, cookie: cookieOf(response) }).toEqual({ status: 403, cookie: null });
});

/** The issuers of the tests, marked as local or not. */
function withLocal(local: boolean): string {
  const issuers = JSON.parse(String(testEnv["ISSUERS"])) as object[];
  return JSON.stringify(issuers.map((issuer) => ({ ...issuer, local })));
}
