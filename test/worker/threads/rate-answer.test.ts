import { expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { testEnv } from "../../support/setup/env.ts";
import { call } from "../../support/http/call.ts";
import { merge } from "../../support/http/merge.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { countOf } from "../../support/rows/stored-messages.ts";
import { makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import { askAgain, messagesShownIn } from "../../support/http/answer-versions.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const QUESTION = "Who designed the Analytical Engine?";

async function rate(
  person: Person,
  threadId: string,
  questionId: string,
  body: object,
  headers: Record<string, string> = {},
) {
  return await call("POST", `/v1/threads/${threadId}/messages/${questionId}/answer/feedback`, {
    token: person.token,
    body,
    headers,
  });
}

async function createScene() {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["read"]);
  const threadId = await startThread(ada, home);
  const [question, answer] = messagesShownIn(await sendMessage(ada, threadId, QUESTION));
  return { ada, bob, home, threadId, question: question.id as string, answer: answer.id as string };
}

test("each user, readers included, rates each version once and can change or remove the rating", async () => {
  const { ada, bob, threadId, question, answer } = await createScene();
  const good = await rate(bob, threadId, question, { rating: "good", word: "Just so." });
  expect({ status: good.status, trips: good.trips, eventKey: good.body.eventKey }).toEqual({
    status: 200,
    trips: 2,
    eventKey: expect.stringMatching(/^event_/),
  });
  expect(good.body.data).toMatchObject({
    answerId: answer,
    answerVersion: 1,
    rating: "good",
    word: "Just so.",
  });
  const same = await rate(bob, threadId, question, { rating: "good", word: "Just so." });
  expect({ status: same.status, eventKey: same.body.eventKey, data: same.body.data }).toEqual({
    status: 200,
    eventKey: "",
    data: good.body.data,
  });
  const bad = await rate(bob, threadId, question, { rating: "bad" });
  expect(bad.body.data).toMatchObject({ rating: "bad", word: "" });
  await askAgain(ada, threadId, question);
  expect((await rate(bob, threadId, question, { rating: "good" })).body.data.answerVersion).toBe(2);
  await rate(ada, threadId, question, { rating: "good", answerId: answer });
  const kept = "SELECT count(*) AS n FROM answer_feedback WHERE thread_id = ?";
  expect(await countOf(kept, threadId)).toBe(3);
  const own = (
    await call("listAnswers", { token: bob.token, params: { threadID: threadId, messageID: question } })
  ).body.data.records;
  expect(own.map(({ rating, word }: any) => [rating, word])).toEqual([
    ["bad", ""],
    ["good", ""],
  ]);
  const none = await rate(bob, threadId, question, { rating: "none", answerId: answer });
  expect(none.body.data).toMatchObject({ answerId: answer, rating: "", word: "", modifiedAt: null });
  expect((await rate(bob, threadId, question, { rating: "none", answerId: answer })).body.eventKey).toBe("");
  expect(await countOf(kept, threadId)).toBe(2);
  const audit =
    "SELECT group_concat(changes, ' ') AS n FROM (SELECT changes FROM audit_events WHERE operation = 'rateAnswer' AND actor_id = ? ORDER BY id)";
  const logged = await testEnv.DB.prepare(audit).bind(bob.userId).first("n");
  expect(logged).toBe('{"rating":"good"} {"rating":"bad"} {"rating":"good"} {"rating":null}');
});

test("an Idempotency-Key rates once, comments have a maximum length, and users can rate only readable, complete answers", async () => {
  const { bob, threadId, question, answer, ada } = await createScene();
  const eve = await signUp("eve");
  const key = { "idempotency-key": newId("req") };
  const first = await rate(bob, threadId, question, { rating: "good" }, key);
  const again = await rate(bob, threadId, question, { rating: "good" }, key);
  expect({ status: again.status, eventKey: again.body.eventKey, data: again.body.data }).toEqual({
    status: 200,
    eventKey: first.body.eventKey,
    data: first.body.data,
  });
  expect((await rate(bob, threadId, question, { rating: "bad", word: "x".repeat(501) })).body.code).toBe(
    "invalid_argument",
  );
  expect((await rate(bob, threadId, question, { rating: "fine" })).body.code).toBe("invalid_argument");
  expect((await rate(eve, threadId, question, { rating: "bad" })).body.code).toBe("not_found");
  expect((await rate(bob, threadId, answer, { rating: "bad" })).body.code).toBe("not_found");
  expect((await rate(bob, threadId, question, { rating: "bad", answerId: question })).body.code).toBe(
    "not_found",
  );
  const { publicToken } = await makeLink(ada, threadId);
  const asGuest = `/v1/threads/${threadId}/messages/${question}/answer/feedback?publicAccessToken=${publicToken}`;
  expect((await call("POST", asGuest, { body: { rating: "good" } })).body.code).toBe("unauthenticated");
  await testEnv.DB.prepare("UPDATE messages SET state = 'pending' WHERE id = ?").bind(answer).run();
  expect((await rate(bob, threadId, question, { rating: "bad" })).body.code).toBe("failed_precondition");
});

test("a merge of two accounts keeps the newer rating of an answer", async () => {
  const { ada, bob, threadId, question } = await createScene();
  await rate(ada, threadId, question, { rating: "bad", word: "older" });
  await rate(bob, threadId, question, { rating: "good", word: "newer" });
  expect((await merge(ada, bob)).status).toBe(200);
  const { results } = await testEnv.DB.prepare(
    "SELECT user_id, rating, word FROM answer_feedback WHERE thread_id = ?",
  )
    .bind(threadId)
    .all();
  expect(results).toEqual([{ user_id: ada.userId, rating: "good", word: "newer" }]);
});

test("a thread shows each reader their own rating, also in the list of versions; a guest sees none", async () => {
  const { ada, bob, threadId, question, answer } = await createScene();
  await rate(bob, threadId, question, { rating: "bad" });
  const ratings = async (query: string, token?: string) =>
    (await call("GET", `/v1/threads/${threadId}${query}`, { token })).body.data.messages.map(
      ({ ownRating }: any) => ownRating,
    );
  expect(await ratings("", bob.token)).toEqual(["", "bad"]);
  expect(await ratings("", ada.token)).toEqual(["", ""]);
  const { publicToken } = await makeLink(ada, threadId);
  expect(await ratings(`?publicAccessToken=${publicToken}`)).toEqual(["", ""]);
  await askAgain(ada, threadId, question);
  expect(await ratings("", bob.token)).toEqual(["", ""]);
  await rate(ada, threadId, question, { rating: "good", answerId: answer });
  const path = `/v1/threads/${threadId}/messages/${question}/answers`;
  const { records } = (await call("GET", path, { token: ada.token })).body.data;
  expect(records.map(({ message, rating }: any) => [message.ownRating, rating])).toEqual([
    ["good", "good"],
    ["", ""],
  ]);
  await rate(bob, threadId, question, { rating: "none", answerId: answer });
  expect(await ratings("", bob.token)).toEqual(["", ""]);
});
