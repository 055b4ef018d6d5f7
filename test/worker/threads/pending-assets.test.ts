import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addReadyAsset, finishProcessing } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import {
  copyAsset,
  receivedEnd,
  liveThread,
  stateOf,
  waitingAsset,
  waitingAudio,
} from "../../support/http/progress.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const QUESTION = "Who designed the Analytical Engine?";
const REFUSAL = "Nothing in the documents in scope answers this.";

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The answer's text, and the number of documents in processing in the thread's record. */
async function answerTo(person: Person, threadId: string, question = QUESTION) {
  const { messages, knowledgeProvenance } = await sendMessage(person, threadId, question);
  return [messages.at(-1).content, knowledgeProvenance.pendingAssets];
}

const read = async (person: Person, threadId: string) =>
  (await call("GET", `/v1/threads/${threadId}`, { token: person.token })).body.data.knowledgeProvenance
    .pendingAssets;

test("a question starts waiting assets in the home with two D1 round trips, and reports the number in processing", async () => {
  const { ada, home, threadId } = await liveThread();
  const waiting = await waitingAsset(ada, await createCollection(ada, home, "Below"));
  const body = { messageContent: QUESTION, messageKind: "promptV2", recipients: [], threadId };
  const asked = await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body });
  expect(asked.trips).toBe(2);
  expect(asked.body.data.messages.at(-1).content).toBe(`${REFUSAL} Documents still being read: 1.`);
  expect(asked.body.data.knowledgeProvenance.pendingAssets).toBe(1);
  expect(await stateOf(waiting)).not.toBe("uploaded");
  await finishProcessing(waiting);
  expect(await read(ada, threadId)).toBe(0);
  const [content, pending] = await answerTo(ada, threadId);
  expect([content.includes("Babbage"), pending]).toEqual([true, 0]);
});

test("an answer's last frame reports the number of unprocessed documents, and the thread reports when they are ready", async () => {
  const { ada, home, hers } = await liveThread();
  await addReadyAsset(ada, home, "The Analytical Engine was designed by Charles Babbage.\n");
  const waiting = await waitingAsset(ada, home);
  hers.socket.send(JSON.stringify({ promptV2: { prompt: QUESTION } }));
  await hers.until((frames) => frames.some(({ textV1 }) => textV1?.isDone));
  const answer = hers.frames.find(({ textV1 }) => textV1?.isDone)?.textV1;
  expect(answer?.provenance).toMatchObject({ pendingAssets: 1 });
  expect(hers.frames.flatMap(({ textV1 }) => textV1?.parts ?? []).join("")).toContain("Babbage");
  expect((await receivedEnd(hers, waiting)).at(-1)).toMatchObject({ lifecycleState: "ready" });
});

test("an asset that is in scope several times counts once, and an unreadable asset does not count", async () => {
  const { ada, home } = await liveThread();
  const [one, two] = [await createCollection(ada, home, "One"), await createCollection(ada, home, "Two")];
  const sound = await waitingAudio(ada, one);
  const link = { collectionId: two, assetIds: [sound], flags: [] };
  expect(
    (await call("linkAssets", { token: ada.token, params: { collectionID: two }, body: link })).status,
  ).toBe(200);
  await waitingAudio(ada, two);
  const threadId = await startThread(ada, home, { collectionIds: [one], assetIds: [sound] });
  expect(await read(ada, threadId)).toBe(2);
  const bob = await signUp();
  await share(ada, one, bob, ["chat"]);
  const hers = await startThread(ada, one, { collectionIds: [two] });
  expect([await read(ada, hers), await read(bob, hers)]).toEqual([2, 1]);
});

test("a question neither counts nor starts waiting assets elsewhere in the organization", async () => {
  const { ada, threadId } = await liveThread();
  const elsewhere = await waitingAsset(ada, await createCollection(ada, ada.rootId, "Elsewhere"));
  expect(await answerTo(ada, threadId)).toEqual([REFUSAL, 0]);
  expect(await stateOf(elsewhere)).toBe("uploaded");
});

test("one question starts at most 100 documents, the next question continues, and a collection's count follows", async () => {
  const { ada, home, threadId } = await liveThread();
  await copyAsset(await waitingAudio(ada, home), 119);
  const begun = async () =>
    await testEnv.DB.prepare(
      `SELECT sum(a.lifecycle_state = 'processing') AS begun, c.unread_count AS unread FROM collections c
      JOIN asset_collections l ON l.collection_id = c.id JOIN assets a ON a.id = l.asset_id WHERE c.id = ?`,
    )
      .bind(home)
      .first();
  expect(await answerTo(ada, threadId)).toEqual([`${REFUSAL} Documents still being read: 120.`, 120]);
  expect(await begun()).toEqual({ begun: 100, unread: 120 });
  await answerTo(ada, threadId, "Und wer hat die Maschine gebaut?");
  expect(await begun()).toEqual({ begun: 120, unread: 120 });
  await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'failed' WHERE created_by = ?")
    .bind(ada.userId)
    .run();
  expect(await begun()).toEqual({ begun: 0, unread: 0 });
  expect(await read(ada, threadId)).toBe(0);
});

test("the sentence about documents in processing is in the question's language", async () => {
  const { ada, home, threadId } = await liveThread();
  await waitingAudio(ada, home);
  const [content] = await answerTo(ada, threadId, "Wer hat die Maschine gebaut, und wann wurde sie fertig?");
  expect(content).toContain("Dokumente, die noch gelesen werden: 1.");
});
