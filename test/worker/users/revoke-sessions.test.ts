import { expect, test } from "vitest";
import { openSession, pageHeaders } from "../../support/http/open-session.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

test("a user ends all other sessions, or all of them, and nobody else's", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const [own, second, third] = [
    await openSession(ada.email),
    await openSession(ada.email),
    await openSession(ada.email),
  ];
  const bobs = await openSession(bob.email);
  const statusOf = async (secret: string) =>
    (await call("getSession", { headers: pageHeaders(secret) })).status;
  const others = await call("revokeSessions", { headers: pageHeaders(own), query: { keepCurrent: "true" } });
  expect(others.body).toMatchObject({ message: "2 sessions ended.", data: { ended: 2 } });
  expect([await statusOf(own), await statusOf(second), await statusOf(third)]).toEqual([200, 401, 401]);
  const all = await call("revokeSessions", { headers: pageHeaders(own) });
  expect([all.body.data.ended, await statusOf(own), await statusOf(bobs)]).toEqual([1, 401, 200]);
  expect((await call("revokeSessions", { token: ada.token })).body.message).toBe("0 sessions ended.");
});
