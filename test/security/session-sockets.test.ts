/**
 * Promise: A socket of a browser session closes when the session ends, and takes no message afterwards.
 * Attack: The room knew the user alone, so a socket outlived the sign-out of its browser.
 */
import { expect, test } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { COOKIE, openSession, pageHeaders } from "../support/http/open-session.ts";
import { call, ORIGIN, rawCall } from "../support/http/call.ts";
import { type Person, signUp } from "../support/http/person.ts";
import { lastFrame } from "../support/http/room-frames.ts";
import { openEvents, startThread, type ThreadListener } from "../support/http/threads.ts";
import { testEnv } from "../support/setup/env.ts";

async function listenBy(secret: string, threadId: string): Promise<ThreadListener> {
  return await openEvents(
    threadId,
    { identifiers: "text" },
    { cookie: `${COOKIE}=${secret}`, origin: ORIGIN, "sec-websocket-protocol": "knowledge.v1" },
  );
}

const ENDS: [string, (ada: Person, secret: string) => Promise<unknown>][] = [
  ["signing out", async (_, secret) => await call("endSession", { headers: pageHeaders(secret) })],
  ["ending all sessions", async ({ token }) => await call("revokeSessions", { token })],
  [
    "ending the session elsewhere",
    async ({ token }, secret) => {
      const { body } = await call("getSession", { headers: pageHeaders(secret) });
      return await call("revokeSession", { token, params: { sessionId: body.data.sessionId ?? "" } });
    },
  ],
];

test.each(ENDS)("%s closes the session's sockets with 4401 and no others", async (_, end) => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const secret = await openSession(ada.email);
  const listener = await listenBy(secret, threadId);
  const byToken = await openEvents(threadId, {}, { authorization: `Bearer ${ada.token}` });
  await end(ada, secret);
  expect(await listener.closed).toBe(4401);
  expect(listener.frames.at(-1)).toEqual(lastFrame(4401));
  byToken.socket.send(JSON.stringify({ textV1: { messageId: newId("msg"), parts: ["Still here."] } }));
  await byToken.until((frames) =>
    frames.some((frame) => frame.error === undefined && frame.textV1 !== undefined),
  );
  expect(await (await listenBy(secret, threadId)).closed).toBe(4401);
});

test("a session that ended without notice takes no message and closes", async () => {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.personalId);
  const listener = await listenBy(await openSession(ada.email), threadId);
  await testEnv.DB.prepare("DELETE FROM sessions WHERE subject = ?").bind(`email:${ada.email}`).run();
  listener.socket.send(JSON.stringify({ textV1: { messageId: newId("msg"), parts: ["Too late."] } }));
  expect(await listener.closed).toBe(4401);
  const { body } = await call("GET", `/v1/threads/${threadId}`, { token: ada.token });
  expect(JSON.stringify(body)).not.toContain("Too late.");
});

test("an event stream opens by the session of the own page alone", async () => {
  const ada = await signUp();
  const path = `/v1/threads/${await startThread(ada, ada.personalId)}/events`;
  const secret = await openSession(ada.email);
  const statusOf = async (headers: Record<string, string>) => {
    const response = await rawCall("GET", path, { headers: { accept: "text/event-stream", ...headers } });
    await response.body?.cancel();
    return response.status;
  };
  expect(await statusOf(pageHeaders(secret))).toBe(200);
  expect(await statusOf({ cookie: `${COOKIE}=${secret}`, origin: ORIGIN })).toBe(401);
  await call("endSession", { headers: pageHeaders(secret) });
  expect(await statusOf(pageHeaders(secret))).toBe(401);
});
