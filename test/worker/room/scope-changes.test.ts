import { afterEach, expect, test, vi } from "vitest";
import { THREAD_EVENTS } from "../../../src/domain/events.ts";
import { idToBytes, newId } from "../../../src/domain/ids.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import {
  assets,
  changeOf,
  changesOf,
  collections,
  colleague,
  idsOf,
  knowledgeOf,
  sendChange as say,
} from "../../support/rows/knowledge-change.ts";
import {
  addToScope,
  createDocument,
  createFolder,
  createWorkplace,
  history,
  insertRow,
  listen,
  openRoom,
  post,
  promptOf,
} from "../../support/rows/workplace.ts";
import { type Frame } from "../../support/http/room-frames.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";
import { WAIT } from "../../support/setup/wait.ts";

const PLAIN = [
  "The harbour of Brackwater opened in 1871 after nine years of work.",
  "Its lighthouse keeper was Agnes Hallam, who kept bees.",
];
const QUESTION = "When did the harbour of Brackwater open?";

afterEach(() => {
  vi.restoreAllMocks();
});

test("the room stores added and removed sources in D1, and every member receives them in the contract's form, unlike guests", async () => {
  const place = await createWorkplace();
  const [inside, outside] = [await createFolder(place, place.home), await createFolder(place, place.root)];
  const [near, far] = [
    await createDocument(place, inside, PLAIN),
    await createDocument(place, outside, PLAIN),
  ];
  const reader = await colleague(place, [place.home, "read"]);
  const tokenId = newId("token");
  const link = {
    share_method: "link",
    shared_by: place.owner,
    shared_at: 1,
    random_bits: "r",
    token_hash: tokenId,
  };
  await insertRow("thread_links", { id: tokenId, thread_id: place.threadId, ...link });
  const [hers, his] = [await listen(place), await listen(place, { userId: reader, canWrite: false })];
  const guest = await listen(place, { kind: "guest", tokenId, issuerTokenExpiresAt: null });
  const messageId = newId("msg");
  say(
    hers,
    { ...assets([near, idToBytes(far)]), ...collections([outside.id]), world: true },
    idToBytes(messageId),
  );
  const [added] = changesOf(await hers.received(1));
  expect(THREAD_EVENTS.knowledgeChangeV1.parse(added)).toEqual(added);
  expect(idsOf(added!)).toEqual({
    addedAssets: [near, far],
    removedAssets: [],
    addedCollections: [outside.id],
    removedCollections: [],
    world: true,
  });
  expect(added).toMatchObject({
    createdBy: idToBytes(place.owner),
    messageId: idToBytes(messageId),
    progress: {},
  });
  expect(added).toMatchObject({
    threadId: idToBytes(place.threadId),
    organizationId: idToBytes(place.organizationId),
  });
  // A collection outside the home's subtree appears with its name and without details.
  expect(added?.knowledgeFull).toMatchObject({
    assetContext: { added: [{ id: near, lifecycleState: "ready" }], removed: [] },
    world: true,
  });
  expect(added?.knowledgeFull.assetContext.added).toHaveLength(1);
  expect(await knowledgeOf(place.threadId)).toEqual({
    scope: [near, far, outside.id].toSorted(),
    version: 2,
    world: true,
    changes: 1,
  });

  say(hers, { ...assets([], [idToBytes(near)]), ...collections([], [idToBytes(outside.id)]) });
  const removed = changesOf(await hers.received(2))[1]!;
  expect(idsOf(removed)).toMatchObject({
    removedAssets: [near],
    removedCollections: [outside.id],
    world: true,
  });
  expect(removed.knowledgeFull.assetContext).toMatchObject({ added: [], removed: [{ id: near }] });
  expect(await knowledgeOf(place.threadId)).toEqual({ scope: [far], version: 3, world: true, changes: 2 });

  say(hers, { world: false });
  expect(idsOf(changesOf(await hers.received(3))[2]!).world).toBe(false);
  expect(await knowledgeOf(place.threadId)).toMatchObject({ version: 4, world: false });

  expect(await his.received(3)).toEqual(hers.frames);
  expect(await history(place)).toEqual(hers.frames);
  hers.socket.send(JSON.stringify({ textV1: { parts: ["A remark."] } }));
  expect(await guest.received(1)).toMatchObject([{ seq: 4, textV1: { parts: ["A remark."] } }]);
  expect((await storedMessages(place.threadId)).map(({ kind }) => kind)).toEqual(["text"]);
  const recent = "SELECT count(*) AS n FROM recent_assets WHERE user_id = ? AND asset_id IN (?, ?)";
  expect(await countOf(recent, place.owner, near, far)).toBe(2);
});

test("a scope change without effect has empty lists, and only its sender receives it", async () => {
  const place = await createWorkplace();
  const asset = await createDocument(place, place.home, PLAIN);
  await addToScope(place.threadId, "asset", asset);
  const before = await knowledgeOf(place.threadId);
  const hers = await listen(place);
  const absent = await createDocument(place, place.home, PLAIN);
  const frames = [
    null,
    {},
    { world: false },
    assets([asset], [absent]),
    collections([place.home.id, place.home.id]),
    { world: null },
  ];
  for (const knowledge of frames) say(hers, knowledge);
  const told = changesOf(await hers.received(frames.length));
  const nothing = {
    addedAssets: [],
    removedAssets: [],
    addedCollections: [],
    removedCollections: [],
    world: false,
  };
  expect(told.map(idsOf)).toEqual(frames.map(() => nothing));
  expect(told.every(({ knowledgeFull }) => knowledgeFull.assetContext.added.length === 0)).toBe(true);
  expect(await knowledgeOf(place.threadId)).toEqual(before);
});

test("the room accepts a repeated change even after it was undone, and rejects another change or a message under its id", async () => {
  const place = await createWorkplace();
  const [asset, other] = [
    await createDocument(place, place.home, PLAIN),
    await createDocument(place, place.home, PLAIN),
  ];
  const messageId = newId("msg");
  const hers = await listen(place);
  say(hers, assets([asset, other]), messageId);
  say(hers, assets([], [asset]));
  await hers.received(2);
  say(hers, assets([idToBytes(other), idToBytes(asset)]), idToBytes(messageId));
  const [first, , again] = changesOf(await hers.received(3));
  expect(first?.messageId).toEqual(again?.messageId);
  expect(idsOf(again!)).toMatchObject({ addedAssets: [], removedAssets: [] });
  expect(await knowledgeOf(place.threadId)).toMatchObject({ scope: [other], version: 3, changes: 2 });

  say(hers, assets([asset]), messageId);
  expect((await hers.received(4))[3]).toMatchObject({ error: { code: "already_exists", messageId } });
  const elsewhere = await createWorkplace();
  const theirs = await openRoom(elsewhere).accept(changeOf(elsewhere, { world: true }, { messageId }));
  expect(theirs).toMatchObject({ ok: true, messageId });
  const { messageId: said } = await post(openRoom(place), promptOf(place, "A remark.", { kind: "text" }));
  expect(await openRoom(place).accept(changeOf(place, { world: true }, { messageId: said }))).toMatchObject({
    ok: false,
    code: "already_exists",
  });
  expect(
    await openRoom(place).accept(promptOf(place, "A remark.", { kind: "text", messageId })),
  ).toMatchObject({
    ok: false,
    code: "already_exists",
  });
  expect(await knowledgeOf(place.threadId)).toMatchObject({ world: false });
});

test("a change that is sent twice in parallel takes effect and is sent once, and the room rejects another change under the same id", async () => {
  const place = await createWorkplace();
  const asset = await createDocument(place, place.home, PLAIN);
  const messageId = newId("msg");
  const room = openRoom(place);
  const change = changeOf(place, { addedAssetIds: [asset] }, { messageId });
  const other = changeOf(place, { world: true }, { messageId });
  const allAreIn = Promise.withResolvers<undefined>();
  interceptBatches(async (nth, send) => {
    if (nth === 1) await allAreIn.promise;
    return await send();
  });
  const calls = [room.accept(change), room.accept(change), room.accept(other)] as const;
  expect(await calls[2]).toMatchObject({ ok: false, code: "already_exists" });
  allAreIn.resolve(undefined);
  expect(await Promise.all([calls[0], calls[1]])).toMatchObject([{ ok: true }, { ok: true }]);
  expect(changesOf(await history(place)).map(idsOf)).toMatchObject([{ addedAssets: [asset], world: false }]);
  expect(await knowledgeOf(place.threadId)).toMatchObject({ scope: [asset], version: 2, changes: 1 });
});

test("changes and messages keep their order, and a question after a change uses the new scope", async () => {
  const place = await createWorkplace();
  const outside = await createFolder(place, place.root);
  const asset = await createDocument(place, outside, PLAIN);
  const hers = await listen(place);
  const ask = () => hers.socket.send(JSON.stringify({ promptV2: { prompt: QUESTION } }));
  const answersOf = (frames: readonly Frame[]) =>
    frames.flatMap(({ textV1 }) =>
      textV1?.isDone === true ? [textV1.provenance.scoped["citations"]?.length ?? 0] : [],
    );
  ask();
  say(hers, assets([asset]));
  ask();
  await vi.waitUntil(() => answersOf(hers.frames).length === 2, WAIT);
  say(hers, assets([], [asset]));
  ask();
  await vi.waitUntil(() => answersOf(hers.frames).length === 3, WAIT);
  expect(answersOf(hers.frames).map((cited) => cited > 0)).toEqual([false, true, false]);
  const asked = hers.frames.filter((frame) => !("textV1" in frame)).map((frame) => Object.keys(frame)[0]);
  expect(asked).toEqual(["promptV2", "knowledgeChangeV1", "promptV2", "knowledgeChangeV1", "promptV2"]);
  expect(hers.frames.map(({ seq }) => seq)).toEqual(hers.frames.map((__, at) => at + 1));
});

test("an answer does not cite a source that is removed after its question", async () => {
  const place = await createWorkplace();
  const outside = await createFolder(place, place.root);
  const asset = await createDocument(place, outside, PLAIN);
  await addToScope(place.threadId, "asset", asset);
  const room = openRoom(place);
  interceptBatches(async (nth, send) => {
    // The first batch stores the question, and the second checks the retrieved passages. The room's scope has
    // changed between them.
    if (nth === 2) await post(openRoom(place), changeOf(place, { removedAssetIds: [asset] }));
    return await send();
  });
  const { messageId } = await post(room, promptOf(place, QUESTION));
  await room.waitForAnswer(messageId, 30_000);
  vi.restoreAllMocks();
  expect((await storedMessages(place.threadId))[1]?.content).toBe(
    "Nothing in the documents in scope answers this.",
  );
  expect(await knowledgeOf(place.threadId)).toMatchObject({ scope: [] });
});
