import { expect, test } from "vitest";
import { newSessionId, openSession, pageHeaders } from "../../support/http/open-session.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";

test("a user ends one of their sessions, from another session or by token", async () => {
  const ada = await signUp();
  const [kept, ended] = [await openSession(ada.email), await openSession(ada.email)];
  const { body } = await call("getSession", { headers: pageHeaders(ended) });
  const params = { sessionId: body.data.sessionId ?? "" };
  expect((await call("revokeSession", { headers: pageHeaders(kept), params })).status).toBe(200);
  expect((await call("getSession", { headers: pageHeaders(ended) })).status).toBe(401);
  expect((await call("getSession", { headers: pageHeaders(kept) })).status).toBe(200);
  expect((await call("revokeSession", { token: ada.token, params })).status).toBe(404);
});

test("nobody ends another user's session, nor learns that it exists", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const params = { sessionId: await newSessionId(ada.email) };
  const foreign = await call("revokeSession", { token: bob.token, params });
  const unknown = await call("revokeSession", {
    token: bob.token,
    params: { sessionId: "session_01h455vb4pex5vsknk084sn02q" },
  });
  expect([foreign.status, foreign.body.message]).toEqual([404, unknown.body.message]);
  expect((await call("listSessions", { token: ada.token })).body.data.sessions).toHaveLength(1);
});
