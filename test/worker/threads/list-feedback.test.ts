import { expect, test } from "vitest";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { messagesShownIn } from "../../support/http/answer-versions.ts";
import { share } from "../../support/http/create-collection.ts";

const QUESTION = "Who designed the Analytical Engine?";

test("only owners read all feedback, by thread and rating, in pages, and the list omits a deleted thread's feedback", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  await share(ada, ada.rootId, bob, ["write", "share"]);
  const threads = [await startThread(ada, ada.personalId), await startThread(ada, ada.personalId)];
  const asked = [];
  for (const threadId of threads) {
    const [question, answer] = messagesShownIn(await sendMessage(ada, threadId, QUESTION));
    asked.push({ threadId, question: question.id, answer: answer.id });
    for (const [person, rating, word] of [
      [ada, "good", "Fine."],
      [bob, "bad", "Not so."],
    ] as const)
      await call("POST", `/v1/threads/${threadId}/messages/${question.id}/answer/feedback`, {
        token: person.token,
        body: { rating, word },
      });
  }
  const list = async (query = "", token = ada.token) =>
    await call("GET", `/v1/organizations/${ada.organizationId}/feedback${query}`, { token });
  const { status, trips, body } = await list();
  expect({ status, trips, count: body.data.pagination.count, truncated: body.data.truncated }).toEqual({
    status: 200,
    trips: 1,
    count: 4,
    truncated: false,
  });
  expect(body.data.records[0]).toMatchObject({
    userId: bob.userId,
    threadId: threads[1],
    messageId: asked[1]?.question,
    answerId: asked[1]?.answer,
    answerVersion: 1,
    rating: "bad",
    word: "Not so.",
  });
  const threadIds = async (query: string) =>
    (await list(query)).body.data.records.map(({ threadId, rating }: any) => [threadId, rating]);
  expect(await threadIds("?sort=modifiedAt&limit=1")).toEqual([[threads[0], "good"]]);
  expect(await threadIds("?rating=bad")).toEqual([
    [threads[1], "bad"],
    [threads[0], "bad"],
  ]);
  expect(await threadIds(`?threadId=${threads[0]}`)).toEqual([
    [threads[0], "bad"],
    [threads[0], "good"],
  ]);
  expect((await list("", bob.token)).body.code).toBe("permission_denied");
  const eve = await signUp("eve");
  expect((await list("", eve.token)).body.code).toBe("not_found");
  const elsewhere = await call(
    "GET",
    `/v1/organizations/${eve.organizationId}/feedback?threadId=${threads[0]}`,
    { token: eve.token },
  );
  expect(elsewhere.body.data.records).toEqual([]);
  await call("DELETE", "/v1/threads/tombstone", { token: ada.token, body: { threadIds: [threads[1]] } });
  expect((await list()).body.data.pagination.count).toBe(2);
});
