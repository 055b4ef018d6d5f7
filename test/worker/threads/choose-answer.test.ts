import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { makeLink, openEvents, sendMessage, startThread } from "../../support/http/threads.ts";
import {
  askAgain,
  chooseAnswer,
  answerVersionRows,
  messagesShownIn,
  stopAnswer,
} from "../../support/http/answer-versions.ts";

const QUESTION = "Who designed the Analytical Engine?";

async function createTwice() {
  const ada = await signUp();
  const threadId = await startThread(ada, ada.rootId);
  const [question, first] = messagesShownIn(await sendMessage(ada, threadId, QUESTION));
  const second = messagesShownIn((await askAgain(ada, threadId, question.id)).body.data)[1];
  return {
    ada,
    threadId,
    question: question.id as string,
    first: first.id as string,
    second: second.id as string,
  };
}

test("a user can select an earlier version while the newer one is written, and back, and the frame marks the newer one as pending", async () => {
  const { ada, threadId, question, first, second } = await createTwice();
  await testEnv.DB.prepare("UPDATE messages SET state = 'pending', content = '' WHERE id = ?")
    .bind(second)
    .run();
  const listener = await openEvents(threadId, { since: "0" }, { authorization: `Bearer ${ada.token}` });
  const earlier = await chooseAnswer(ada, threadId, question, first);
  expect(messagesShownIn(earlier.body.data)[1].id).toBe(first);
  expect(earlier.body.data.messages[0].transformationQueue).toHaveLength(1);
  const newer = await chooseAnswer(ada, threadId, question, second);
  expect({
    id: messagesShownIn(newer.body.data)[1].id,
    isComplete: newer.body.data.messages[1].isComplete,
  }).toEqual({
    id: second,
    isComplete: false,
  });
  await listener.until((frames) => frames.length >= 6);
  const ends = listener.frames.flatMap(({ textV1 }) =>
    textV1 === undefined ? [] : [[textV1.messageId, textV1.isDone]],
  );
  expect(ends.slice(-2)).toEqual([
    [first, true],
    [second, false],
  ]);
  expect((await stopAnswer(ada, threadId, question)).status).toBe(200);
  expect((await answerVersionRows(threadId)).map(({ state, position }) => [state, position])).toEqual([
    ["done", 1],
    ["done", -2001],
    ["cancelled", 2],
  ]);
});

test("a selection with an Idempotency-Key takes effect once and returns the current thread", async () => {
  const { ada, threadId, question, first, second } = await createTwice();
  const key = { "idempotency-key": newId("req") };
  const once = await chooseAnswer(ada, threadId, question, first, key);
  expect((await chooseAnswer(ada, threadId, question, second)).status).toBe(200);
  const again = await chooseAnswer(ada, threadId, question, first, key);
  expect({
    status: again.status,
    eventKey: again.body.eventKey,
    id: messagesShownIn(again.body.data)[1].id,
  }).toEqual({
    status: 200,
    eventKey: once.body.eventKey,
    id: second,
  });
  expect((await chooseAnswer(ada, threadId, question, second, key)).body.code).toBe("failed_precondition");
});

test("selecting anything but a version of the answer gets 404, and a link's last message may be a version", async () => {
  const { ada, threadId, question, first, second } = await createTwice();
  const other = await startThread(ada, ada.rootId);
  for (const answerId of [question, newId("msg")])
    expect((await chooseAnswer(ada, threadId, question, answerId)).body.code).toBe("not_found");
  expect((await chooseAnswer(ada, other, question, first)).body.code).toBe("not_found");
  expect((await chooseAnswer(ada, threadId, first, second)).body.code).toBe("not_found");
  expect((await makeLink(ada, threadId, { messageId: first })).publicToken).not.toBe("");
});

test("a selected version that quotes a deleted document appears without the quote", async () => {
  const ada = await signUp();
  const asset = await addReadyAsset(
    ada,
    ada.rootId,
    "The Analytical Engine was designed by Charles Babbage in 1837.\n",
    {
      name: "engine.txt",
    },
  );
  const threadId = await startThread(ada, ada.rootId);
  const [question, first] = messagesShownIn(await sendMessage(ada, threadId, QUESTION));
  expect(first.content).toContain("Babbage");
  expect((await call("tombstoneAssets", { token: ada.token, body: { assetIds: [asset] } })).status).toBe(200);
  expect(messagesShownIn((await askAgain(ada, threadId, question.id)).body.data)[1].content).not.toContain(
    "Babbage",
  );
  const listener = await openEvents(threadId, {}, { authorization: `Bearer ${ada.token}` });
  const { body } = await chooseAnswer(ada, threadId, question.id, first.id);
  await listener.until((frames) => frames.some(({ textV1 }) => textV1?.messageId === first.id));
  expect(messagesShownIn(body.data)[1].content).toContain("[deleted]");
  expect(JSON.stringify([listener.frames, body])).not.toContain("Babbage");
  expect(
    listener.frames.find(({ textV1 }) => textV1?.messageId === first.id)?.textV1?.parts.join(""),
  ).toContain("[deleted]");
});
