/** The steps of a connection before it has a socket. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createClient,
  newId,
  type TokenSource,
  type WebSocketConstructor,
  type WebSocketLike,
} from "../../client/src/index.ts";

const SILENCE_MS = 1_000;
const threadId = newId("thread");

/** Records the bearer tokens of opened sockets, and closes each socket immediately with this code. */
function refusingSockets(code: number): { tokens: string[]; WebSocket: WebSocketConstructor } {
  const tokens: string[] = [];
  class Refusing extends EventTarget {
    constructor(_: string, protocols: string[]) {
      super();
      tokens.push(protocols.at(-1) ?? "");
      queueMicrotask(() => this.dispatchEvent(Object.assign(new Event("close"), { code, reason: "" })));
    }
    send(): void {}
    close(): void {}
  }
  return {
    tokens,
    WebSocket: Refusing as unknown as new (url: string, protocols: string[]) => WebSocketLike,
  };
}

const connect = (token: TokenSource, WebSocket: WebSocketConstructor) =>
  createClient({ origin: "https://knowledge.example.com", token, WebSocket }).openThread(threadId, {
    heartbeat: { pingMs: 1_000, silenceMs: SILENCE_MS },
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the client passes a rejected token to its source", async () => {
  const { tokens, WebSocket } = refusingSockets(4401);
  const connection = connect((refused) => (refused === undefined ? "old" : `after-${refused}`), WebSocket);
  await vi.advanceTimersByTimeAsync(10);
  expect(tokens).toEqual(["bearer.old", "bearer.after-old"]);
  connection.close();
});

test("the client calls a source that returns nothing again", async () => {
  const { tokens, WebSocket } = refusingSockets(4404);
  let asked = 0;
  const source = (): Promise<string> => {
    asked += 1;
    return asked === 1 ? new Promise(() => {}) : Promise.resolve("late");
  };
  const connection = connect(source, WebSocket);
  await vi.advanceTimersByTimeAsync(SILENCE_MS - 1);
  expect({ asked, state: connection.state }).toEqual({ asked: 1, state: "connecting" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await connection.closed).toMatchObject({ code: 4404 });
  expect({ asked, tokens }).toEqual({ asked: 2, tokens: ["bearer.late"] });
});

test("closing a connection whose source hangs leaves nothing running", async () => {
  const connection = connect(() => new Promise(() => {}), refusingSockets(4404).WebSocket);
  await vi.advanceTimersByTimeAsync(1);
  connection.close();
  expect(await connection.closed).toEqual({ code: 1000, reason: "" });
  expect(vi.getTimerCount()).toBe(0);
});

test("an invalid thread id or protocol ends the connection without using the token", async () => {
  class Choosy {
    constructor(_: string, protocols: string[]) {
      throw new SyntaxError(`${protocols.join()} cannot be a protocol`);
    }
  }
  const refused = await connect("sec ret", Choosy as unknown as WebSocketConstructor).closed;
  expect(refused).toMatchObject({ code: 4400 });
  expect(refused.reason).not.toContain("sec ret");
  const { tokens, WebSocket } = refusingSockets(4404);
  const nowhere = createClient({ origin: "https://knowledge.example.com", WebSocket }).openThread("..");
  expect(await nowhere.closed).toMatchObject({ code: 4400 });
  expect(tokens).toEqual([]);
});

test("an ignored send causes no unhandled rejection", async () => {
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on("unhandledRejection", unhandled);
  const connection = connect(() => new Promise(() => {}), refusingSockets(4404).WebSocket);
  const sent = connection.send({ textV1: { parts: ["Hello"] } });
  connection.close();
  void connection.send({ textV1: { parts: ["Too late"] } });
  vi.useRealTimers();
  await new Promise((resolve) => setTimeout(resolve, 10));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  await expect(sent).rejects.toMatchObject({ name: "ConnectionClosed", code: 1000 });
});

test("a connection reports each new state once", async () => {
  const sockets: EventTarget[] = [];
  class Accepting extends EventTarget {
    constructor() {
      super();
      sockets.push(this);
      if (sockets.length !== 2) queueMicrotask(() => this.dispatchEvent(new Event("open")));
    }
    send(): void {
      this.dispatchEvent(Object.assign(new Event("message"), { data: "pong" }));
    }
    close(): void {}
  }
  const states: string[] = [];
  const WebSocket = Accepting as unknown as WebSocketConstructor;
  const connection = createClient({
    origin: "https://knowledge.example.com",
    token: "t",
    WebSocket,
  }).openThread(threadId, { onState: (state) => states.push(state) });
  await vi.advanceTimersByTimeAsync(10);
  const lose = (socket: number): boolean =>
    sockets[socket]!.dispatchEvent(Object.assign(new Event("close"), { code: 1006, reason: "" }));
  lose(0);
  await vi.waitFor(() => expect(sockets).toHaveLength(2));
  // Lost before it was open: no new state.
  lose(1);
  await vi.advanceTimersByTimeAsync(2_000);
  connection.close();
  connection.close();
  expect(states).toEqual(["open", "connecting", "open", "closed"]);
});
