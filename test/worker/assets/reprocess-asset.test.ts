import { expect, test, vi } from "vitest";
import { addReadyAsset, finishProcessing, notify, upload } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import {
  addWaitingAsset,
  findWaiting,
  sendUpdate,
  sendTranscript,
  startJob,
} from "../../support/http/processor-update.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { WAIT } from "../../support/setup/wait.ts";

const TEXT = "The brass lantern stands in the north cellar of the mill.";

const stateOf = async (person: Person, assetId: string): Promise<string> =>
  (await call("GET", `/v1/assets/${assetId}`, { token: person.token })).body.data.lifecycleState;
const reprocess = async (person: Person, assetId: string, headers: Readonly<Record<string, string>> = {}) =>
  await call("POST", `/v1/assets/${assetId}/reprocess`, { token: person.token, headers });

test("reprocessing reads an asset again from its stored bytes and updates the index", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  // An older extractor stored these values.
  await testEnv.DB.prepare("UPDATE assets SET text_tokens = 0, summary = '' WHERE id = ?")
    .bind(assetId)
    .run();
  const again = await reprocess(ada, assetId);
  expect({
    status: again.status,
    trips: again.trips,
    done: again.body.done,
    lifecycleState: again.body.data.lifecycleState,
  }).toEqual({
    status: 200,
    trips: 2,
    done: false,
    lifecycleState: "processing",
  });
  await finishProcessing(assetId);
  const { body } = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  expect(body.data).toMatchObject({ lifecycleState: "ready", summary: TEXT, failureReason: "" });
  expect(body.data.textTokens).toBeGreaterThan(5);
  const search = { query: "brass lantern", collectionIds: [ada.personalId], assetIds: [], limit: 5 };
  const found = await call("searchPassages", { token: ada.token, body: search });
  expect(found.body.data.passages.length).toBe(1);
});

const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => JSON.stringify({ note: `shelf ${at} is empty` })).join("\n");

test.each([
  ["a short file", `${lines(9)}\n{"lamp":"The brass lantern stands in the north cellar."}\n`, 10],
  [
    "one that is read step by step",
    `${lines(3_000)}\n{"lamp":"The brass lantern stands in the north cellar."}\n`,
    3_001,
  ],
])(
  "reprocessing %s with an equal text adds missing positions and keeps the passage ids",
  async (_what, content, line) => {
    const ada = await signUp();
    const assetId = await addReadyAsset(ada, ada.personalId, content, {
      name: "lamps.jsonl",
      contentType: "application/jsonl",
    });
    const found = async () => {
      const body = { query: "brass lantern north cellar", collectionIds: [], assetIds: [assetId], limit: 1 };
      return (await call("POST", "/v1/search", { token: ada.token, body })).body.data.passages[0];
    };
    const { results } = await testEnv.DB.prepare("SELECT chunks_key FROM asset_texts WHERE asset_id = ?")
      .bind(assetId)
      .run<{ chunks_key: string }>();
    const key = results[0]?.chunks_key ?? "";
    const map = async () =>
      await (await testEnv.BUCKET.get(key))!.json<{ version: string; chunks: Record<string, unknown>[] }>();
    const whole = await map();
    expect(JSON.stringify(whole)).toContain('"line"');
    // An older extractor stored these values.
    const before = { ...whole, chunks: whole.chunks.map((chunk) => ({ ...chunk, locators: undefined })) };
    await testEnv.BUCKET.put(key, JSON.stringify(before));
    const { chunkId } = await found();
    await reprocess(ada, assetId);
    await finishProcessing(assetId);
    expect(await map()).toEqual(whole);
    const again = await found();
    expect([again.chunkId, again.text.slice(0, 10)]).toEqual([chunkId, expect.any(String)]);
    const thread = await startThread(ada, ada.personalId);
    const { knowledgeProvenance } = await sendMessage(ada, thread, "Where does the brass lantern stand?");
    const places = (Object.values(knowledgeProvenance.citations) as { locator: unknown }[]).map(
      ({ locator }) => locator,
    );
    expect(places).toContainEqual({ kind: "line", line });
  },
);

test("reprocessing retries a failed asset, and restarts a running asset, which ends once", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, new TextEncoder().encode(TEXT), {
    contentType: "image/png",
  });
  expect(await stateOf(ada, assetId)).toBe("failed");
  // From now on, the stored content type matches the content.
  await testEnv.DB.prepare("UPDATE assets SET content_type = 'text/plain' WHERE id = ?").bind(assetId).run();
  expect((await reprocess(ada, assetId)).body.data.lifecycleState).toBe("processing");
  expect((await reprocess(ada, assetId)).body.data.lifecycleState).toBe("processing");
  await finishProcessing(assetId);
  const { body } = await call("getAsset", { token: ada.token, params: { assetID: assetId } });
  expect(body.data).toMatchObject({ lifecycleState: "ready", failureReason: "", processingErrMessage: "" });
});

test("a repeated key has no effect, and the service rejects an asset without bytes or without write", async () => {
  const ada = await signUp();
  const assetId = await upload(ada, ada.personalId, TEXT);
  expect((await reprocess(ada, assetId)).body.code).toBe("failed_precondition");
  await notify(ada, assetId, false);
  const key = { "idempotency-key": "again" };
  const first = await reprocess(ada, assetId, key);
  await finishProcessing(assetId);
  const repeated = await reprocess(ada, assetId, key);
  expect({
    eventKey: repeated.body.eventKey,
    done: repeated.body.done,
    lifecycleState: repeated.body.data.lifecycleState,
  }).toEqual({
    eventKey: first.body.eventKey,
    done: true,
    lifecycleState: "ready",
  });
  const bob = await signUp("bob");
  expect((await reprocess(bob, assetId)).body.code).toBe("not_found");
  const etag =
    (await rawCall("GET", `/v1/assets/${assetId}`, { token: ada.token })).headers.get("etag") ?? "";
  expect((await reprocess(ada, assetId, { "if-match": `"other"` })).body.code).toBe("aborted");
  expect((await reprocess(ada, assetId, { "if-match": etag })).status).toBe(200);
});

test("a reprocessed file of a processor waits for a processor again, and the earlier job cannot end it", async () => {
  const ada = await signUp();
  const assetId = await addWaitingAsset(ada);
  const before = await startJob(assetId);
  expect(await findWaiting(assetId)).toBeUndefined();
  expect((await reprocess(ada, assetId)).body.data.lifecycleState).toBe("processing");
  const late = await sendUpdate(assetId, before, { status: "completed", statusCode: 200 });
  expect(late.body.code).toBe("failed_precondition");
  await vi.waitUntil(async () => (await findWaiting(assetId)) !== undefined, WAIT);
  await sendTranscript(assetId, TEXT);
  const again = await startJob(assetId);
  expect(
    (await sendUpdate(assetId, again, { status: "completed", statusCode: 200 })).body.data.lifecycleState,
  ).toBe("ready");
});
