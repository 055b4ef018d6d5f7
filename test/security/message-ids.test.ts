/**
 * Promise: A client's message id is unique in its thread alone, so messages of other threads neither block it
 * nor show. Attack: Message ids were unique in the whole service. `already_exists` revealed that another
 * thread held the id, and the first user of an id blocked all others.
 */
import { expect, test } from "vitest";
import { idFromBytes, idToBytes, newId } from "../../src/domain/ids.ts";
import { call } from "../support/http/call.ts";
import { type Person, signUp } from "../support/http/person.ts";
import {
  makeLink,
  openEvents,
  sendMessage,
  startThread,
  type ThreadListener,
} from "../support/http/threads.ts";

const textId = (bytes: unknown): string => idFromBytes("msg", bytes as number[]);

interface Scene {
  readonly person: Person;
  readonly threadId: string;
  readonly socket: ThreadListener;
}

async function open(name: string): Promise<Scene> {
  const person = await signUp(name);
  const threadId = await startThread(person, person.personalId);
  return {
    person,
    threadId,
    socket: await openEvents(threadId, {}, { authorization: `Bearer ${person.token}` }),
  };
}

/** Sends the frame and waits for its event or its rejection. */
async function send({ socket }: Scene, frame: object): Promise<string> {
  const known = socket.frames.length;
  socket.socket.send(JSON.stringify(frame));
  const isOver = (frames: readonly any[]): boolean =>
    frames.slice(known).some((each) => each.error !== undefined || isLast(frame, each));
  await socket.until(isOver);
  return socket.frames.slice(known).flatMap((each: any) => each.error?.code ?? [])[0] ?? "told";
}

const isLast = (sent: object, heard: any): boolean =>
  "promptV2" in sent ? heard.textV1?.isDone === true : Object.keys(sent)[0]! in heard;

async function read({ person, threadId }: Scene, query = ""): Promise<any[]> {
  const { body } = await call("GET", `/v1/threads/${threadId}${query}`, { token: person.token });
  return body.data.messages;
}

test("two threads of different users hold messages with the same id", async () => {
  const [ada, mallory] = [await open("ada"), await open("mallory")];
  const messageId = newId("msg");
  for (const [scene, prompt] of [
    [mallory, "Is it taken?"],
    [ada, "When does it open?"],
  ] as const) {
    expect(await send(scene, { promptV2: { messageId, prompt } })).toBe("told");
    const [question, answer] = await read(scene);
    expect({
      textId: textId(question.id),
      content: question.content,
      transformationCount: question.transformations.length,
    }).toEqual({
      textId: messageId,
      content: prompt,
      transformationCount: 1,
    });
    expect(textId(answer.inReplyTo)).toBe(messageId);
    expect((await read(scene, `?messagesBefore=${textId(answer.id)}`)).map(({ content }) => content)).toEqual(
      [prompt],
    );
  }
});

test.each([
  ["a text message", (messageId: string) => ({ textV1: { messageId, parts: ["Hello"] } })],
  ["a rename", (messageId: string) => ({ renameThreadV1: { messageId, label: "Harbour" } })],
  [
    "a change of the knowledge",
    (messageId: string) => ({ knowledgeChangeV1: { messageId, knowledge: { world: true } } }),
  ],
  [
    "a campaign",
    (messageId: string) => ({
      promptCampaignV2: {
        messageId,
        transformationId: newId("inter"),
        prompt: "Why?",
        model: "",
        scope: null,
      },
    }),
  ],
])(
  "%s may reuse the id of another thread's message or change, over HTTP and over a socket",
  async (_, frameOf) => {
    const [ada, mallory] = [await open("ada"), await open("mallory")];
    const posted = textId(
      (await sendMessage(ada.person, ada.threadId, "A secret", { messageKind: "textV1" })).messages[0].id,
    );
    const [sent, changed] = [newId("msg"), newId("msg")];
    await send(ada, { textV1: { messageId: sent, parts: ["Another one"] } });
    await send(ada, { knowledgeChangeV1: { messageId: changed, knowledge: { world: true } } });
    for (const id of [posted, sent, changed]) expect(await send(mallory, frameOf(id))).toBe("told");
  },
);

test("within a thread a repeated id is a resend if the message is equal, and otherwise the service rejects it", async () => {
  const ada = await open("ada");
  const [messageId, changed] = [newId("msg"), newId("msg")];
  await send(ada, { promptV2: { messageId, prompt: "Why?" } });
  await send(ada, { knowledgeChangeV1: { messageId: changed, knowledge: { world: true } } });
  const [, answer] = await read(ada);
  ada.socket.socket.send(JSON.stringify({ promptV2: { messageId, prompt: "Why?" } }));
  for (const id of [messageId, changed, textId(answer.id)]) {
    expect(await send(ada, { textV1: { messageId: id, parts: ["Something else"] } })).toBe("already_exists");
  }
  expect(await send(ada, { knowledgeChangeV1: { messageId, knowledge: { world: false } } })).toBe(
    "already_exists",
  );
  expect(await read(ada)).toHaveLength(2);
});

test("a link up to a message resolves the id in its own thread only", async () => {
  const [ada, mallory] = [await open("ada"), await open("mallory")];
  const messageId = newId("msg");
  await send(mallory, { textV1: { messageId, parts: ["mine"] } });
  const elsewhere = {
    threadId: ada.threadId,
    messageId: [...idToBytes(messageId)],
    shareMethod: "link",
    shareTo: [],
  };
  const refused = await call("POST", `/v1/threads/${ada.threadId}/share`, {
    token: ada.person.token,
    body: elsewhere,
  });
  expect(refused.body.code).toBe("not_found");
  for (const [id, word] of [
    [newId("msg"), "one"],
    [messageId, "two"],
    [newId("msg"), "three"],
  ] as const) {
    await send(ada, { textV1: { messageId: id, parts: [word] } });
  }
  const { publicToken } = await makeLink(ada.person, ada.threadId, { messageId });
  const guest = await call("GET", `/v1/threads/${ada.threadId}?publicAccessToken=${publicToken}`);
  expect(guest.body.data.messages.map((message: any) => message.content)).toEqual(["one", "two"]);
  const [link] = (await call("GET", `/v1/threads/${ada.threadId}`, { token: ada.person.token })).body.data
    .permanentShareToken;
  expect(textId(link.messageId)).toBe(messageId);
});
