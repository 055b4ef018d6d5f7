/** The client library's methods for answers and deleted items, over real HTTP. */
import { beforeAll, expect, test } from "vitest";
import { ApiError, createClient, type KnowledgeClient } from "../../client/src/index.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { type RemoteUser, signUp, startThread } from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const service = sharedService();
let ada: RemoteUser;
let client: KnowledgeClient;

beforeAll(async () => {
  ada = await signUp(service, "answers-ada");
  client = createClient({ origin: service.url, token: await service.token(ada.email) });
});

async function ask(threadID: string): Promise<string> {
  const body = {
    messageContent: "What is there?",
    messageKind: "promptV2" as const,
    recipients: [],
    threadId: threadID,
  };
  const { data } = await client.request("POST", "/v1/threads/{threadID}/messages", {
    params: { threadID },
    body,
  });
  return idFromBytes("msg", data.messages[0]!.id);
}

test("the client lists, chooses and rates the versions of an answer, and cannot stop a finished answer", async () => {
  const threadID = await startThread(ada, ada.workspace.personalId);
  const messageID = await ask(threadID);
  const answers = client.answers(threadID);
  const answered = await answers.askAgain(messageID);
  expect(answered.messages.map(({ answerVersions }) => answerVersions)).toContain(2);
  const { records } = await answers.versions(messageID, { limit: 10 });
  expect(records.map(({ isShown }) => isShown)).toEqual([false, true]);
  await answers.choose(messageID, idFromBytes("msg", records[0]!.message.id));
  expect((await answers.versions(messageID)).records.map(({ isShown }) => isShown)).toEqual([true, false]);
  await answers.rate(messageID, { rating: "bad", word: "It says nothing." });
  expect((await answers.stop(messageID)).messages).toHaveLength(2);
  const refused = await answers.choose(messageID, messageID).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ApiError);
});

test("the client deletes and restores threads and assets", async () => {
  const threadID = await startThread(ada, ada.workspace.personalId);
  const read = async () =>
    (await client.request("GET", "/v1/threads/{threadID}", { params: { threadID } })).code;
  await client.deleteThreads([threadID]);
  await expect(read()).rejects.toThrow(ApiError);
  await client.restoreThreads([threadID]);
  expect(await read()).toBe("ok");
  const place = {
    collectionID: ada.workspace.personalId,
    organizationContext: ada.workspace.organizationContext,
  };
  const body = {
    ...place,
    contentType: "text/plain",
    creationMethod: "upload",
    originalFileName: "letter.txt",
  } as const;
  const assetID = idFromBytes("asset", (await client.request("POST", "/v1/assets", { body })).data.id);
  const look = async () =>
    (await client.request("GET", "/v1/assets/{assetID}", { params: { assetID } })).code;
  await client.deleteAssets([assetID]);
  await expect(look()).rejects.toThrow(ApiError);
  await client.restoreAssets([assetID]);
  expect(await look()).toBe("ok");
});
