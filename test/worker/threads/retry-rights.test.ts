import { afterEach, expect, test, vi } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { makeLink, sendMessage, startThread } from "../../support/http/threads.ts";
import {
  askAgain,
  chooseAnswer,
  answerVersionRows,
  messagesShownIn,
} from "../../support/http/answer-versions.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";

const QUESTION = "Who designed the Analytical Engine, and who helped?";
const FIRST = "The Analytical Engine was designed by Charles Babbage in 1837.\n";

afterEach(() => {
  vi.restoreAllMocks();
});

const citationsOf = (thread: any, messageId: string): string[] =>
  Object.entries<any>(thread.knowledgeProvenance.citations).flatMap(([id, cited]) =>
    cited.messageId === messageId ? [id] : [],
  );

test("a retry uses the caller's own rights, even if somebody else asked first", async () => {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  const home = await createCollection(ada, ada.rootId, "Home");
  const secret = await createCollection(ada, ada.rootId, "Secret");
  await addReadyAsset(ada, secret, FIRST, { name: "engine.txt" });
  await share(ada, home, bob, ["chat"]);
  const threadId = await startThread(ada, home, { collectionIds: [secret] });
  const [question, answer] = messagesShownIn(await sendMessage(ada, threadId, QUESTION));
  expect(answer.content).toContain("Babbage");
  const byBob = await askAgain(bob, threadId, question.id);
  expect({
    status: byBob.status,
    citations: citationsOf(byBob.body.data, messagesShownIn(byBob.body.data)[1].id),
  }).toEqual({
    status: 200,
    citations: [],
  });
  expect(messagesShownIn(byBob.body.data)[1].content).not.toContain("Babbage");
  expect((await answerVersionRows(threadId)).map(({ askedBy }) => askedBy)).toEqual([null, null, bob.userId]);
  expect(messagesShownIn((await askAgain(ada, threadId, question.id)).body.data)[1].content).toContain(
    "Babbage",
  );
  expect((await askAgain(eve, threadId, question.id)).body.code).toBe("not_found");
  await call("modifyCollectionPermissions", {
    token: ada.token,
    body: { collectionId: home, userId: bob.userId, actions: ["read"] },
  });
  for (const each of [
    askAgain(bob, threadId, question.id),
    chooseAnswer(bob, threadId, question.id, answer.id),
  ])
    expect((await each).body.code).toBe("permission_denied");
  const { publicToken } = await makeLink(ada, threadId);
  const asGuest = `/v1/threads/${threadId}/messages/${question.id}/answer?publicAccessToken=${publicToken}`;
  expect((await call("POST", asGuest)).body.code).toBe("unauthenticated");
});
