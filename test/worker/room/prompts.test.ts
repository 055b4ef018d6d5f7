import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { testEnv } from "../../support/setup/env.ts";
import { allBytes, answered, ask, bytes, send } from "../../support/http/prompts.ts";
import {
  addToScope,
  createDocument,
  createFolder,
  createWorkplace,
  listen,
} from "../../support/rows/workplace.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";

const QUESTION = "When did the harbour of Brackwater open?";
const AT_HOME = ["The harbour of Brackwater opened in 1871 after nine years of work."];
const ELSEWHERE = ["The harbour of Brackwater opened in the summer of 1902, the register says."];
const OF_BEES = ["Agnes Hallam kept bees beside the lighthouse."];
const NOTHING = "Nothing in the documents in scope answers this.";
const STILL_READING = `${NOTHING} Documents still being read: 1.`;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates a thread with an answering document at home and another in a folder outside its scope. */
async function createTwoAnswers() {
  const place = await createWorkplace();
  const beside = await createFolder(place, place.root);
  const atHome = await createDocument(place, place.home, AT_HOME);
  const elsewhere = await createDocument(place, beside, ELSEWHERE);
  return { place, beside, atHome, elsewhere, listener: await listen(place) };
}

test.each([
  ["assets as strings", "assetIDs", (id: string) => id],
  ["assets as bytes", "assetIDs", bytes],
  ["collections as strings", "collectionIDs", (id: string) => id],
  ["collections as bytes", "collectionIDs", bytes],
])("a scope of %s replaces the thread's for this answer only", async (_, field, spell) => {
  const { listener, beside, atHome, elsewhere } = await createTwoAnswers();
  const named = field === "assetIDs" ? elsewhere : beside.id;
  const narrowed = await ask(listener, "promptV2", {
    prompt: QUESTION,
    scope: { [field]: [spell(named), spell(named)] },
  });
  expect(narrowed.cited).toEqual([elsewhere]);
  const told = {
    assetIDs: [],
    collectionIDs: [],
    mentions: { assets: [], collections: [] },
    worldKnowledge: false,
  };
  expect(narrowed.event.scope).toEqual({ ...told, [field]: [bytes(named)] });
  const isAsset = field === "assetIDs";
  expect(narrowed.provenance.scoped).toMatchObject({
    explicitAssets: isAsset ? [bytes(elsewhere)] : [],
    collectionAssets: isAsset ? [] : [bytes(elsewhere)],
    collectionReferenceIDs: isAsset ? [] : [bytes(beside.id)],
  });
  expect((await ask(listener, "promptV2", { prompt: QUESTION })).cited).toEqual([atHome]);
});

test("an empty scope finds nothing, also if its assets are not ready or its rights have ended", async () => {
  const { listener, place, beside, elsewhere } = await createTwoAnswers();
  const empty = await createFolder(place, place.home);
  expect(
    (await ask(listener, "promptV2", { prompt: QUESTION, scope: { collectionIDs: [empty.id] } })).text,
  ).toBe(NOTHING);
  await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'processing' WHERE id = ?")
    .bind(elsewhere)
    .run();
  expect((await ask(listener, "promptV2", { prompt: QUESTION, scope: { assetIDs: [elsewhere] } })).text).toBe(
    STILL_READING,
  );
  expect(
    (await ask(listener, "promptV2", { prompt: QUESTION, scope: { collectionIDs: [beside.id] } })).text,
  ).toBe(STILL_READING);
});

test("a scope without lists is the readable part of the thread's scope, with its world knowledge setting unless given", async () => {
  const { listener, place, atHome, beside } = await createTwoAnswers();
  const single = await createDocument(place, beside, OF_BEES);
  await addToScope(place.threadId, "asset", single);
  await testEnv.DB.prepare("UPDATE threads SET world_knowledge = 1 WHERE id = ?").bind(place.threadId).run();
  for (const [scope, worldKnowledge] of [
    [undefined, true],
    [null, true],
    [{}, true],
    [{ assetIDs: [] }, true],
    [{ worldKnowledge: false }, false],
  ] as const) {
    const { event, cited, provenance, answerId } = await ask(listener, "promptV2", {
      prompt: QUESTION,
      scope,
    });
    const mentions = { assets: [], collections: [] };
    expect(event.scope).toEqual({
      assetIDs: [bytes(single)],
      collectionIDs: [bytes(place.home.id)],
      mentions,
      worldKnowledge,
    });
    expect(cited).toEqual([atHome]);
    expect(provenance.scoped.worldKnowledge).toBe(worldKnowledge);
    expect(await countOf("SELECT world_knowledge AS n FROM messages WHERE id = ?", answerId)).toBe(
      Number(worldKnowledge),
    );
  }
});

test("a prompt searches mentioned assets first, and all others only without an answer", async () => {
  const { listener, place, beside, atHome, elsewhere } = await createTwoAnswers();
  const ofBees = await createDocument(place, beside, OF_BEES);
  const groups = { assets: [[elsewhere, ofBees, ofBees], []], collections: [] };
  const preferred = await ask(listener, "promptV2", { prompt: QUESTION, scope: { mentions: groups } });
  expect(preferred.cited).toEqual([elsewhere]);
  expect(preferred.event.scope).toMatchObject({
    assetIDs: [],
    collectionIDs: [bytes(place.home.id)],
    mentions: { assets: [allBytes([elsewhere, ofBees])], collections: [] },
  });
  const inFolder = await ask(listener, "promptV2", {
    prompt: QUESTION,
    scope: { mentions: { collections: [[beside.id]] } },
  });
  expect(inFolder.cited).toEqual([elsewhere]);
  expect(new Set(inFolder.provenance.scoped.collectionReferenceIDs)).toEqual(
    new Set(allBytes([place.home.id, beside.id])),
  );
  const fallen = await ask(listener, "promptV2", {
    prompt: QUESTION,
    scope: { mentions: { assets: [[ofBees]] } },
  });
  expect(fallen.cited).toEqual([atHome]);
});

test("a mention adds to a given scope without a further D1 round trip", async () => {
  const { listener, place, beside, atHome, elsewhere } = await createTwoAnswers();
  const ofBees = await createDocument(place, beside, OF_BEES);
  const mentions = { assets: [[elsewhere]] };
  expect(
    (await ask(listener, "promptV2", { prompt: QUESTION, scope: { assetIDs: [ofBees], mentions } })).cited,
  ).toEqual([elsewhere]);
  expect(
    (
      await ask(listener, "promptV2", {
        prompt: QUESTION,
        scope: { assetIDs: [atHome], mentions: { assets: [[ofBees]] } },
      })
    ).cited,
  ).toEqual([atHome]);
  let trips = 0;
  interceptBatches((_nth, forward, _db, texts) => {
    if (texts.some((text) => text.includes("answer_scope"))) trips += 1;
    return forward();
  });
  await ask(listener, "promptV2", { prompt: QUESTION, scope: { mentions: { assets: [[ofBees]] } } });
  expect(trips).toBe(2);
});

test("a prompt's knowledge adds to and removes from the thread's scope for this answer only, and removal takes precedence", async () => {
  const { listener, place, beside, atHome, elsewhere } = await createTwoAnswers();
  const inside = await createFolder(place, place.home);
  const single = await createDocument(place, beside, [
    "The harbour of Brackwater opened in 1640, a monk wrote.",
  ]);
  await addToScope(place.threadId, "asset", single);
  const changes = (assetContext: object, organizationContext: object = {}) => ({
    assetContext,
    organizationContext,
  });
  const cited = async (knowledge: object): Promise<string[]> =>
    (await ask(listener, "promptV1", { prompt: QUESTION, knowledge })).cited.toSorted();
  expect(await cited(changes({ removed: [atHome] }))).toEqual([single]);
  expect(await cited(changes({ removed: [bytes(single)] }))).toEqual([atHome]);
  expect(await cited(changes({ removed: [single, atHome], added: [elsewhere] }))).toEqual([elsewhere]);
  expect(await cited(changes({ removed: [single, atHome] }, { added: [bytes(beside.id)] }))).toEqual([
    elsewhere,
  ]);
  expect(await cited(changes({ added: [elsewhere], removed: [elsewhere, single] }))).toEqual([atHome]);
  expect(await cited(changes({}, { removed: [place.home.id] }))).toEqual([single]);
  expect(await cited(changes({ removed: [single] }, { removed: [place.root.id] }))).toEqual([]);
  expect(await cited(changes({ removed: [single] }, { removed: [inside.id] }))).toEqual([atHome]);
  // None of these changes persists. With both documents in scope, vectors that appear later may change the
  // choice of the quoted one.
  expect(await cited(changes({ removed: [atHome] }))).toEqual([single]);
  expect(await cited(changes({ removed: [single] }))).toEqual([atHome]);
});

test("the event of a promptV1 carries its changes and its world knowledge setting", async () => {
  const { listener, place, beside, atHome, elsewhere } = await createTwoAnswers();
  const knowledge = {
    assetContext: { added: [elsewhere, elsewhere], removed: [bytes(atHome)] },
    organizationContext: { added: [beside.id], removed: [place.home.id] },
    world: true,
  };
  const { event, provenance } = await ask(listener, "promptV1", { prompt: QUESTION, knowledge });
  expect(event.knowledge).toEqual({
    assetContext: { added: [bytes(elsewhere)], removed: [bytes(atHome)] },
    organizationContext: { added: [bytes(beside.id)], removed: [bytes(place.home.id)] },
    world: true,
  });
  expect(provenance.scoped.worldKnowledge).toBe(true);
  const plain = await ask(listener, "promptV1", { prompt: QUESTION });
  const unchanged = { added: [], removed: [] };
  expect(plain.event.knowledge).toEqual({
    assetContext: unchanged,
    organizationContext: unchanged,
    world: false,
  });
});

test("the client's transformation, in either spelling, is the answer's first transformation", async () => {
  const { listener, place } = await createTwoAnswers();
  for (const spell of [bytes, String]) {
    const [messageId, transformationId] = [newId("msg"), newId("inter")];
    send(listener, { promptV2: { messageId, transformationId: spell(transformationId), prompt: QUESTION } });
    const { event, answerId } = await answered(listener, "promptV2", { messageId, transformationId });
    expect(event.transformationId).toBe(transformationId);
    expect((await storedMessages(place.threadId)).find(({ id }) => id === answerId)?.transformation_id).toBe(
      transformationId,
    );
  }
});
