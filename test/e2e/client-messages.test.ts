/** Messages and questions of the client library, against the built service. */
import { beforeAll, describe, expect, test } from "vitest";
import { FrameRefused, newId } from "../../client/src/index.ts";
import { createCollection, getThread } from "../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { type RemoteUser, share, signUp, startThread } from "../support/http/remote-user.ts";
import { QUESTION, createClientFixture, upTo } from "../support/fixtures/client-fixture.ts";
import { ReceivedFrames } from "../support/http/received-frames.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const BACKOFF = { baseMs: 50, maxMs: 1_000 };

const service = sharedService();
let ada: RemoteUser;
let bob: RemoteUser;
let sharedId: string;

beforeAll(async () => {
  ({ ada, bob, sharedId } = await createClientFixture(service));
});

const textMessage = (words: string) => ({ textV1: { parts: [words] } });

async function contents(threadId: string): Promise<string[]> {
  return (await getThread(ada.api, threadId)).messages.map(({ content }) => content);
}

describe("a message", () => {
  test.each([
    ["without words", { promptV2: { prompt: "" } }, "invalid_argument"],
    ["larger than a frame may be", { promptV2: { prompt: "?".repeat(256 * 1024) } }, "invalid_argument"],
    ["for another thread", { textV1: { parts: ["Hello"], threadId: newId("thread") } }, "invalid_argument"],
  ] as const)("the service rejects only %s", async (_what, event, code) => {
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

  test("the service rejects the message of a user with read access only", async () => {
    const threadId = await startThread(ada, sharedId);
    const dan = await signUp(service, "dan");
    await share(ada, sharedId, dan, ["read"]);
    const connection = dan.api.openThread(threadId);
    await expect(connection.send(textMessage("Hello"))).rejects.toThrow(FrameRefused);
    connection.close();
  });

  test("the service recognizes a message sent again under its id, and rejects other text under that id", async () => {
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

  test("the service acknowledges or rejects a campaign frame by frame, and stores one message with several answers", async () => {
    const threadId = await startThread(ada, sharedId);
    const connection = ada.api.openThread(threadId, { since: 0 });
    const heard = new ReceivedFrames(connection);
    const messageId = newId("msg");
    const ask = async (model: string) =>
      await connection.send({ promptCampaignV2: { prompt: QUESTION, messageId, model } });
    const [first, refused, second] = await Promise.allSettled([
      ask(""),
      ask("no-such-model"),
      ask("extractive"),
    ]);
    expect({ first, second }).toMatchObject({
      first: { value: { messageId, seq: 1 } },
      second: { value: { messageId } },
    });
    expect(refused).toMatchObject({ reason: { code: "invalid_argument", messageId } });
    const frames = await heard.untilAnswers(2);
    expect(frames.filter(({ promptCampaignV2 }) => promptCampaignV2 !== undefined).length).toBe(2);
    expect((await getThread(ada.api, threadId)).messages.map(({ kind }) => kind)).toEqual([
      "promptV2",
      "textV1",
      "textV1",
    ]);
    connection.close();
  });

  test("the service acknowledges a scope change, also when the client sends it again", async () => {
    const threadId = await startThread(ada, sharedId);
    const otherId = await createCollection(ada.api, sharedId, "More");
    const connection = ada.api.openThread(threadId);
    const knowledge = { organizationContext: { added: [otherId] } };
    const change = { knowledgeChangeV1: { knowledge, messageId: newId("msg") } };
    expect([await connection.send(change), await connection.send(change)]).toMatchObject([
      { seq: 1 },
      { seq: 2 },
    ]);
    expect((await getThread(ada.api, threadId)).collectionIDs.map((id) => idFromBytes("col", id))).toEqual([
      sharedId,
      otherId,
    ]);
    connection.close();
  });

  test("the service stores a burst of messages beyond the thread's queue in time", async () => {
    const threadId = await startThread(ada, sharedId);
    const connection = ada.api.openThread(threadId);
    const questions = upTo(80).map((number) => `${QUESTION} (${number})`);
    const acknowledged = await Promise.all(
      questions.map(async (prompt) => await connection.send({ promptV2: { prompt } })),
    );
    expect(new Set(acknowledged.map(({ seq }) => seq)).size).toBe(questions.length);
    const prompts = (await getThread(ada.api, threadId)).messages.filter(({ kind }) => kind === "promptV2");
    expect(prompts.map(({ content }) => content).toSorted()).toEqual(questions.toSorted());
    connection.close();
  });
});

describe("an answer", () => {
  test("an answer arrives in parts that equal the stored answer and its citations, and concurrent questions each get their own", async () => {
    const threadId = await startThread(ada, sharedId);
    const connection = ada.api.openThread(threadId);
    const beside = bob.api.openThread(threadId);
    const asked = [
      connection.ask(QUESTION),
      beside.ask("What is the capital of Australia?"),
      connection.ask(`${QUESTION} Really?`),
    ];
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
      const answer = messages.find(
        ({ inReplyTo }) => inReplyTo !== null && idFromBytes("msg", inReplyTo) === messageId,
      );
      expect({ messageId: idFromBytes("msg", answer?.id ?? []), content: answer?.content }).toEqual({
        messageId: finals[position]?.messageId,
        content: finals[position]?.text,
      });
    }
    const cited = finals.map(
      ({ provenance }) => provenance?.scoped.citations.map((id) => idFromBytes("cite", id)) ?? [],
    );
    expect(cited.flat().toSorted()).toEqual(Object.keys(knowledgeProvenance.citations).toSorted());
    expect(texts[1]).toMatch(/^Nothing in the documents in scope answers this\.\n\nSee also: \[1\]/);
    for (const each of [connection, beside]) each.close();
  });

  test("a rejected question has no answer", async () => {
    const connection = ada.api.openThread(await startThread(ada, sharedId));
    const { acknowledged, answer } = connection.ask("");
    await expect(acknowledged).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(answer.final).rejects.toMatchObject({ code: "invalid_argument" });
    connection.close();
  });
});
