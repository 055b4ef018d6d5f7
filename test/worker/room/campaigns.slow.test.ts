import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import {
  campaignOf,
  createCompetingDocuments,
  expectOneMessageWithAnswers,
  pendingIn,
  QUESTION,
  REMARK,
  sendAll,
  YEARS,
} from "../../support/fixtures/campaigns.ts";
import { interceptBatches } from "../../support/faults/intercept-batches.ts";
import { answered, bytes, first, send } from "../../support/http/prompts.ts";
import {
  createUser,
  grant,
  listen,
  type Listener,
  openRoom,
  post,
  promptOf,
} from "../../support/rows/workplace.ts";
import { countOf, storedMessages } from "../../support/rows/stored-messages.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Sends one more message and waits until it has arrived, so that all earlier messages have arrived too. */
async function settled(listener: Listener): Promise<void> {
  const messageId = newId("msg");
  send(listener, { textV1: { messageId, parts: [REMARK] } });
  await first(listener, (frame) => (frame.textV1?.messageId === messageId ? frame : undefined));
}

test("three scopes become one message with an answer for each scope, in frame order", async () => {
  const { place, assets, listener } = await createCompetingDocuments();
  const frames = campaignOf(assets);
  sendAll(listener, frames);
  for (const [at, frame] of frames.entries()) {
    const { event, text, cited } = await answered(listener, "promptCampaignV2", frame);
    expect(event).toEqual({
      createdBy: bytes(place.owner),
      kind: "promptCampaignV2",
      messageId: bytes(frame.messageId),
      model: "",
      prompt: QUESTION,
      scope: {
        assetIDs: [bytes(assets[at] ?? "")],
        collectionIDs: [],
        mentions: { assets: [], collections: [] },
        worldKnowledge: false,
      },
      transformationId: frame.transformationId,
    });
    expect(text).toContain(YEARS[at]);
    expect(cited).toEqual([assets[at]]);
  }
  await expectOneMessageWithAnswers(place, frames);
  expect(await countOf("SELECT label = ? AS n FROM threads WHERE id = ?", QUESTION, place.threadId)).toBe(1);
});

test("each promptCampaignV1 frame has its own scope", async () => {
  const { assets, listener } = await createCompetingDocuments();
  const messageId = newId("msg");
  for (const asset of assets) {
    const frame = { messageId: bytes(messageId), transformationId: newId("inter"), prompt: QUESTION };
    const removed = assets.filter((other) => other !== asset);
    send(listener, { promptCampaignV1: { ...frame, knowledge: { assetContext: { removed }, world: true } } });
    const { event, cited } = await answered(listener, "promptCampaignV1", { ...frame, messageId });
    expect(cited).toEqual([asset]);
    const unchanged = { added: [], removed: [] };
    expect(event.knowledge).toEqual({
      assetContext: { added: [], removed: removed.map(bytes) },
      organizationContext: unchanged,
      world: true,
    });
    expect(Object.keys(event).toSorted()).toEqual(
      ["createdBy", "kind", "knowledge", "messageId", "model", "prompt", "transformationId"].toSorted(),
    );
  }
});

test("a campaign frame may be sent again while it waits, after its answer, and after the room has slept", async () => {
  const { place, assets, listener } = await createCompetingDocuments();
  const frames = campaignOf(assets);
  sendAll(listener, [...frames, ...frames]);
  for (const frame of frames) await answered(listener, "promptCampaignV2", frame);
  sendAll(listener, frames.toReversed());
  await settled(listener);
  await evictDurableObject(openRoom(place));
  sendAll(listener, frames);
  await settled(listener);
  await expectOneMessageWithAnswers(place, frames, 2);
  expect(listener.frames.filter(({ error }) => error)).toEqual([]);
});

test("the room recognizes a repeated frame by the client's id, even if its answer was restarted under another id", async () => {
  const { place, assets, listener } = await createCompetingDocuments();
  const frames = campaignOf(assets.slice(0, 2));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let failures = 0;
  interceptBatches(async (_nth, forward, _db, texts) => {
    if (failures === 0 && texts.some((text) => text.includes("json_extract(src.value"))) {
      failures += 1;
      throw new Error("D1_ERROR: Network connection lost.");
    }
    return forward();
  });
  sendAll(listener, frames);
  await vi.waitUntil(async () => (await pendingIn(place)) === 0 && failures === 1, {
    timeout: 20_000,
    interval: 20,
  });
  await runDurableObjectAlarm(openRoom(place));
  vi.restoreAllMocks();
  sendAll(listener, frames);
  await settled(listener);
  const ids = (await storedMessages(place.threadId)).slice(1, 3).map((answer) => answer.transformation_id);
  expect(ids[0]).not.toBe(frames[0]?.transformationId);
  expect(ids[1]).toBe(frames[1]?.transformationId);
  const [
    { messageId, transformationId: askedAs } = { messageId: newId("msg"), transformationId: newId("inter") },
  ] = frames;
  const again = promptOf(place, QUESTION, {
    messageId,
    askedAs,
    extras: { member: "promptCampaignV2", model: "" },
  });
  const answerMessageId = (await storedMessages(place.threadId))[1]?.id;
  expect(await openRoom(place).accept(again)).toMatchObject({
    ok: true,
    eventKey: "",
    answerMessageId,
    transformationId: ids[0],
  });
  await expectOneMessageWithAnswers(place, frames, 1);
});

test("the room rejects another prompt or author under the same id, while the campaign waits and afterwards", async () => {
  const { place, assets, listener } = await createCompetingDocuments();
  const frames = campaignOf(assets);
  const colleague = await createUser(place.organizationId, place.tenantId);
  await grant(place.organizationId, colleague, place.home, "chat");
  const other = await listen(place, { userId: colleague });
  const more = { messageId: frames[0]?.messageId, transformationId: newId("inter") };
  sendAll(listener, frames.slice(0, 1));
  for (let round = 0; round < 2; round += 1) {
    expect(await refusedAgain(listener, { ...more, prompt: "Why?" })).toBe("already_exists");
    expect(await refusedAgain(other, { ...more, prompt: QUESTION })).toBe("already_exists");
    await answered(
      listener,
      "promptCampaignV2",
      frames[0] ?? { messageId: newId("msg"), transformationId: "" },
    );
  }
  await expectOneMessageWithAnswers(place, frames.slice(0, 1));
});

async function refusedAgain(listener: Listener, frame: object): Promise<string> {
  const known = listener.frames.filter(({ error }) => error).length;
  send(listener, { promptCampaignV2: frame });
  let errors = 0;
  return await first(listener, ({ error }) => (error && ++errors > known ? error.code : undefined));
}

test.each([
  ["no message id", { messageId: undefined }],
  ["no transformation id", { transformationId: undefined }],
  ["an empty transformation id", { transformationId: "" }],
  ["an unknown model", { model: "oracle" }],
])("the room rejects a campaign frame with %s", async (_, changes) => {
  const { place, listener } = await createCompetingDocuments();
  const frame = { messageId: newId("msg"), transformationId: newId("inter"), prompt: QUESTION, ...changes };
  send(listener, { promptCampaignV2: frame });
  expect(await first(listener, ({ error }) => error)).toMatchObject({
    code: "invalid_argument",
    messageId: frame.messageId ?? "",
  });
  expect(await storedMessages(place.threadId)).toEqual([]);
});

test("the room rejects the twenty-first answer and keeps the twenty earlier answers", async () => {
  const { place, assets, listener } = await createCompetingDocuments();
  const frames = campaignOf(Array.from({ length: 21 }, () => assets[0] ?? ""));
  sendAll(listener, frames);
  const { error } = await first(listener, (frame) => (frame.error ? frame : undefined));
  expect(error).toMatchObject({ code: "resource_exhausted", messageId: frames[0]?.messageId });
  for (const frame of frames.slice(0, 20)) await answered(listener, "promptCampaignV2", frame);
  expect(await storedMessages(place.threadId)).toHaveLength(21);
});

test("the room rejects only the frame with an invalid scope, and the next frame may be the first", async () => {
  const { place, assets, listener } = await createCompetingDocuments();
  const frames = campaignOf(assets.slice(0, 1));
  const bad = { ...frames[0], transformationId: newId("inter"), scope: { assetIDs: [newId("asset")] } };
  expect(await refusedAgain(listener, bad)).toBe("not_found");
  sendAll(listener, frames);
  await answered(
    listener,
    "promptCampaignV2",
    frames[0] ?? { messageId: newId("msg"), transformationId: "" },
  );
  await expectOneMessageWithAnswers(place, frames);
});

test("a promptV2 with the message's id resends the first answer, and a campaign frame adds an answer to a promptV2 message", async () => {
  const { place, assets, listener } = await createCompetingDocuments();
  const [one, two] = campaignOf(assets.slice(0, 2));
  if (one === undefined || two === undefined) throw new Error("two frames");
  send(listener, { promptV2: one });
  await answered(listener, "promptV2", one);
  sendAll(listener, [one, two]);
  await answered(listener, "promptCampaignV2", two);
  send(listener, { promptV2: { ...one, transformationId: newId("inter") } });
  await settled(listener);
  const stored = await storedMessages(place.threadId);
  expect(stored.map(({ in_reply_to: to }) => to)).toEqual([null, one.messageId, one.messageId, null]);
  expect(await countOf("SELECT message_count AS n FROM threads WHERE id = ?", place.threadId)).toBe(4);
});

test("a caller who waits for a message's answer receives its end, even if others request more answers during the wait", async () => {
  const { place, assets, listener } = await createCompetingDocuments();
  const room = openRoom(place);
  const { messageId } = await post(room, promptOf(place, QUESTION, { messageId: newId("msg") }));
  const ending = room.waitForAnswer(messageId, 30_000);
  const frame = {
    messageId,
    transformationId: newId("inter"),
    prompt: QUESTION,
    scope: { assetIDs: assets.slice(0, 1) },
  };
  send(listener, { promptCampaignV2: frame });
  expect(await ending).toEqual({ done: true });
  expect((await storedMessages(place.threadId))[1]?.state).toBe("done");
  await answered(listener, "promptCampaignV2", frame);
  expect(await room.waitForAnswer(messageId, 30_000)).toMatchObject({ done: true });
});
