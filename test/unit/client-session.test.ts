/** The client in a page of the service's own origin, with the browser's session instead of a token. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createClient, newId, type WebSocketConstructor } from "../../client/src/index.ts";

const origin = "https://knowledge.example.com";
const OK = JSON.stringify({ code: "ok", message: "", data: {} });
const SIGNED_OUT = JSON.stringify({ code: "unauthenticated", message: "The session has ended." });
const json = (body: string, status: number): Response =>
  new Response(body, { status, headers: { "content-type": "application/json" } });

test("a request carries the header of the session, the cookies of the origin and no bearer token", async () => {
  const sent: RequestInit[] = [];
  const client = createClient({
    origin,
    session: { onSignedOut: () => {} },
    fetch: async (_, init) => {
      sent.push(init);
      return json(OK, 200);
    },
  });
  await client.request("GET", "/status");
  const headers = new Headers(sent[0]?.headers);
  expect([headers.get("x-knowledge-session"), headers.get("authorization")]).toEqual(["1", null]);
  expect(sent[0]).toMatchObject({ credentials: "same-origin" });
});

test("requests that meet an ended session wait for one sign-in and then try again", async () => {
  let isSignedIn = false;
  let calls = 0;
  let signIns = 0;
  const client = createClient({
    origin,
    session: {
      onSignedOut: async () => {
        signIns += 1;
        await new Promise((resolve) => setImmediate(resolve));
        isSignedIn = true;
      },
    },
    fetch: async () => {
      calls += 1;
      return isSignedIn ? json(OK, 200) : json(SIGNED_OUT, 401);
    },
  });
  const answers = await Promise.all([client.request("GET", "/status"), client.request("GET", "/status")]);
  expect(answers.map(({ code }) => code)).toEqual(["ok", "ok"]);
  expect({ signIns, calls }).toEqual({ signIns: 1, calls: 4 });
});

test("a request fails if nobody signs in", async () => {
  const client = createClient({
    origin,
    session: { onSignedOut: async () => await Promise.reject(new Error("The person left.")) },
    fetch: async () => json(SIGNED_OUT, 401),
  });
  await expect(client.request("GET", "/status")).rejects.toThrow("The person left.");
});

test("a client has a token or a session, not both", () => {
  expect(() => createClient({ origin, token: "a", session: { onSignedOut: () => {} } })).toThrow(TypeError);
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a thread offers the socket no token, and waits for the sign-in longer than for any token", async () => {
  const protocols: string[][] = [];
  class Refusing extends EventTarget {
    constructor(_: string, offered: string[]) {
      super();
      protocols.push(offered);
      queueMicrotask(() => this.dispatchEvent(Object.assign(new Event("close"), { code: 4401, reason: "" })));
    }
    send(): void {}
    close(): void {}
  }
  const signIn = Promise.withResolvers<void>();
  const client = createClient({
    origin,
    session: { onSignedOut: () => signIn.promise },
    WebSocket: Refusing as unknown as WebSocketConstructor,
  });
  const thread = client.openThread(newId("thread"), { heartbeat: { pingMs: 1_000, silenceMs: 1_000 } });
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(protocols).toEqual([["knowledge.v1"]]);
  signIn.resolve();
  await vi.advanceTimersByTimeAsync(10);
  expect(protocols).toEqual([["knowledge.v1"], ["knowledge.v1"]]);
  thread.close();
});
