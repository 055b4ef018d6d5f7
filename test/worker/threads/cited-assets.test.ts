import { expect, test } from "vitest";
import { addReadyAsset } from "../../support/http/assets.ts";
import { call } from "../../support/http/call.ts";
import { signUp } from "../../support/http/person.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";

const ENGINE =
  "The Analytical Engine was designed by Charles Babbage in 1837. It was never finished, for want of money.\n";

test("a citation increments the cited asset's version once for each answer, and keeps its modification time", async () => {
  const ada = await signUp();
  const cited = await addReadyAsset(ada, ada.personalId, ENGINE);
  const other = await addReadyAsset(ada, ada.personalId, "Marmalade is made of oranges.");
  const read = async (assetId: string) =>
    (await call("getAsset", { token: ada.token, params: { assetID: assetId } })).body.data;
  const [before, otherBefore] = [await read(cited), await read(other)];
  const threadId = await startThread(ada, ada.personalId);
  await sendMessage(ada, threadId, "Who designed the Analytical Engine?");
  const after = await read(cited);
  expect([before.metadata.lastReferencedAt ?? null, after.version]).toEqual([null, before.version + 1]);
  expect([after.etag === before.etag, after.metadata.modifiedAt]).toEqual([
    false,
    before.metadata.modifiedAt,
  ]);
  expect(await read(other)).toMatchObject({ version: otherBefore.version, etag: otherBefore.etag });
});
