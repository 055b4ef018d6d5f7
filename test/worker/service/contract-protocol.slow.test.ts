import { beforeAll, expect, test, vi } from "vitest";
import { operations, rawRoutes } from "../../../src/http/operations.ts";
import { coveredOperations, expectError, requestOf, tokenOf, urlOf } from "../../support/contract/send.ts";
import { createWorld, type World } from "../../support/contract/world.ts";
import { call, type CallResult, ORIGIN, rawCall } from "../../support/http/call.ts";
import { sampled } from "../../support/setup/scaled.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const OTHER_TYPES = [
  undefined,
  "text/plain",
  "application/jsonp",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
];
const withBody = coveredOperations.filter(({ body }) => body !== null);
const reading = coveredOperations.filter(({ method, changes }) => method === "GET" && !changes);
const takingHead = new Set(
  [...operations.filter(({ changes }) => !changes), ...rawRoutes]
    .filter(({ method }) => method === "GET")
    .map(({ path }) => path),
);
const paths = [...new Set([...operations, ...rawRoutes].map(({ path }) => path))].map((path) => {
  const taken: string[] = [...operations, ...rawRoutes]
    .filter((each) => each.path === path)
    .map(({ method }) => method);
  return { path, taken: takingHead.has(path) ? [...taken, "HEAD"] : taken };
});

let world: World;
beforeAll(async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  world = await createWorld();
});

test.each(paths)("$path rejects other methods and lists its own methods", async ({ path, taken }) => {
  const others = METHODS.filter((each) => !taken.includes(each));
  for (const method of sampled(others, 2, path)) {
    const response = await rawCall(method, path.replaceAll(/\{\w+\}/g, "x"));
    expect({ method, status: response.status, allow: response.headers.get("allow") }).toEqual({
      method,
      status: 405,
      allow: taken.join(", "),
    });
    if (method !== "HEAD") expectError(await resultOf(response), 405, "unimplemented");
  }
});

test.each(reading)("HEAD of $id returns the headers of GET without a body", async (operation) => {
  const url = urlOf(operation, await requestOf(operation, world));
  const token = tokenOf(operation, world);
  const [get, head] = [await rawCall("GET", url, { token }), await rawCall("HEAD", url, { token })];
  expect({ status: head.status, head: await head.text() }).toEqual({ status: 200, head: "" });
  for (const name of ["etag", "content-type"]) expect(head.headers.get(name)).toBe(get.headers.get(name));
  await get.text();
});

test.each(withBody)("$id rejects a body that is no JSON object", async (operation) => {
  const url = urlOf(operation, await requestOf(operation, world));
  const token = tokenOf(operation, world);
  const texts = [
    "",
    "{",
    '{"label":',
    "nonsense",
    "{'a':1}",
    "[]",
    "null",
    "1",
    '"text"',
    "{}{}",
    '{"a":1,}',
    "\u0000",
  ];
  for (const text of sampled(texts, 2, operation.id)) {
    const answer = await call(operation.method, url, { token, body: text });
    expect({ text, status: answer.status }).toEqual({ text, status: 400 });
    expectError(answer, 400, "invalid_argument");
  }
  const notUtf8 = {
    token,
    bytes: Uint8Array.of(0xff, 0xfe, 0x00),
    headers: { "content-type": "application/json" },
  };
  expectError(await call(operation.method, url, notUtf8), 400, "invalid_argument");
});

test.each(withBody)("$id accepts its body as application/json only", async (operation) => {
  const { body, ...request } = await requestOf(operation, world);
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const url = urlOf(operation, request);
  for (const type of sampled(OTHER_TYPES, 1, operation.id)) {
    const headers = type === undefined ? {} : { "content-type": type };
    expectError(
      await call(operation.method, url, { token: tokenOf(operation, world), bytes, headers }),
      415,
      "invalid_argument",
    );
  }
});

test.each(sampled(withBody, 8, "above 1 MiB"))(
  "$id rejects a body above 1 MiB, with or without a content length",
  async (operation) => {
    const url = urlOf(operation, await requestOf(operation, world));
    const token = tokenOf(operation, world);
    const bytes = new TextEncoder().encode(JSON.stringify({ label: "x".repeat(1024 * 1024) }));
    const type = { "content-type": "application/json" };
    const told = await call(operation.method, url, {
      token,
      bytes,
      headers: { ...type, "content-length": String(bytes.length) },
    });
    expectError(told, 413, "invalid_argument");
    expectError(await call(operation.method, url, { token, bytes, headers: type }), 413, "invalid_argument");
  },
);

test("an unknown path returns an error for every caller", async () => {
  for (const path of [
    "/v1",
    "/v1/nothing",
    "/v1/threads/x/y",
    "/v2/assets",
    "/openapi",
    "/%2e%2e/etc",
    "/v1//threads",
    "/v1/assets/",
  ]) {
    expectError(await call("GET", path), 404, "not_found");
    expectError(await call("GET", path, { token: world.owner.token }), 404, "not_found");
  }
  expectError(await resultOf(await rawCall("DELETE", `${ORIGIN}/nothing`)), 404, "not_found");
});

async function resultOf(response: Response): Promise<CallResult<any>> {
  return { status: response.status, headers: response.headers, body: await response.json(), trips: 0 };
}
