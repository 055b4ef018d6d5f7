import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call, rawCall } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import {
  makeLink,
  openEvents,
  sendMessage,
  startThread,
  type ThreadListener,
} from "../../support/http/threads.ts";

const ENGINE =
  "The Analytical Engine was designed by Charles Babbage in 1837. It was never finished, for want of money.\n";

const endOf = (listener: ThreadListener): any =>
  listener.frames.find((frame) => frame.textV1?.isDone === true)?.textV1;

test("an answer's last frame contains each citation completely for members and guests, like the thread", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, ENGINE, { name: "engine.txt" });
  const threadId = await startThread(ada, ada.personalId);
  const { publicToken } = await makeLink(ada, threadId);
  const member = await openEvents(threadId, {}, { authorization: `Bearer ${ada.token}` });
  const guest = await openEvents(threadId, { publicAccessToken: publicToken });
  await sendMessage(ada, threadId, "Who designed the Analytical Engine?");
  await Promise.all(
    [member, guest].map(({ until }) =>
      until((frames) => frames.some((frame) => frame.textV1?.isDone === true)),
    ),
  );
  const told = endOf(member).provenance.citations;
  expect(told.length).toBeGreaterThan(0);
  expect(endOf(guest).provenance.citations).toEqual(told);
  const { body } = await call("getThread", { token: ada.token, params: { threadID: threadId } });
  const kept = body.data.knowledgeProvenance.citations;
  const text = await (await rawCall("GET", `/v1/assets/${assetId}/text`, { token: ada.token })).text();
  told.forEach(({ id, displayName, ...citation }: any, position: number) => {
    expect({
      displayName,
      assetId: citation.assetId,
      ordinal: citation.ordinal,
      support: citation.support,
    }).toEqual({
      displayName: "engine.txt",
      assetId,
      ordinal: position + 1,
      support: "quoted",
    });
    expect(kept[id]).toMatchObject(citation);
    expect(text.slice(citation.start, citation.end)).toBe(citation.quote);
  });
  expect(told.map(({ id }: any) => id).toSorted()).toEqual(Object.keys(kept).toSorted());
});
