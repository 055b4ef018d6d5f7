import { describe, expect, test } from "vitest";
import { createClient, type Fetch, type KnowledgeClient, type Retry } from "../../client/src/index.ts";

const NO_PAUSE: Retry = { backoff: { baseMs: 0, maxMs: 0 } };
const OK = JSON.stringify({ code: "ok", message: "", data: { passages: [] } });
const REFUSED = Object.assign(new TypeError("fetch failed"), {
  cause: new Error("connect ECONNREFUSED 127.0.0.1:8787"),
});
const THREAD = "thread_01h455vb4pex5vsknk084sn02q";

type Step = number | TypeError | Error;

/** A service that responds with these steps in turn, and then with `ok`. */
function service(
  steps: readonly Step[],
  retry: Retry = NO_PAUSE,
): { client: KnowledgeClient; keys: (string | null)[]; sent: () => number } {
  const keys: (string | null)[] = [];
  const fetch: Fetch = async (_, { headers }) => {
    const step = steps[keys.length] ?? 200;
    keys.push(new Headers(headers).get("idempotency-key"));
    if (typeof step !== "number") throw step;
    const type = step === 200 ? "application/json" : "text/html";
    return new Response(step === 200 ? OK : "<h1>Bad gateway</h1>", {
      status: step,
      headers: { "content-type": type },
    });
  };
  return {
    client: createClient({ origin: "https://knowledge.example.com", fetch, retry }),
    keys,
    sent: () => keys.length,
  };
}

const search = async ({ client }: { client: KnowledgeClient }): Promise<unknown> =>
  await client.search("moles");
const read = async ({ client }: { client: KnowledgeClient }): Promise<unknown> =>
  await client.request("GET", "/v1/threads/{threadID}", { params: { threadID: THREAD } });

describe("while the service restarts", () => {
  test.each([
    ["a proxy answers 502", [502, 502]],
    ["a proxy answers 503 and 504", [503, 504]],
    ["the connection is refused", [REFUSED, REFUSED, REFUSED]],
    ["it is refused first, then answered with 502", [REFUSED, 502]],
  ])("the client retries a request after %s", async (_what, steps) => {
    for (const call of [search, read]) {
      const one = service(steps);
      await expect(call(one)).resolves.toBeDefined();
      expect(one.sent()).toBe(steps.length + 1);
    }
  });

  test("all attempts of a change share an Idempotency-Key, each change has its own, and a read has none", async () => {
    const one = service([502, REFUSED]);
    await search(one);
    await search(one);
    const [first, second, third, other] = one.keys;
    expect(first).toMatch(/^op_\w{26}$/);
    expect({ second, third }).toEqual({ second: first, third: first });
    expect(other).not.toBe(first);
    const reading = service([502]);
    await read(reading);
    expect(reading.keys).toEqual([null, null]);
  });

  test("each attempt sends the caller's own Idempotency-Key", async () => {
    const one = service([502]);
    await one.client.request("POST", "/v1/search", {
      body: { query: "moles" },
      headers: { "idempotency-key": "mine" },
    });
    expect(one.keys).toEqual(["mine", "mine"]);
  });

  test("the number of attempts has a limit, and the client reports each failure before the next attempt", async () => {
    const told: unknown[] = [];
    const one = service(
      Array.from({ length: 99 }, () => REFUSED),
      { ...NO_PAUSE, onRetry: (error) => told.push(error) },
    );
    await expect(search(one)).rejects.toBe(REFUSED);
    expect({ sent: one.sent(), toldCount: told.length }).toEqual({ sent: 8, toldCount: 7 });
    const twice = service([502, 502, 502], { ...NO_PAUSE, maxFailures: 2 });
    await expect(search(twice)).rejects.toMatchObject({ name: "ApiError", status: 502 });
    expect(twice.sent()).toBe(2);
  });

  test("a delay ends with the signal's reason", async () => {
    const leaving = new AbortController();
    const reason = new Error("Nobody waits for it any more.");
    const one = service([502, 502], {
      backoff: { baseMs: 600_000, maxMs: 600_000 },
      onRetry: () => leaving.abort(reason),
    });
    await expect(one.client.search("moles", { signal: leaving.signal })).rejects.toBe(reason);
    expect(one.sent()).toBe(1);
  });
});

test.each([400, 401, 403, 404, 409, 429, 500, 501])(
  "the client does not retry a response of %i",
  async (status) => {
    const one = service([status]);
    await expect(search(one)).rejects.toMatchObject({ status });
    expect(one.sent()).toBe(1);
  },
);

test("the client throws an error other than a network error immediately", async () => {
  const error = new Error("The token's source is closed.");
  const one = service([error]);
  await expect(search(one)).rejects.toBe(error);
  expect(one.sent()).toBe(1);
});
