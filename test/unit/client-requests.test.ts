import { describe, expect, test } from "vitest";
import { createClient, type Fetch, type KnowledgeClient, type TokenSource } from "../../client/src/index.ts";

const JSON_TYPE = "application/json";
const STATUS = JSON.stringify({ code: "ok", message: "", data: { name: "Moles" } });
const NOT_FOUND = JSON.stringify({ code: "not_found", message: "There is none." });
const REASON = new Error("Nobody waits for it any more.");

const client = (fetch: Fetch, token: TokenSource = "a-token"): KnowledgeClient =>
  createClient({ origin: "https://knowledge.example.com", token, fetch, retry: { maxFailures: 1 } });
const answering = (status: number, type: string, body: string): KnowledgeClient =>
  client(async () => new Response(body, { status, headers: { "content-type": type } }));
const never = (): Promise<never> => new Promise(() => {});

/** Calls an arbitrary operation. */
const call = async (of: KnowledgeClient, signal?: AbortSignal): Promise<unknown> =>
  await of.request("POST", "/v1/search", { body: { query: "moles" }, signal });

test("a `fetch` that must not be called as a method works, like a browser's", async () => {
  const callers: unknown[] = [];
  async function browserFetch(this: unknown): Promise<Response> {
    callers.push(this);
    if (this !== undefined && this !== globalThis) throw new TypeError("Illegal invocation");
    return new Response(STATUS, { headers: { "content-type": JSON_TYPE } });
  }
  expect(await call(client(browserFetch))).toEqual(JSON.parse(STATUS));
  expect(callers.length).toBe(1);
});

describe("an answer", () => {
  test.each([
    ["HTML", "text/html", "<html>Sign in to this network.</html>"],
    ["HTML that is said to be JSON", JSON_TYPE, "<html>Sign in to this network.</html>"],
    ["JSON that breaks off", JSON_TYPE, STATUS.slice(0, 20)],
    ["empty JSON", JSON_TYPE, ""],
    ["empty and without a type", "", ""],
    ["JSON of another kind", "application/problem+json", "{}"],
  ])("an answer with 200 and %s from another server is an error", async (_what, type, body) => {
    await expect(call(answering(200, type, body))).rejects.toMatchObject({
      name: "ApiError",
      status: 200,
      code: "unknown",
    });
  });

  test.each([
    [502, "text/html", "<h1>Bad gateway</h1>"],
    [503, "text/plain", "Try later."],
    [500, JSON_TYPE, '{"error":"x"}'],
  ])(
    "an answer with %i and %s from another server is an error of that status",
    async (status, type, body) => {
      await expect(call(answering(status, type, body))).rejects.toMatchObject({
        name: "ApiError",
        status,
        code: "unknown",
      });
    },
  );

  test.each(["Application/JSON", "application/json; charset=utf-8", "APPLICATION/JSON;charset=UTF-8"])(
    "the client reads an answer of the type %s as JSON",
    async (type) => {
      expect(await call(answering(200, type, STATUS))).toEqual(JSON.parse(STATUS));
      await expect(call(answering(404, type, NOT_FOUND))).rejects.toMatchObject({
        code: "not_found",
        message: "There is none.",
      });
    },
  );

  test.each([
    ["Text/Plain; charset=utf-8", "Who said it."],
    ["text/plain", ""],
  ])("an answer of the type %s is its text", async (type, text) => {
    expect(await call(answering(200, type, text))).toBe(text);
  });
});

describe("a signal", () => {
  test("a signal ends a request whose token source hangs", async () => {
    const caller = new AbortController();
    let calls = 0;
    const sent = call(
      client(async () => await Promise.reject(new Error(`Call ${(calls += 1)}`)), never),
      caller.signal,
    );
    caller.abort(REASON);
    await expect(sent).rejects.toBe(REASON);
    expect(calls).toBe(0);
  });

  test("a signal ends a request whose first token was rejected while the source of the next token hangs", async () => {
    const caller = new AbortController();
    let asked = 0;
    const token = (): string | Promise<string> => ((asked += 1) === 1 ? "expired" : never());
    const refused = async (): Promise<Response> =>
      new Response("{}", { status: 401, headers: { "content-type": JSON_TYPE } });
    const sent = call(client(refused, token), caller.signal);
    await expect.poll(() => asked).toBe(2);
    caller.abort(REASON);
    await expect(sent).rejects.toBe(REASON);
  });

  test("an aborted signal ends the request before the client sends it", async () => {
    let calls = 0;
    const sent = call(
      client(async () => await Promise.reject(new Error(`Call ${(calls += 1)}`))),
      AbortSignal.abort(REASON),
    );
    await expect(sent).rejects.toBe(REASON);
    expect(calls).toBe(0);
  });

  test("the client passes a signal to `fetch`, which gets none otherwise", async () => {
    const given: unknown[] = [];
    const { signal } = new AbortController();
    const watched = client(async (_, init) => {
      given.push(init.signal);
      return new Response(STATUS, { headers: { "content-type": JSON_TYPE } });
    });
    await call(watched, signal);
    await call(watched);
    expect(given).toEqual([signal, null]);
  });
});

describe("a rejected token", () => {
  test("the client passes a rejected token to its source, which may have another one", async () => {
    const asked: (string | undefined)[] = [];
    const source = (refused?: string): string => {
      asked.push(refused);
      return refused === undefined ? "old" : "new";
    };
    const sent: string[] = [];
    const fetch: Fetch = async (_, { headers }) => {
      const { authorization = "" } = headers as Record<string, string>;
      sent.push(authorization);
      const status = authorization === "Bearer new" ? 200 : 401;
      return new Response(status === 200 ? STATUS : NOT_FOUND, {
        status,
        headers: { "content-type": JSON_TYPE },
      });
    };
    expect(await call(client(fetch, source))).toEqual(JSON.parse(STATUS));
    expect({ asked, sent }).toEqual({ asked: [undefined, "old"], sent: ["Bearer old", "Bearer new"] });
  });
});

describe("an origin", () => {
  test.each([
    "https://knowledge.example.com",
    "https://knowledge.example.com/",
    "HTTPS://Knowledge.Example.com:443",
  ])("an origin may have the spelling %s", async (origin) => {
    const urls: string[] = [];
    const fetch: Fetch = async (url) => {
      urls.push(url);
      return new Response(STATUS, { headers: { "content-type": JSON_TYPE } });
    };
    await call(createClient({ origin, fetch }));
    expect(urls).toEqual(["https://knowledge.example.com/v1/search"]);
  });

  test.each([
    "knowledge.example.com",
    "https://example.com/knowledge",
    "https://example.com/?a",
    "ftp://example.com",
    "",
  ])("the client rejects %s as an origin immediately", (origin) => {
    expect(() => createClient({ origin })).toThrow(TypeError);
  });
});

test.each(["", ".", ".."])(
  'the client rejects a path parameter of "%s" before it sends anything',
  async (threadID) => {
    const refusing = client(() => {
      throw new Error("Something was sent.");
    });
    await expect(refusing.request("GET", "/v1/threads/{threadID}", { params: { threadID } })).rejects.toThrow(
      TypeError,
    );
  },
);

describe("bytes", () => {
  const path = "/v1/assets/{assetID}/artifacts/{kind}";
  const params = { assetID: "asset_1", kind: "page" };

  test("a response of any type is the caller's, and 304 with it", async () => {
    const sent: string[] = [];
    const of = client(async (url, init) => {
      sent.push(url);
      return new Headers(init.headers).get("if-none-match") === null
        ? new Response("<p>Moles</p>", { headers: { "content-type": "text/html", etag: '"1"' } })
        : new Response(null, { status: 304 });
    });
    const first = await of.bytes(path, { params });
    expect([await first.text(), first.headers.get("etag")]).toEqual(["<p>Moles</p>", '"1"']);
    expect((await of.bytes(path, { params, headers: { "if-none-match": '"1"' } })).status).toBe(304);
    expect(sent[0]).toBe("https://knowledge.example.com/v1/assets/asset_1/artifacts/page");
  });

  test("a rejection is an ApiError with the service's words", async () => {
    await expect(answering(404, JSON_TYPE, NOT_FOUND).bytes(path, { params })).rejects.toMatchObject({
      name: "ApiError",
      code: "not_found",
      message: "There is none.",
    });
  });
});
