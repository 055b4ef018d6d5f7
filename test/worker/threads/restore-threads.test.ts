import { evictDurableObject } from "cloudflare:test";
import { afterEach, expect, test } from "vitest";
import { runAllJobs, restore, tombstone } from "../../support/http/tombstone.ts";
import { testEnv } from "../../support/setup/env.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { makeLink, openEvents, sendMessage, startThread } from "../../support/http/threads.ts";
import { createCollection } from "../../support/http/create-collection.ts";

afterEach(runAllJobs);

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

test("a room closes members and guests of a deleted thread with 4403, even after a sleep, and they may return after restoring", async () => {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const threadId = await startThread(ada, home);
  const { publicToken } = await makeLink(ada, threadId);
  const listen = async () => [
    await openEvents(threadId, {}, bearer(ada)),
    await openEvents(threadId, { publicAccessToken: publicToken }),
  ];
  const listeners = await listen();
  await evictDurableObject(testEnv.THREAD_ROOM.getByName(threadId));
  await tombstone(ada, "thread", [threadId]);
  expect(await Promise.all(listeners.map(({ closed }) => closed))).toEqual([4403, 4403]);
  const refused = await listen();
  expect(await Promise.all(refused.map(({ closed }) => closed))).toEqual([4404, 4404]);
  await restore(ada, "thread", [threadId]);
  const again = await listen();
  await sendMessage(ada, threadId, "A remark.", { messageKind: "textV1" });
  await Promise.all(again.map(({ until }) => until((frames) => frames.some((frame) => "textV1" in frame))));
  for (const { socket } of again) socket.close();
});
