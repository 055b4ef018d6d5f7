import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { type Id, idToBytes, newId } from "../../../src/domain/ids.ts";
import { EVENT_EXAMPLES } from "../../../src/http/wire/threads/event-examples.ts";
import { textFrame } from "../../../src/thread-room/protocol/text-frame.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { testEnv } from "../../support/setup/env.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import {
  makeLink,
  openEvents,
  sendMessage,
  startThread,
  type ThreadListener,
} from "../../support/http/threads.ts";
import { createCollection } from "../../support/http/create-collection.ts";

const BYTES = /\[(?:\d{1,3},){15}\d{1,3}\]/;
const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });
const lastText = ({ frames }: ThreadListener): any => (frames.at(-1) as any).textV1;
const isOver = (frames: readonly any[]): boolean => frames.some((frame) => frame.textV1?.isDone === true);

async function scene() {
  const ada = await signUp();
  const home = await createCollection(ada, ada.rootId, "Home");
  const assetId = await addReadyAsset(
    ada,
    home,
    "The Analytical Engine was designed by Charles Babbage in 1837.\n",
  );
  return { ada, home, assetId, threadId: await startThread(ada, home) };
}

test("clients that request text ids receive no byte ids, live and on return, and other clients receive bytes", async () => {
  const { ada, home, assetId, threadId } = await scene();
  const [text, bytes] = await Promise.all([
    openEvents(threadId, { identifiers: "text" }, bearer(ada)),
    openEvents(threadId, {}, bearer(ada)),
  ]);
  await sendMessage(ada, threadId, "Who designed the Analytical Engine?");
  await Promise.all([text.until(isOver), bytes.until(isOver)]);
  expect(JSON.stringify(text.frames)).not.toMatch(BYTES);
  expect(text.frames).toEqual(bytes.frames.map((frame) => JSON.parse(textFrame(JSON.stringify(frame)))));
  const last = lastText(text);
  expect([last.threadId, last.organizationId, last.tenantId]).toEqual([
    threadId,
    ada.organizationId,
    ada.tenantId,
  ]);
  expect([last.provenance.scoped.collectionAssets, last.provenance.scoped.collectionReferenceIDs]).toEqual([
    [assetId],
    [home],
  ]);
  expect(last.provenance.scoped.citations).toEqual(last.provenance.citations.map(({ id }: any) => id));
  expect(lastText(bytes).threadId).toEqual(idToBytes(threadId as Id));
  const late = await openEvents(threadId, { identifiers: "text", since: "0" }, bearer(ada));
  await late.until(isOver);
  expect(late.frames).toEqual(text.frames);
  // A socket's id format survives the room's eviction.
  const heard = text.frames.length;
  await evictDurableObject(testEnv.THREAD_ROOM.getByName(threadId));
  await sendMessage(ada, threadId, "Thank you.", { messageKind: "textV1" });
  await text.until((frames) => frames.length > heard);
  expect(JSON.stringify(text.frames.at(-1))).not.toMatch(BYTES);
  for (const { socket } of [text, bytes, late]) socket.close();
});

test("guests who request text ids receive them too, with their authors' pseudonyms", async () => {
  const { ada, threadId } = await scene();
  const { publicToken } = await makeLink(ada, threadId);
  const guest = await openEvents(threadId, { identifiers: "text", publicAccessToken: publicToken });
  await sendMessage(ada, threadId, "A remark.", { messageKind: "textV1" });
  await guest.until((frames) => frames.length > 0);
  const { createdBy, threadId: told } = lastText(guest);
  expect(createdBy).toMatch(/^user_[0-7][0-9a-z]{25}$/);
  expect([told, createdBy === ada.userId]).toEqual([threadId, false]);
  guest.socket.close();
});

test("the service rejects an id format other than text or bytes", async () => {
  const { ada, threadId } = await scene();
  const refused = await openEvents(threadId, { identifiers: "hex" }, bearer(ada));
  expect(await refused.closed).toBe(4400);
});

test("every id in every kind of frame has a text form of its kind", () => {
  for (const event of Object.values(EVENT_EXAMPLES))
    expect(textFrame(JSON.stringify(event))).not.toMatch(BYTES);
  const asset = newId("asset");
  const change = {
    knowledge: { assetContext: { added: [idToBytes(asset)], removed: [] } },
    parts: ["1", "2"],
  };
  expect(JSON.parse(textFrame(JSON.stringify(change)))).toEqual({
    knowledge: { assetContext: { added: [asset], removed: [] } },
    parts: ["1", "2"],
  });
});
