import { expect, test } from "vitest";
import { openSession, pageHeaders } from "../../support/http/open-session.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { testEnv } from "../../support/setup/env.ts";

test("users see their own active sessions, newest first, and which one the request belongs to", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const first = await openSession(ada.email, { "user-agent": "Firefox on a laptop" });
  await openSession(ada.email);
  await openSession(bob.email);
  const { body } = await call("listSessions", { headers: pageHeaders(first) });
  expect(body.data.sessions).toEqual([
    expect.objectContaining({ isCurrent: false, email: ada.email }),
    expect.objectContaining({ isCurrent: true, email: ada.email, userAgent: "Firefox on a laptop" }),
  ]);
  expect(JSON.stringify(body)).not.toContain(first);
  await testEnv.DB.prepare(
    "UPDATE sessions SET expires_at = 1 WHERE agent = 'Firefox on a laptop' AND subject = ?",
  )
    .bind(`email:${ada.email}`)
    .run();
  expect((await call("listSessions", { token: ada.token })).body.data.sessions).toHaveLength(1);
});

test("an identity has at most 50 sessions, and a new one ends the one unused for longest", async () => {
  const ada = await signUp();
  const oldest = await openSession(ada.email);
  await testEnv.DB.prepare("UPDATE sessions SET last_used_at = last_used_at - 86400000 WHERE subject = ?")
    .bind(`email:${ada.email}`)
    .run();
  for (let n = 0; n < 50; n += 1) await openSession(ada.email);
  expect((await call("listSessions", { token: ada.token })).body.data.sessions).toHaveLength(50);
  expect((await call("getSession", { headers: pageHeaders(oldest) })).status).toBe(401);
});
