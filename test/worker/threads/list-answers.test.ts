import { expect, test } from "vitest";
import { idFromBytes, newId } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";
import { askAgain, chooseAnswer, messagesShownIn } from "../../support/http/answer-versions.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const QUESTION = "Who designed the Analytical Engine?";

test("the list contains every version with its requester, citations and selection, in pages, for all readers of the thread", async () => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["chat"]);
  await addReadyAsset(ada, home, "The Analytical Engine was designed by Charles Babbage in 1837.\n", {
    name: "engine.txt",
  });
  const threadId = await startThread(ada, home);
  const [question, first] = messagesShownIn(await sendMessage(ada, threadId, QUESTION));
  const second = messagesShownIn((await askAgain(bob, threadId, question.id)).body.data)[1];
  await chooseAnswer(ada, threadId, question.id, first.id);
  const path = `/v1/threads/${threadId}/messages/${question.id}/answers`;
  const list = async (query = "", token = bob.token) => await call("GET", `${path}${query}`, { token });
  const { status, trips, body } = await list();
  expect({ status, trips, count: body.data.pagination.count }).toEqual({ status: 200, trips: 1, count: 2 });
  const told = body.data.records.map(({ message, variant, isShown, state, askedBy, citations }: any) => {
    const asker = idFromBytes("user", askedBy);
    return [
      idFromBytes("msg", message.id),
      message.answerVersion,
      variant,
      isShown,
      state,
      asker,
      Object.keys(citations).length > 0,
    ];
  });
  expect(told).toEqual([
    [first.id, 1, 1, true, "done", ada.userId, true],
    [second.id, 2, 1, false, "done", bob.userId, true],
  ]);
  expect(body.data.records.map(({ message }: any) => message.content)).toEqual([
    first.content,
    second.content,
  ]);
  expect(Object.keys(body.data.people).toSorted()).toEqual([ada.userId, bob.userId].toSorted());
  const newest = (await list("?sort=-version&limit=1")).body.data;
  expect(Object.keys(newest.people)).toEqual([bob.userId]);
  expect({
    length: newest.records.length,
    idFromBytes: idFromBytes("msg", newest.records[0].message.id),
    hasNextPage: newest.pagination.hasNextPage,
  }).toEqual({ length: 1, idFromBytes: second.id, hasNextPage: true });
  expect((await list("?limit=0")).body.data).toMatchObject({ pagination: { count: 2 }, records: [] });
  expect((await list("", eve.token)).body.code).toBe("not_found");
  const other = `/v1/threads/${threadId}/messages/`;
  for (const id of [first.id, newId("msg")])
    expect((await call("GET", `${other}${id}/answers`, { token: ada.token })).body.code).toBe("not_found");
});
