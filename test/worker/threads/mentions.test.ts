import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { allBytes, bytes } from "../../support/http/prompts.ts";
import {
  makeLink,
  openEvents,
  sendMessage,
  startThread,
  type ThreadListener,
} from "../../support/http/threads.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const ENGINE = "The Analytical Engine was designed by Charles Babbage in 1837.\n";
const LOOM = "The Jacquard loom was shown in Lyon in 1801.\n";
const QUESTION = "Who designed the Analytical Engine?";

/**
 * Creates a thread with an asset at home, and a folder beside it with another asset that its owner may
 * mention.
 */
async function createThread() {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const beside = await createCollection(ada, ada.rootId, "Beside");
  const engine = await addReadyAsset(ada, home, ENGINE);
  const loom = await addReadyAsset(ada, beside, LOOM);
  const threadId = await startThread(ada, home);
  const listener = await openEvents(threadId, {}, { authorization: `Bearer ${ada.token}` });
  return { ada, home, beside, engine, loom, threadId, listener };
}

async function askOver(listener: ThreadListener, fields: object): Promise<void> {
  const done = (): number => listener.frames.filter((frame) => frame.textV1?.isDone).length;
  const before = done();
  listener.socket.send(
    JSON.stringify({ promptV2: { messageId: newId("msg"), prompt: QUESTION, ...fields } }),
  );
  await listener.until(() => done() > before);
}

async function mentionsFor(person: Person, threadId: string, query = "") {
  const { status, body, trips } = await call("GET", `/v1/threads/${threadId}${query}`, {
    token: person.token,
  });
  expect({ status, trips }).toEqual({ status: 200, trips: 1 });
  return body.data.knowledgeProvenance.inScope.mentions;
}

const NONE = { assets: [], collections: [] };

test("a thread lists its prompts' mentions with one D1 round trip, each group once, without unreadable mentions", async () => {
  const { ada, home, beside, engine, loom, threadId, listener } = await createThread();
  await sendMessage(ada, threadId, QUESTION);
  expect(await mentionsFor(ada, threadId)).toEqual(NONE);
  await askOver(listener, {
    scope: { mentions: { assets: [[engine, loom], [loom]], collections: [[beside]] } },
  });
  await askOver(listener, { scope: { assetIDs: [engine], mentions: { assets: [[loom]] } } });
  expect(await mentionsFor(ada, threadId)).toEqual({
    assets: [allBytes([engine, loom].toSorted()), [bytes(loom)]],
    collections: [[bytes(beside)]],
  });

  const bob = await signUp("bob");
  await share(ada, home, bob, ["chat"]);
  expect(await mentionsFor(bob, threadId)).toEqual({ assets: [[bytes(engine)]], collections: [] });
  await share(ada, beside, bob, ["read"]);
  expect(await mentionsFor(bob, threadId)).toEqual(await mentionsFor(ada, threadId));
  await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'deleted' WHERE id = ?").bind(loom).run();
  await testEnv.DB.prepare("UPDATE collections SET lifecycle_state = 'deleted' WHERE id = ?")
    .bind(beside)
    .run();
  expect(await mentionsFor(ada, threadId)).toEqual({ assets: [[bytes(engine)]], collections: [] });
});

test("a page of a thread lists the mentions of the displayed messages", async () => {
  const { ada, engine, loom, threadId, listener } = await createThread();
  await askOver(listener, { scope: { mentions: { assets: [[engine]] } } });
  await askOver(listener, { scope: { mentions: { assets: [[loom]] } } });
  expect(await mentionsFor(ada, threadId, "?messagesLimit=2")).toEqual({
    assets: [[bytes(loom)]],
    collections: [],
  });
  const { body } = await call("GET", `/v1/threads/${threadId}`, { token: ada.token });
  const third = body.data.messages[2].id;
  const [{ id }] = (
    await testEnv.DB.prepare("SELECT known_as AS id FROM messages WHERE thread_id = ? AND position = 3")
      .bind(threadId)
      .all<{ id: string }>()
  ).results as [{ id: string }];
  expect(bytes(id)).toEqual(third);
  expect(await mentionsFor(ada, threadId, `?messagesBefore=${id}`)).toEqual({
    assets: [[bytes(engine)]],
    collections: [],
  });
});

test("a thread lists the newest 200 of many mentions", async () => {
  const { ada, engine, loom, threadId, listener } = await createThread();
  await askOver(listener, { scope: { mentions: { assets: [[loom]] } } });
  await askOver(listener, { scope: { mentions: { assets: [[engine]] } } });
  const both = { assets: [[bytes(loom)], [bytes(engine)]], collections: [] };
  expect(await mentionsFor(ada, threadId)).toEqual(both);
  const add = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
    INSERT INTO answer_scope (answer_id, thread_id, role, kind, grouping, target_id)
    SELECT (SELECT id FROM messages WHERE thread_id = ?1 AND position = 4), ?1, 'mention', 'asset', ?3 + i, ?2 FROM n`;
  await testEnv.DB.prepare(add).bind(threadId, engine, 198).run();
  expect(await mentionsFor(ada, threadId)).toEqual(both);
  await testEnv.DB.prepare(add).bind(threadId, engine, 1_000).run();
  expect(await mentionsFor(ada, threadId)).toEqual({ assets: [[bytes(engine)]], collections: [] });
});

test("a guest sees no scope, neither in the thread nor in prompt and campaign frames", async () => {
  const { ada, beside, engine, loom, threadId, listener } = await createThread();
  const { publicToken } = await makeLink(ada, threadId);
  const guest = await openEvents(threadId, { publicAccessToken: publicToken, since: "0" });
  const scope = { assetIDs: [engine], mentions: { assets: [[loom]], collections: [[beside]] } };
  await askOver(listener, { scope });
  const campaign = { messageId: newId("msg"), transformationId: newId("inter"), prompt: QUESTION, scope };
  listener.socket.send(JSON.stringify({ promptCampaignV2: campaign }));
  await guest.until((frames) => frames.filter((frame) => frame.textV1?.isDone).length === 2);
  expect(new Set(guest.frames.flatMap((frame) => Object.keys(frame)))).toEqual(new Set(["textV1", "seq"]));
  const { body } = await call("getThread", {
    params: { threadID: threadId },
    query: { publicAccessToken: publicToken },
  });
  const { inScope } = body.data.knowledgeProvenance;
  expect(inScope).toEqual({ assetIDs: [], collectionIDs: [], mentions: NONE, worldKnowledge: false });
  // The thread lists a cited asset with the answer, as in the answer's last frame.
  const cited = Object.values<{ assetId: string }>(body.data.knowledgeProvenance.citations).map(
    ({ assetId }) => assetId,
  );
  const heard = guest.frames.flatMap((frame) => frame.textV1?.provenance?.citations ?? []);
  expect(heard.map(({ assetId }) => assetId).toSorted()).toEqual(cited.toSorted());
  const scopeless = JSON.parse(JSON.stringify(guest.frames), (key, value: unknown) =>
    key === "citations" ? [] : value,
  ) as unknown;
  const told = JSON.stringify([scopeless, inScope, body.data.messages]);
  const named = [beside, loom, engine].flatMap((id) => [id, JSON.stringify(bytes(id))]);
  expect(named.filter((id) => told.includes(id))).toEqual([]);
});

test("a prompt's transformations are those of all its answers, in order", async () => {
  const { ada, engine, loom, threadId, listener } = await createThread();
  const messageId = newId("msg");
  const ids = [newId("inter"), newId("inter"), newId("inter")].toReversed();
  for (const [at, transformationId] of ids.entries()) {
    const scope = { assetIDs: [at % 2 === 0 ? engine : loom] };
    listener.socket.send(
      JSON.stringify({ promptCampaignV2: { messageId, transformationId, prompt: QUESTION, scope } }),
    );
  }
  await listener.until((frames) => frames.filter((frame) => frame.textV1?.isDone).length === 3);
  const { body } = await call("getThread", { token: ada.token, params: { threadID: threadId } });
  const [prompt, ...answers] = body.data.messages;
  expect(prompt).toMatchObject({ id: bytes(messageId), transformationQueue: [], transformations: ids });
  expect(answers.map((answer: any) => [answer.inReplyTo, answer.isComplete])).toEqual(
    ids.map(() => [bytes(messageId), true]),
  );
});
