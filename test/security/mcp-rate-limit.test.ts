/**
 * Promise: Each call to `/mcp` counts as a request, writes no warning to the log, and gets an answer within
 * 90 seconds. Attack: A user sent 100 tool calls in one array. The rate limit counted one request, and all
 * calls ran at the same time. Other users waited up to 60 seconds. A canceled call in the array got no answer
 * and kept its stream open.
 */
import { afterEach, expect, test, vi } from "vitest";
import { interceptBatches } from "../support/faults/intercept-batches.ts";
import { rawCall } from "../support/http/call.ts";
import { limitedApp } from "../support/http/limited-app.ts";
import { callTool, sendMcp } from "../support/http/mcp.ts";
import { type Person, signUp } from "../support/http/person.ts";
import { shortenTimers } from "../support/faults/shorten-timers.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const BOTH = "application/json, text/event-stream";

const toolCall = (id: number, name: string, input: object) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: input },
});

const listing = (id: number) => toolCall(id, "list_collections", {});

async function post(person: Person, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return await rawCall("POST", "/mcp", { token: person.token, body, headers: { accept: BOTH, ...headers } });
}

/** The messages of a response, as JSON or as an event stream. */
async function messagesOf(answer: Response): Promise<any[]> {
  const text = await answer.text();
  const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data));
  return events.length > 0 ? events : [JSON.parse(text)].flat();
}

/** Counts concurrent D1 reads. None ends before the gate opens. */
function holdReads(): { most: number; readonly open: () => void } {
  const gate = Promise.withResolvers<undefined>();
  const seen = { most: 0, open: () => gate.resolve(undefined) };
  let now = 0;
  interceptBatches(async (_nth, send) => {
    now += 1;
    seen.most = Math.max(seen.most, now);
    await gate.promise;
    const results = await send();
    now -= 1;
    return results;
  });
  return seen;
}

async function ping(person: Person, times: number): Promise<void> {
  for (let asked = 0; asked < times; asked += 1)
    expect((await sendMcp("ping", {}, { token: person.token })).code).toBe("ok");
}

test("each message of an array counts as a request, and the service rejects only the messages beyond the limit", async () => {
  const { token } = await signUp();
  const { counted, post: send } = limitedApp({ requests: 3 });
  const batch = [1, 2, 3, 4, 5].map(listing);
  const answers = await messagesOf(await send("/mcp", token, batch, { accept: BOTH }));
  expect(answers.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect(
    answers.map(({ result, error }) => (result === undefined ? error.message.split(":")[0] : "ok")),
  ).toEqual(["ok", "ok", "ok", "resource_exhausted", "resource_exhausted"]);
  expect(counted.request).toBe(5);
});

test.each([
  ["a tool call", listing(1)],
  [
    "a resource",
    { jsonrpc: "2.0", id: 1, method: "resources/read", params: { uri: "knowledge://asset/none" } },
  ],
  ["a list of resources", { jsonrpc: "2.0", id: 1, method: "resources/list", params: {} }],
])("%s counts once", async (_, message) => {
  const { token } = await signUp();
  const { counted, post: send } = limitedApp();
  expect((await send("/mcp", token, message, { accept: BOTH })).status).toBe(200);
  expect(counted).toEqual({ request: 1, message: 0 });
});

test("each question also counts as a message", async () => {
  const { token } = await signUp();
  const { counted, post: send } = limitedApp({ messages: 1 });
  const batch = [1, 2].map((id) => toolCall(id, "ask", { question: "Who built the engine?" }));
  const [first, second] = await messagesOf(await send("/mcp", token, batch, { accept: BOTH }));
  expect({ firstResultIsError: first.result.isError, secondResultIsError: second.result.isError }).toEqual({
    firstResultIsError: undefined,
    secondResultIsError: true,
  });
  expect(second.result.content[0].text).toMatch(/^resource_exhausted/);
  expect(counted).toEqual({ request: 2, message: 2 });
});

test("the calls of an array run one after the other", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const seen = holdReads();
  const asking = post(
    ada,
    Array.from({ length: 20 }, (_unused, at) => listing(at)),
  ).then(messagesOf);
  await ping(bob, 10);
  seen.open();
  const answers = await asking;
  expect(answers.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_unused, at) => at));
  expect(seen.most).toBe(1);
});

test("a call canceled in the same array gets a response, and its stream ends", async () => {
  const ada = await signUp();
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 8 } };
  for (const batch of [
    [listing(8), cancel],
    [cancel, listing(8)],
  ]) {
    const answered = post(ada, batch).then(messagesOf);
    expect(
      await Promise.race([answered, ping(ada, 20).then(() => "twenty later calls were answered first")]),
    ).toEqual([expect.objectContaining({ id: 8, result: expect.anything() })]);
  }
});

test("a call whose store hangs ends at its deadline and frees its slot", async () => {
  const ada = await signUp();
  shortenTimers();
  const held = Promise.withResolvers<D1Result[]>();
  interceptBatches(async () => await held.promise);
  const late = await Promise.all(
    [1, 2, 3, 4].map(async () => await callTool("list_collections", {}, { token: ada.token })),
  );
  expect(late.map(({ status, code }) => [status, code])).toEqual(late.map(() => [200, "-32001"]));
  vi.restoreAllMocks();
  expect((await callTool("list_collections", {}, { token: ada.token })).code).toBe("ok");
});

test.each([
  ["of a revision without them", [listing(1)], { "mcp-protocol-version": "2025-06-18" }],
  ["of the newest revision", [listing(1)], { "mcp-protocol-version": "2026-07-28" }],
  ["without messages", [], {}],
  ["of more messages than allowed", Array.from({ length: 21 }, (_, at) => listing(at)), {}],
  ["that begins a session", [{ jsonrpc: "2.0", id: 1, method: "initialize", params: {} }, listing(2)], {}],
])("the service rejects an array %s before any call runs", async (_, batch, headers) => {
  const ada = await signUp();
  const reads = holdReads();
  const answer = await post(ada, batch, headers);
  const [message] = await messagesOf(answer);
  expect({ status: answer.status, code: message.error.code, most: reads.most }).toEqual({
    status: 400,
    code: -32_600,
    most: 0,
  });
});

test.each(["2025-03-26", "2025-06-18", "2025-11-25"])(
  "a message of %s writes one log line and no warning",
  async (revision) => {
    const ada = await signUp();
    const printed: string[] = [];
    for (const method of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, method).mockImplementation(
        (...parts: unknown[]) => void printed.push(parts.map(String).join(" ")),
      );
    expect((await post(ada, listing(1), { "mcp-protocol-version": revision })).status).toBe(200);
    expect(printed.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: "info", event: "request", route: "/mcp" }),
    ]);
  },
);

test.each([
  ["*/*", "application/json"],
  [null, "application/json"],
  ["application/json", "application/json"],
  ["application/*;q=0.8", "application/json"],
  ["text/html", "application/json"],
  ["text/event-stream", "text/event-stream"],
  ["text/event-stream, */*;q=0.1", "application/json"],
])("a client that accepts %s gets an answer in %s", async (accept, type) => {
  const { token } = await signUp();
  const headers = accept === null ? {} : { accept };
  const answer = await rawCall("POST", "/mcp", {
    token,
    headers,
    body: { jsonrpc: "2.0", id: "a", method: "ping" },
  });
  expect({ status: answer.status, contentType: answer.headers.get("content-type")?.split(";")[0] }).toEqual({
    status: 200,
    contentType: type,
  });
  expect(await messagesOf(answer)).toEqual([{ jsonrpc: "2.0", id: "a", result: {} }]);
});
