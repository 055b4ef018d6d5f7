import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { tombstone } from "../../support/http/tombstone.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { makeLink, openEvents, sendMessage, startThread } from "../../support/http/threads.ts";

const TEXT =
  "The harbour hall is open on Sundays.\n\nThe gannet tower was designed by Ada Byron, and she never saw it.\n";
const SAID = "Is the harbour hall open on Sundays?";
const NOT_SAID = "Who designed the gannet tower?";

test("an answer includes the short form of its first quote for members and guests, in frame and thread, until its deletion", async () => {
  const ada = await signUp();
  const assetId = await addReadyAsset(ada, ada.personalId, TEXT);
  const threadId = await startThread(ada, ada.personalId);
  await sendMessage(ada, threadId, SAID);
  await sendMessage(ada, threadId, NOT_SAID);
  const { publicToken } = await makeLink(ada, threadId);

  const listener = await openEvents(threadId, { since: "0" }, { authorization: `Bearer ${ada.token}` });
  const ended = () => listener.frames.filter((frame) => frame.textV1?.isDone === true);
  await expect.poll(() => ended().length).toBe(2);
  expect(ended().map((frame) => frame.textV1!.provenance.lead)).toEqual(["Yes", ""]);

  const shown = async (query = "", token?: string) => {
    const { body } = await call("GET", `/v1/threads/${threadId}${query}`, { token });
    return body.data.messages.map(({ lead }: { lead: string }) => lead);
  };
  expect(await shown("", ada.token)).toEqual(["", "Yes", "", ""]);
  expect(await shown(`?publicAccessToken=${publicToken}`)).toEqual(["", "Yes", "", ""]);
  const [question] = (await call("GET", `/v1/threads/${threadId}`, { token: ada.token })).body.data.messages;
  const questionId = idFromBytes("msg", question.id);
  const { body } = await call("GET", `/v1/threads/${threadId}/messages/${questionId}/answers`, {
    token: ada.token,
  });
  expect(body.data.records.map((record: any) => record.message.lead)).toEqual(["Yes"]);

  await tombstone(ada, "asset", [assetId]);
  expect(await shown("", ada.token)).toEqual(["", "", "", ""]);
});
