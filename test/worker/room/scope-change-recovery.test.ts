import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { idToBytes, newId } from "../../../src/domain/ids.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { crashRoom, stopAtBatch } from "../../support/faults/crash-room.ts";
import { changeOf, changesOf, idsOf, knowledgeOf } from "../../support/rows/knowledge-change.ts";
import {
  addToScope,
  createDocument,
  createWorkplace,
  history,
  openRoom,
  post,
  promptOf,
} from "../../support/rows/workplace.ts";
import { WAIT } from "../../support/setup/wait.ts";

const PLAIN = [
  "The harbour of Brackwater opened in 1871 after nine years of work.",
  "Its lighthouse keeper was Agnes Hallam, who kept bees.",
];

afterEach(() => {
  vi.restoreAllMocks();
});

test("a change that was accepted while D1 was unavailable takes effect later, even after an eviction", async () => {
  const place = await createWorkplace();
  const asset = await createDocument(place, place.home, PLAIN);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  interceptBatches(() => Promise.reject(new Error("D1_ERROR: Network connection lost.")));
  const messageId = newId("msg");
  const change = changeOf(place, { addedAssetIds: [asset], world: true }, { messageId });
  expect(await openRoom(place).accept(change)).toMatchObject({ ok: false, code: "unavailable" });
  vi.restoreAllMocks();
  await evictDurableObject(openRoom(place));
  await post(openRoom(place), promptOf(place, "A remark.", { kind: "text" }));
  expect(changesOf(await history(place)).map(idsOf)).toMatchObject([{ addedAssets: [asset], world: true }]);
  expect(await knowledgeOf(place.threadId)).toMatchObject({
    scope: [asset],
    version: 3,
    world: true,
    changes: 1,
  });
});

const CRASHES = [1, 2].flatMap((nth) => [[nth, "before"] as const, [nth, "after"] as const]);

test.each(CRASHES)(
  "the change takes effect once and is sent once with its effect after a crash at batch %i, %s D1",
  async (nth, phase) => {
    const place = await createWorkplace();
    const [asset, other] = [
      await createDocument(place, place.home, PLAIN),
      await createDocument(place, place.home, PLAIN),
    ];
    await addToScope(place.threadId, "asset", other);
    const messageId = newId("msg");
    const change = changeOf(
      place,
      { addedAssetIds: [asset], removedAssetIds: [other], world: true },
      { messageId },
    );
    const stop = stopAtBatch(nth, phase);
    const call = openRoom(place)
      .accept(change)
      .catch((error: unknown) => error);
    await vi.waitUntil(stop.isReached, { interval: 1, ...WAIT });
    await crashRoom(openRoom(place));
    await call;
    while ((await history(place)).length === 0) await runDurableObjectAlarm(openRoom(place));
    await runDurableObjectAlarm(openRoom(place));

    const told = changesOf(await history(place));
    expect(told.map(idsOf)).toMatchObject([{ addedAssets: [asset], removedAssets: [other], world: true }]);
    expect(told[0]?.messageId).toEqual(idToBytes(messageId));
    expect(told[0]?.knowledgeFull.assetContext).toMatchObject({
      added: [{ id: asset }],
      removed: [{ id: other }],
    });
    expect(await knowledgeOf(place.threadId)).toEqual({
      scope: [asset],
      version: 2,
      world: true,
      changes: 1,
    });
    await post(openRoom(place), change);
    expect(await knowledgeOf(place.threadId)).toMatchObject({ version: 2, changes: 1 });
  },
);
