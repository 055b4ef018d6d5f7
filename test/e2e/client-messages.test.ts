/** What the client library sends and asks, against the built service. */
import { beforeAll, describe, expect, test } from "vitest";
import { FrameRefused, newId } from "../../client/src/index.ts";
import { createCollection, getThread } from "../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { type RemoteUser, share, signUp, startThread } from "../support/client.ts";
import { QUESTION, createClientScene, upTo } from "../support/client-scene.ts";
import { ReceivedFrames } from "../support/received-frames.ts";
import { sharedService } from "../support/shared-service.ts";

const BACKOFF = { baseMs: 50, maxMs: 1_000 };

const service = sharedService();
let ada: RemoteUser;
let bob: RemoteUser;
let sharedId: string;

beforeAll(async () => {
  ({ ada, bob, sharedId } = await createClientScene(service));
});

const textMessage = (words: string) => ({ textV1: { parts: [words] } });

async function contents(threadId: string): Promise<string[]> {
  return (await getThread(ada.api, threadId)).messages.map(({ content }) => content);
}

describe("what is sent", () => {
  test.each([
    ["without words", { promptV2: { prompt: "" } }, "invalid_argument"],
    ["larger than a frame may be", { promptV2: { prompt: "?".repeat(256 * 1024) } }, "invalid_argument"],
    ["for another thread", { textV1: { parts: ["Hello"], threadId: newId("thread") } }, "invalid_argument"],
  ] as const)("%s is refused, and nothing else", async (_what, event, code) => {
    const threadId = await startThread(ada, sharedId);
    const connection = ada.api.openThread(threadId);
    const messageId = newId("msg");
    const [kind, fields] = Object.entries(event)[0] ?? [];
    const sent = connection.send({ [String(kind)]: { ...fields, messageId } } as typeof event);
    const good = connection.send(textMessage("Hello"));
    await expect(sent).rejects.toMatchObject({ name: "FrameRefused", code, messageId });
    expect(await good).toMatchObject({ seq: 1 });
    connection.close();
  });

  test("by somebody who may only read is refused", async () => {
    const threadId = await startThread(ada, sharedId);
    const dan = await signUp(service, "dan");
    await share(ada, sharedId, dan, ["read"]);
    const connection = dan.api.openThread(threadId);
    await expect(connection.send(textMessage("Hello"))).rejects.toThrow(FrameRefused);
    connection.close();
  });

  test("again under its id, after its event was heard by another, is known to be stored; other words under it are refused", async () => {
    const threadId = await startThread(ada, sharedId);
    const event = { textV1: { parts: ["Hello"], messageId: newId("msg") } };
    const before = ada.api.openThread(threadId);
    expect(await before.send(event)).toEqual({ messageId: event.textV1.messageId, seq: 1 });
    before.close();
    const outbox = { pause: BACKOFF, maxFailures: 20, silenceMs: 100 };
    const connection = ada.api.openThread(threadId, { outbox });
    expect(await connection.send(event)).toEqual({ messageId: event.textV1.messageId, seq: null });
    const other = { textV1: { ...event.textV1, parts: ["Goodbye"] } };
    await expect(connection.send(other)).rejects.toMatchObject({ code: "already_exists" });
    expect(await contents(threadId)).toEqual(["Hello"]);
    connection.close();
  });

  test("as a campaign is acknowledged or refused frame by frame, and is one message with an answer each", async () => {
    const threadId = await startThread(ada, sharedId);
    const connection = ada.api.openThread(threadId, { since: 0 });
    const heard = new ReceivedFrames(connection);
    const messageId = newId("msg");
    const ask = async (model: string) => await connection.send({ promptCampaignV2: { prompt: QUESTION, messageId, model } });
    const [first, refused, second] = await Promise.allSettled([ask(""), ask("no-such-model"), ask("extractive")]);
    expect([first, second]).toMatchObject([{ value: { messageId, seq: 1 } }, { value: { messageId } }]);
    expect(refused).toMatchObject({ reason: { code: "invalid_argument", messageId } });
    const frames = await heard.untilAnswers(2);
    expect(frames.filter(({ promptCampaignV2 }) => promptCampaignV2 !== undefined).length).toBe(2);
    expect((await getThread(ada.api, threadId)).messages.map(({ kind }) => kind)).toEqual(["promptV2", "textV1", "textV1"]);
    connection.close();
  });

  test("as a change of the knowledge is acknowledged, also when it is sent again", async () => {
    const threadId = await startThread(ada, sharedId);
    const otherId = await createCollection(ada.api, sharedId, "More");
    const connection = ada.api.openThread(threadId);
    const knowledge = { organizationContext: { added: [otherId] } };
    const change = { knowledgeChangeV1: { knowledge, messageId: newId("msg") } };
    expect([await connection.send(change), await connection.send(change)]).toMatchObject([{ seq: 1 }, { seq: 2 }]);
    expect((await getThread(ada.api, threadId)).collectionIDs.map((id) => idFromBytes("col", id))).toEqual([sharedId, otherId]);
    connection.close();
  });

  test("at once and more than the thread's queue holds is all stored, in time", async () => {
    const threadId = await startThread(ada, sharedId);
    const connection = ada.api.openThread(threadId);
    const questions = upTo(80).map((number) => `${QUESTION} (${number})`);
    const acknowledged = await Promise.all(questions.map(async (prompt) => await connection.send({ promptV2: { prompt } })));
    expect(new Set(acknowledged.map(({ seq }) => seq)).size).toBe(questions.length);
    const prompts = (await getThread(ada.api, threadId)).messages.filter(({ kind }) => kind === "promptV2");
    expect(prompts.map(({ content }) => content).toSorted()).toEqual(questions.toSorted());
    connection.close();
  });
});

describe("an answer", () => {
  test("comes in parts, which are what the thread then holds, with what it rests on; several questions at once get each its own", async () => {
    const threadId = await startThread(ada, sharedId);
    const connection = ada.api.openThread(threadId);
    const beside = bob.api.openThread(threadId);
    const asked = [connection.ask(QUESTION), beside.ask("What is the capital of Australia?"), connection.ask(`${QUESTION} Really?`)];
    const texts = await Promise.all(
      asked.map(async ({ answer }) => {
        let text = "";
        for await (const part of answer) text += part;
        return text;
      }),
    );
    const finals = await Promise.all(asked.map(async ({ answer }) => await answer.final));
    expect(texts).toEqual(finals.map(({ text }) => text));
    const { messages, knowledgeProvenance } = await getThread(ada.api, threadId);
    for (const [position, { messageId }] of asked.entries()) {
      const answer = messages.find(({ inReplyTo }) => inReplyTo !== null && idFromBytes("msg", inReplyTo) === messageId);
      expect([idFromBytes("msg", answer?.id ?? []), answer?.content]).toEqual([finals[position]?.messageId, finals[position]?.text]);
    }
    const cited = finals.map(({ provenance }) => provenance?.scoped.citations.map((id) => idFromBytes("cite", id)) ?? []);
    expect(cited.flat().toSorted()).toEqual(Object.keys(knowledgeProvenance.citations).toSorted());
    expect(texts[1]).toBe("Nothing in the documents in scope answers this.");
    for (const each of [connection, beside]) each.close();
  });

  test("to a question that is refused is none", async () => {
    const connection = ada.api.openThread(await startThread(ada, sharedId));
    const { acknowledged, answer } = connection.ask("");
    await expect(acknowledged).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(answer.final).rejects.toMatchObject({ code: "invalid_argument" });
    connection.close();
  });
});
