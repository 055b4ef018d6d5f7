/**
 * Promise: Every response declares type and caching: shared caches store no response of a user, and no cache
 * stores a response to a public token. Attack: Responses had no caching header and no type protection. A
 * proxy or a shared browser could store them. The view of a guest outlived the revoked link.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { operations, rawRoutes } from "../../src/http/operations.ts";
import { coveredOperations, requestOf, tokenOf, urlOf } from "../support/contract/send.ts";
import { createWorld, type World } from "../support/contract/world.ts";
import { call, rawCall } from "../support/http/call.ts";
import { sampled } from "../support/setup/scaled.ts";
import { makeLink } from "../support/http/threads.ts";

const KEPT_NOWHERE = "private, no-store";
/** The client's own cache may store the response for this credential and must revalidate it. */
const ASKED_ABOUT = "private, no-cache";
/** These responses are the same for everybody and hold no user data. */
const PUBLIC = ["/openapi.json", "/reference"];

let world: World;
beforeAll(async () => {
  for (const method of ["log", "error"] as const)
    vi.spyOn(console, method).mockImplementation(() => undefined);
  world = await createWorld();
});
afterAll(() => {
  vi.restoreAllMocks();
});

async function expectHeaders(response: Response, caching: string): Promise<void> {
  await response.text();
  const { headers, status } = response;
  expect({
    status,
    xContentTypeOptions: headers.get("x-content-type-options"),
    cacheControl: headers.get("cache-control"),
  }).toEqual({
    status,
    xContentTypeOptions: "nosniff",
    cacheControl: caching,
  });
  if (caching === ASKED_ABOUT) expect(headers.get("vary")).toContain("Authorization");
}

const forAnyone = [...operations, ...rawRoutes]
  .filter(({ audience: who }) => who === "anyone")
  .map(({ path }) => path);
const paths = [...new Set([...operations, ...rawRoutes].map(({ path }) => path))];

describe("every operation with valid input", () => {
  test.each(coveredOperations)("$id", async (operation) => {
    const { body, headers = {}, ...request } = await requestOf(operation, world);
    const options = { token: tokenOf(operation, world), headers, ...(body === undefined ? {} : { body }) };
    const url = urlOf(operation, request);
    const response = await rawCall(operation.method, url, options);
    expect(response.status).toBe(200);
    const etag = operation.method === "GET" ? response.headers.get("etag") : null;
    await expectHeaders(response, etag === null ? KEPT_NOWHERE : ASKED_ABOUT);
    if (etag === null) return;
    const known = await rawCall("GET", url, {
      ...options,
      headers: { ...headers, "if-none-match": etag },
    });
    expect({ status: known.status, etag: known.headers.get("etag") }).toEqual({ status: 304, etag });
    await expectHeaders(known, ASKED_ABOUT);
    await expectHeaders(await rawCall("HEAD", url, options), ASKED_ABOUT);
  });
});

test.each(paths)(
  "%s declares type and caching when it rejects: no token, a wrong token, another method, a malformed id",
  async (path) => {
    const url = path.replaceAll(/\{\w+\}/g, "x");
    const methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"];
    const tries = methods.flatMap((method) => [undefined, "a.b.c"].map((token) => ({ method, token })));
    for (const { method, token } of sampled(tries, 4, path)) {
      const response = await rawCall(method, url, { token });
      if (response.status < 400) expect(forAnyone).toContain(path);
      else await expectHeaders(response, KEPT_NOWHERE);
    }
  },
);

test("missing resources, oversized bodies, wrong types and failed preconditions declare type and caching", async () => {
  const { token } = world.owner;
  await expectHeaders(await rawCall("GET", "/nothing/here", { token }), KEPT_NOWHERE);
  const create = `/v1/collection/${world.folderId}`;
  await expectHeaders(
    await rawCall("POST", create, { token, body: { label: "x".repeat(1_100_000) } }),
    KEPT_NOWHERE,
  );
  await expectHeaders(
    await rawCall("POST", create, { token, body: "x", headers: { "content-type": "text/plain" } }),
    KEPT_NOWHERE,
  );
  const update = await rawCall("PUT", `/v1/collections/${world.folderId}`, {
    token,
    body: { label: "x" },
    headers: { "if-match": '"other"' },
  });
  await expectHeaders(update, KEPT_NOWHERE);
});

test("the text and the bytes of an asset are private, and browsers never run them", async () => {
  const { token } = world.owner;
  const text = await rawCall("GET", `/v1/assets/${world.assetId}/text`, { token });
  expect(text.headers.get("content-security-policy")).toContain("sandbox");
  await expectHeaders(text, ASKED_ABOUT);
  const { data } = (await call("GET", `/v1/assets/${world.assetId}`, { token })).body;
  await expectHeaders(await rawCall("GET", data.signedURL), "private");
  await expectHeaders(await rawCall("GET", `${data.signedURL}x`), KEPT_NOWHERE);
  await expectHeaders(
    await rawCall("GET", data.signedURL, { headers: { range: "bytes=999999999-" } }),
    KEPT_NOWHERE,
  );
});

test("no cache stores responses to a public token: with an etag, as 304, or for a signed-in stranger", async () => {
  const { publicToken } = await makeLink(world.owner, world.threadId);
  const path = `/v1/threads/${world.threadId}?publicAccessToken=${publicToken}`;
  for (const token of [undefined, world.stranger.token]) {
    const guest = await rawCall("GET", path, { token });
    const etag = guest.headers.get("etag") ?? "";
    expect({ status: guest.status, etag }).toEqual({ status: 200, etag: expect.stringMatching(/^"/) });
    await expectHeaders(guest, KEPT_NOWHERE);
    const known = await rawCall("GET", path, { token, headers: { "if-none-match": etag } });
    expect(known.status).toBe(304);
    await expectHeaders(known, KEPT_NOWHERE);
    await expectHeaders(await rawCall("HEAD", path, { token }), KEPT_NOWHERE);
  }
  await expectHeaders(await rawCall("GET", `${path}x`), KEPT_NOWHERE);
});

test("caches may store public documents for five minutes, but not the status", async () => {
  for (const path of PUBLIC) {
    const first = await rawCall("GET", path);
    const etag = first.headers.get("etag") ?? "";
    await expectHeaders(first, "public, max-age=300");
    const known = await rawCall("GET", path, { headers: { "if-none-match": etag } });
    expect(known.status).toBe(304);
    await expectHeaders(known, "public, max-age=300");
  }
  await expectHeaders(await rawCall("GET", "/status"), KEPT_NOWHERE);
});
