/**
 * Promise: Guests of a public link see authors under pseudonyms of that thread, in answers, frames and
 * replays. Attack: Messages and frames for guests contained the account ids of their authors. The ids were
 * the same in every shared thread.
 */
import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { type Id, idToBytes, SERVICE_USER_ID } from "../../src/domain/ids.ts";
import { addReadyAsset } from "../support/http/assets.ts";
import { testEnv } from "../support/setup/env.ts";
import { call } from "../support/http/call.ts";
import { type Person, signUp } from "../support/http/person.ts";
import type { Frame } from "../support/http/room-frames.ts";
import {
  endLink,
  makeLink,
  openEvents,
  sendMessage,
  startThread,
  type ThreadListener,
} from "../support/http/threads.ts";
import { createCollection, share } from "../support/http/create-collection.ts";

const bytesOf = (id: string): number[] => idToBytes(id as Id);
const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/**
 * Creates a thread in which Ada asks and renames and Bob remarks, and waits until the log holds all of it.
 */
async function createTalk(ada: Person, bob: Person, home: string) {
  const threadId = await startThread(ada, home, { label: "Engines" });
  const member = await openEvents(threadId, {}, bearer(ada));
  await sendMessage(ada, threadId, "Who designed the Analytical Engine?");
  await sendMessage(bob, threadId, "It was Babbage.", { messageKind: "textV1" });
  member.socket.send(JSON.stringify({ renameThreadV1: { label: "The engine" } }));
  await member.until((frames) => frames.some((frame) => "renameThreadV1" in frame));
  return { threadId, ...(await makeLink(ada, threadId)) };
}

async function createScene() {
  const [ada, bob, eve] = [await signUp(), await signUp("bob"), await signUp("eve")];
  const home = await createCollection(ada, ada.rootId, "Home");
  await share(ada, home, bob, ["chat"]);
  await addReadyAsset(ada, home, "The Analytical Engine was designed by Charles Babbage in 1837.\n");
  return { ada, bob, eve, home, talk: await createTalk(ada, bob, home) };
}

async function view(threadId: string, publicToken: string, token?: string) {
  return (await call("GET", `/v1/threads/${threadId}?publicAccessToken=${publicToken}`, { token })).body.data;
}

/** The pseudonyms of Ada, Bob and the service in the thread's messages. */
const authorsOf = (data: any): number[][] => {
  const [asked, answered, remarked] = data.messages;
  return [asked.createdBy, remarked.createdBy, answered.createdBy];
};

async function replayOf(threadId: string, publicToken: string, headers = {}): Promise<ThreadListener> {
  const listener = await openEvents(threadId, { publicAccessToken: publicToken, since: "0" }, headers);
  await listener.until((frames) => frames.some((frame) => "renameThreadV1" in frame));
  return listener;
}

/** The author of the frame with this text, or of the rename. */
function authorOf(frames: readonly Frame[], text: string | null): readonly number[] | undefined {
  for (const { textV1, renameThreadV1 } of frames as readonly any[]) {
    if (text === null ? renameThreadV1 !== undefined : textV1?.parts?.includes(text))
      return (textV1 ?? renameThreadV1).createdBy;
  }
  return undefined;
}

function expectNobody(shown: unknown, people: readonly Person[]): void {
  const text = JSON.stringify(shown);
  const names = people.flatMap(({ userId }) => [userId, bytesOf(userId).join()]);
  expect(names.filter((name) => text.includes(name))).toEqual([]);
}

test("messages, records and the thread show authors under pseudonyms, and the thread shows its creation time", async () => {
  const { ada, bob, eve, talk } = await createScene();
  const data = await view(talk.threadId, talk.publicToken);
  const [asAda, asBob, service] = authorsOf(data);
  expectNobody(data, [ada, bob, eve]);
  expect(service).toEqual(bytesOf(SERVICE_USER_ID));
  expect(new Set([asAda, asBob, service].map(String)).size).toBe(3);
  for (const id of [asAda, asBob]) expect(id).toHaveLength(16);
  for (const { createdBy, metadata } of data.messages)
    expect({ createdBy: metadata.createdBy, modifiedBy: metadata.modifiedBy }).toEqual({
      createdBy,
      modifiedBy: createdBy,
    });
  const whole = (await call("GET", `/v1/threads/${talk.threadId}`, { token: ada.token })).body.data;
  expect({ createdAt: data.metadata.createdAt, createdBy: data.metadata.createdBy }).toEqual({
    createdAt: whole.metadata.createdAt,
    createdBy: asAda,
  });
  expect(data.messages.map((each: any) => each.metadata.createdAt)).toEqual(
    whole.messages.map((each: any) => each.metadata.createdAt),
  );
});

test("live frames, replays, replays after hibernation and frames for a signed-in stranger use the same pseudonyms", async () => {
  const { ada, bob, eve, talk } = await createScene();
  const [asAda, asBob, service] = authorsOf(await view(talk.threadId, talk.publicToken));
  expect(authorsOf(await view(talk.threadId, talk.publicToken, eve.token))).toEqual([asAda, asBob, service]);
  for (const [words, headers] of [
    ["Once more.", {}],
    ["And again.", bearer(eve)],
  ] as const) {
    const { frames, until } = await replayOf(talk.threadId, talk.publicToken, headers);
    expect({
      authorOfFrames: authorOf(frames, null),
      authorOfFramesItWasBabbage: authorOf(frames, "It was Babbage."),
    }).toEqual({
      authorOfFrames: asAda,
      authorOfFramesItWasBabbage: asBob,
    });
    await evictDurableObject(testEnv.THREAD_ROOM.getByName(talk.threadId));
    await sendMessage(bob, talk.threadId, words, { messageKind: "textV1" });
    await until((all) => authorOf(all, words) !== undefined);
    expect(authorOf(frames, words)).toEqual(asBob);
    expectNobody(frames, [ada, bob, eve]);
  }
});

test("a new link of the thread shows the same pseudonyms, and another thread shows others", async () => {
  const { ada, bob, eve, home, talk } = await createScene();
  const before = authorsOf(await view(talk.threadId, talk.publicToken));
  await endLink(ada, talk.threadId, talk.tokenId);
  const { publicToken } = await makeLink(ada, talk.threadId);
  expect(authorsOf(await view(talk.threadId, publicToken))).toEqual(before);
  const other = await createTalk(ada, bob, home);
  const elsewhere = authorsOf(await view(other.threadId, other.publicToken));
  const both = [...before.slice(0, 2), ...elsewhere.slice(0, 2)];
  expect(new Set(both.map(String)).size).toBe(4);
  expectNobody(both, [ada, bob, eve]);
});

test("rejections of a guest's frames name no user", async () => {
  const { ada, bob, eve, talk } = await createScene();
  const guest = await openEvents(talk.threadId, { publicAccessToken: talk.publicToken });
  guest.socket.send(JSON.stringify({ textV1: { parts: ["Hello."] } }));
  await guest.until((frames) => frames.length > 0);
  expect(guest.frames[0]).toMatchObject({ error: { code: "permission_denied" } });
  expectNobody(guest.frames, [ada, bob, eve]);
});
