import { afterEach, expect, test, vi } from "vitest";
import { MAX_STREAMS_OF_USER } from "../../../src/http/event-stream/readers.ts";
import { createKey } from "../../support/http/create-key.ts";
import { finishProcessing } from "../../support/http/assets.ts";
import { addCrawl, STREAM } from "../../support/rows/crawls.ts";
import { newId } from "../../../src/domain/ids.ts";
import { tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { EventReader } from "../../support/http/event-reader.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { modifyPermissions } from "../../support/http/invite.ts";
import { signUp, tokenFor } from "../../support/http/person.ts";
import { lastFrame } from "../../support/http/room-frames.ts";
import { share } from "../../support/http/create-collection.ts";

afterEach(() => {
  vi.useRealTimers();
});

interface Asker {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

const ask = async (id: string, { token, headers, signal }: Asker = {}, method = "GET"): Promise<Response> =>
  await rawCall(method, `/v1/collections/${id}/crawl/events`, {
    token,
    signal,
    headers: { ...STREAM, ...headers },
  });

async function follow(id: string, asker: Asker): Promise<EventReader> {
  const leaving = new AbortController();
  const response = await ask(id, { ...asker, signal: leaving.signal });
  if (response.status !== 200 || response.body === null)
    throw new Error(`no stream: ${response.status} ${await response.text()}`);
  return new EventReader(response.body, () => leaving.abort());
}

async function scene() {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  // All crawls of a service take turns at a host, including the crawls of other test files. So each test uses
  // its own host.
  const url = `https://${newId("op").slice(-26)}.example.com/zephyr`;
  const id = await addCrawl(ada, ada.personalId, url);
  const page = await testEnv.DB.prepare("SELECT asset_id AS id FROM crawl_pages WHERE collection_id = ?")
    .bind(id)
    .first<{ id: string }>();
  return { ada, bob, id, url, pageId: page!.id };
}

/** Retries until a stream slot is free. */
async function roomFor(id: string, asker: Asker): Promise<Response> {
  for (;;) {
    const response = await ask(id, asker);
    if (response.status !== 429) return response;
    await response.body?.cancel();
  }
}

const hasBegun = ({ events }: EventReader): boolean => events.length > 0;

// The tests run in parallel, because each waits for the next poll.
test.concurrent("the stream reports the crawl's state and failed pages with reasons, ends with the crawl, and resumes for a returning client", async () => {
  const { ada, id, url, pageId } = await scene();
  const stream = await follow(id, ada);
  await stream.until(hasBegun);
  expect(stream.frames[0]).toMatchObject({
    mode: "site",
    state: "running",
    found: 1,
    fetched: 0,
    failed: 0,
    left: 1,
    failures: [],
  });
  await finishProcessing(pageId);
  expect(await stream.ended).toBe("end");
  const [first, last] = [stream.events[0]!, stream.events.at(-1)!];
  const failures = [{ assetId: expect.any(Array), url, reason: expect.stringMatching(/\w/) }];
  expect(last.frame).toMatchObject({ state: "done", found: 1, fetched: 0, failed: 1, left: 0, failures });
  expect(Number(last.id)).toBeGreaterThan(Number(first.id));
  expect(last.frame).toEqual(
    (await call("getCrawl", { token: ada.token, params: { collectionID: id } })).body.data,
  );
  const missed = await follow(id, {
    ...ada,
    headers: { "last-event-id": first.id, prefer: "identifiers=text" },
  });
  expect({
    ended: await missed.ended,
    frames: missed.frames.map((frame) => [frame.collectionId, frame.failures[0].assetId]),
  }).toEqual({
    ended: "end",
    frames: [[id, pageId]],
  });
  expect((await ask(id, { ...ada, headers: { "last-event-id": last.id } })).status).toBe(204);
});

test.concurrent("the stream reports a stop even in the same moment as the previous change", async () => {
  const { ada, id } = await scene();
  const ahead = Date.now() + 3_600_000;
  await testEnv.DB.prepare("UPDATE crawls SET modified_at = ? WHERE collection_id = ?").bind(ahead, id).run();
  const stream = await follow(id, ada);
  await stream.until(hasBegun);
  // A client with the newest state receives no event until a change.
  const other = await follow(id, { ...ada, headers: { "last-event-id": String(ahead) } });
  await call("stopCrawl", { token: ada.token, params: { collectionID: id } });
  expect({ ended: await stream.ended, frames: stream.frames.map(({ state }) => state) }).toEqual({
    ended: "end",
    frames: ["running", "stopped"],
  });
  expect({ ended: await other.ended, frames: other.frames.map(({ state }) => state) }).toEqual({
    ended: "end",
    frames: ["stopped"],
  });
  expect(Number(other.lastId)).toBeGreaterThan(ahead);
});

test.concurrent("a user who loses access gets a final notice, and the stream omits deleted pages", async () => {
  const { ada, bob, id, pageId } = await scene();
  expect((await ask(id, bob)).status).toBe(404);
  await share(ada, id, bob, ["read"]);
  const stream = await follow(id, bob);
  await stream.until(hasBegun);
  await modifyPermissions(ada, id, bob.userId, []);
  await finishProcessing(pageId);
  expect({ ended: await stream.ended, frames: stream.frames.slice(1) }).toEqual({
    ended: "end",
    frames: [lastFrame(4403)],
  });
  await tombstone(ada, "asset", [pageId]);
  const after = await follow(id, ada);
  expect({
    ended: await after.ended,
    frames: after.frames.map(({ failed, failures }) => [failed, failures]),
  }).toEqual({
    ended: "end",
    frames: [[1, []]],
  });
});

test("the stream ends when the caller's token or key ends", async () => {
  const { ada, id } = await scene();
  const { apiKeyId, key } = await createKey(ada);
  const byKey = await follow(id, { token: key });
  const stream = await follow(id, { token: await tokenFor(ada.email, { expiresInSeconds: 60 }) });
  await Promise.all([stream.until(hasBegun), byKey.until(hasBegun)]);
  await call("revokeApiKey", { token: ada.token, params: { apiKeyId } });
  // The crawl may fetch the page before the stream ends and report it.
  expect({ ended: await byKey.ended, frames: byKey.frames.at(-1) }).toEqual({
    ended: "end",
    frames: lastFrame(4401),
  });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect({ ended: await stream.ended, frames: stream.frames.at(-1) }).toEqual({
    ended: "end",
    frames: lastFrame(4401),
  });
});

test.concurrent("the service rejects invalid requests before the stream starts, and collections without a crawl", async () => {
  const { ada, id } = await scene();
  const asked = await Promise.all([
    ask(id),
    ask(ada.personalId, ada),
    ask("col_x", ada),
    ask(id, { ...ada, headers: { "last-event-id": "one" } }),
    ask(id, { ...ada, headers: { accept: "application/json" } }),
  ]);
  expect(asked.map(({ status }) => status)).toEqual([401, 404, 400, 400, 400]);
  const head = await ask(id, ada, "HEAD");
  expect({ status: head.status, contentType: head.headers.get("content-type"), body: head.body }).toEqual({
    status: 200,
    contentType: "text/event-stream",
    body: null,
  });
});

test.concurrent("a user has a limited number of open streams, and a closed stream frees a slot", async () => {
  const { ada, bob, id } = await scene();
  const streams = await Promise.all(
    Array.from({ length: MAX_STREAMS_OF_USER }, async () => await follow(id, ada)),
  );
  const refused = await ask(id, ada);
  expect({ status: refused.status, refused: await refused.json() }).toMatchObject({
    status: 429,
    refused: { code: "resource_exhausted" },
  });
  await share(ada, id, bob, ["read"]);
  (await follow(id, bob)).leave();
  streams[0]!.leave();
  // The slot may become free a little later, and a rejected stream costs nothing.
  const again = await roomFor(id, ada);
  expect(again.status).toBe(200);
  await again.body?.cancel();
  for (const stream of streams) stream.leave();
});
