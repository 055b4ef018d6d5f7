import { expect, test } from "vitest";
import { type Id, idToBytes, SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import { stopAnswer } from "../../support/http/answer-versions.ts";
import { call } from "../../support/http/call.ts";
import { createCollection, share } from "../../support/http/create-collection.ts";
import { signUp } from "../../support/http/person.ts";
import { makeLink, startThread } from "../../support/http/threads.ts";
import { askNobody } from "../../support/rows/ask-nobody.ts";
import { testEnv } from "../../support/setup/env.ts";

test("a message has its state and the user who stopped it, also in the list of versions; a guest sees a pseudonym", async () => {
  const [ada, bob] = [await signUp(), await signUp("bob")];
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["chat"]);
  const threadId = await startThread(ada, home);
  const messageId = await askNobody({ threadId, userId: ada.userId });
  const { publicToken } = await makeLink(ada, threadId);
  const path = `/v1/threads/${threadId}`;
  const states = async (query = "", token?: string) =>
    (await call("GET", `${path}${query}`, { token })).body.data.messages.map(({ state, stoppedBy }: any) => [
      state,
      stoppedBy,
    ]);
  expect(await states("", ada.token)).toEqual([
    ["done", null],
    ["pending", null],
  ]);
  const { data } = (await stopAnswer(bob, threadId, messageId)).body;
  const stopped = ["cancelled", idToBytes(bob.userId as Id)];
  expect(data.messages.map(({ state, stoppedBy }: any) => [state, stoppedBy])).toEqual([
    ["done", null],
    stopped,
  ]);
  expect(Object.keys(data.people)).toContain(bob.userId);
  const listed = await call("GET", `${path}/messages/${messageId}/answers`, { token: ada.token });
  expect([listed.body.data.records[0].message.stoppedBy, Object.keys(listed.body.data.people)]).toEqual([
    stopped[1],
    [ada.userId, bob.userId].toSorted(),
  ]);
  const [, [state, pseudonym]] = await states(`?publicAccessToken=${publicToken}`);
  expect([state, pseudonym.length]).toEqual(["cancelled", 16]);
  expect(pseudonym).not.toEqual(stopped[1]);
  await testEnv.DB.prepare("UPDATE messages SET modified_by = ? WHERE in_reply_to = ?")
    .bind(SERVICE_USER_ID, messageId)
    .run();
  expect((await states("", ada.token))[1]).toEqual(["cancelled", null]);
});
