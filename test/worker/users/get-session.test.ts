import { expect, test } from "vitest";
import { openAccount, openSession, pageHeaders } from "../../support/http/open-session.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { testEnv } from "../../support/setup/env.ts";

const newEmail = (): string => `ada-${crypto.randomUUID()}@example.com`;
const DAY = 86_400_000;

test("a session names its user and its end", async () => {
  const email = newEmail();
  const secret = await openAccount(email);
  const { status, body } = await call("getSession", { headers: pageHeaders(secret) });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    sessionId: expect.stringMatching(/^session_/),
    userId: expect.stringMatching(/^user_/),
    email,
    isEmailVerified: true,
  });
  const days = (Date.parse(body.data.expiresAt) - Date.now()) / DAY;
  expect(Math.round(days)).toBe(90);
});

test("a request with a token has no session", async () => {
  const ada = await signUp();
  const { body } = await call("getSession", { token: ada.token });
  expect(body.data).toMatchObject({ sessionId: null, userId: ada.userId, email: ada.email });
});

test.each([
  ["after its last day", "UPDATE sessions SET expires_at = ?1 WHERE subject = ?2", Date.now() - 1],
  [
    "after 14 days without use",
    "UPDATE sessions SET last_used_at = ?1 WHERE subject = ?2",
    Date.now() - 15 * DAY - (Date.now() % DAY),
  ],
])("a session ends %s", async (_, change, value) => {
  const email = newEmail();
  const headers = pageHeaders(await openAccount(email));
  expect((await call("getSession", { headers })).status).toBe(200);
  await testEnv.DB.prepare(change).bind(value, `email:${email}`).run();
  const { status, body } = await call("getSession", { headers });
  expect({ status, code: body.code }).toEqual({ status: 401, code: "unauthenticated" });
});

test("a session records the day of its last use and stays active on the fourteenth day", async () => {
  const email = newEmail();
  const headers = pageHeaders(await openSession(email));
  const today = Date.now() - (Date.now() % DAY);
  const age = "UPDATE sessions SET last_used_at = ?1 WHERE subject = ?2";
  await testEnv.DB.prepare(age)
    .bind(today - 14 * DAY, `email:${email}`)
    .run();
  expect((await call("getSession", { headers })).status).toBe(200);
  const find = "SELECT last_used_at AS day FROM sessions WHERE subject = ?1";
  const used = async () => await testEnv.DB.prepare(find).bind(`email:${email}`).first<number>("day");
  await expect.poll(used).toBeGreaterThanOrEqual(today);
});
