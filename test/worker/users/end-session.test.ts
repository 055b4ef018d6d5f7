import { expect, test } from "vitest";
import {
  cookieOf,
  FROM_OWN_PAGE,
  openAccount,
  openSession,
  pageHeaders,
} from "../../support/http/open-session.ts";
import { call } from "../../support/http/call.ts";
import { testEnv } from "../../support/setup/env.ts";

const newEmail = (): string => `ada-${crypto.randomUUID()}@example.com`;

test("signing out ends this session alone, removes the cookie and leaves no row", async () => {
  const email = newEmail();
  const [first, second] = [await openAccount(email), await openSession(email)];
  const ended = await call("endSession", { headers: pageHeaders(first) });
  expect({ status: ended.status, message: ended.body.message, cookie: cookieOf(ended) }).toEqual({
    status: 200,
    message: "Signed out.",
    cookie: "",
  });
  expect((await call("getSession", { headers: pageHeaders(first) })).status).toBe(401);
  expect((await call("getSession", { headers: pageHeaders(second) })).status).toBe(200);
  const rows = await testEnv.DB.prepare("SELECT count(*) AS n FROM sessions WHERE subject = ?")
    .bind(`email:${email}`)
    .first("n");
  expect(rows).toBe(1);
});

test("signing out works before the first sync, and twice", async () => {
  const headers = pageHeaders(await openSession(newEmail()));
  expect((await call("endSession", { headers })).body.message).toBe("Signed out.");
  expect((await call("endSession", { headers })).body.message).toBe("There was no session.");
});

test("a browser without a session can sign out", async () => {
  const { status, body } = await call("endSession", { headers: FROM_OWN_PAGE });
  expect({ status, message: body.message }).toEqual({ status: 200, message: "There was no session." });
});
