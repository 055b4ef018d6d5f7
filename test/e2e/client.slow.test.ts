/**
 * The client library against the built service: it reconnects, receives each event once and in order, and
 * reports stored messages.
 */
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import {
  ConnectionClosed,
  createClient,
  newId,
  type Presence,
  type ThreadFrame,
} from "../../client/src/index.ts";
import { getThread, postQuestion } from "../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { type RemoteUser, share, signUp, startThread } from "../support/http/remote-user.ts";
import { QUESTION, seqs, createClientFixture, upTo } from "../support/fixtures/client-fixture.ts";
import { followEvents } from "../support/http/event-reader.ts";
import { ReceivedFrames } from "../support/http/received-frames.ts";
import { type Service, startTestService } from "../support/http/service.ts";

/** The pause of a writer whose two-second token expires again and again. */
const BETWEEN_REMARKS_MS = 50;
const BACKOFF = { baseMs: 50, maxMs: 1_000 };

let service: Service;
let ada: RemoteUser;
let bob: RemoteUser;
let sharedId: string;

beforeAll(async () => {
  service = await startTestService({ vars: { RATE_LIMITS: "off" } });
  ({ ada, bob, sharedId } = await createClientFixture(service));
});

const textMessage = (words: string) => ({ textV1: { parts: [words] } });
const said = (frames: readonly ThreadFrame[]): string[] =>
  frames.flatMap(({ textV1 }) => (textV1 === undefined ? [] : [textV1.parts.join("")]));

async function contents(threadId: string): Promise<string[]> {
  return (await getThread(ada.api, threadId)).messages.map(({ content }) => content);
}

describe("while the service is killed and started again", () => {
  test("the client reconnects, receives each event once and in order, and the service stores its messages once", async () => {
    const threadId = await startThread(ada, sharedId);
    const connection = ada.api.openThread(threadId, { since: 0, backoff: BACKOFF });
    const heard = new ReceivedFrames(connection);
    const words = upTo(200).map((number) => `Remark ${number}`);
    let stored = 0;
    const sent = words.map(async (each) => {
      const acknowledged = await connection.send(textMessage(each));
      stored += 1;
      return acknowledged;
    });
    await heard.until(({ length }) => length >= 5);
    await service.kill("SIGKILL");
    await expect.poll(() => connection.state).toBe("connecting");
    const storedBefore = stored;
    const late = connection.send(textMessage("While it was away"));
    await service.restart();

    const acknowledged = await Promise.all([...sent, late]);
    expect(connection.state).toBe("open");
    expect([storedBefore > 0, storedBefore < words.length]).toEqual([true, true]);
    const all = [...words, "While it was away"];
    const frames = await heard.until(({ length }) => length >= all.length);
    expect(seqs(frames)).toEqual(upTo(all.length));
    expect(acknowledged.map(({ seq }) => said(frames.filter((frame) => frame.seq === seq)))).toEqual(
      all.map((each) => [each]),
    );
    expect((await contents(threadId)).toSorted()).toEqual(all.toSorted());
    const replay = bob.api.openThread(threadId, { since: 0 });
    expect(await new ReceivedFrames(replay).until(({ length }) => length >= all.length)).toEqual(frames);
    for (const each of [connection, replay]) each.close();
  });

  test("a question sent before the kill gets its answer afterwards", async () => {
    const threadId = await startThread(ada, sharedId);
    const connection = ada.api.openThread(threadId, { backoff: BACKOFF });
    const { acknowledged, answer } = connection.ask(QUESTION);
    await acknowledged;
    await service.kill("SIGKILL");
    await service.restart();
    const { text, messageId, provenance } = await answer.final;
    const stored = (await getThread(ada.api, threadId)).messages.find(
      ({ id }) => idFromBytes("msg", id) === messageId,
    );
    expect({ content: stored?.content, isComplete: stored?.isComplete }).toEqual({
      content: text,
      isComplete: true,
    });
    expect({
      hasNinePiers: text.includes("nine piers"),
      citationCount: provenance?.scoped.citations.length,
    }).toEqual({
      hasNinePiers: true,
      citationCount: 1,
    });
    connection.close();
  });
});

test("users present at the kill are absent after the restart, until they reconnect", async () => {
  const threadId = await startThread(ada, sharedId);
  const told: Presence[] = [];
  const connection = ada.api.openThread(threadId, {
    backoff: BACKOFF,
    onPresence: (presence) => void told.push(presence),
  });
  const other = await followEvents(service.url, threadId, bob.api.token);
  const speaker = bob.api.openThread(threadId, { backoff: BACKOFF });
  await speaker.opened;
  speaker.typing();
  await expect.poll(() => told.at(-1)).toMatchObject({ people: 2, typing: [expect.any(Array)] });
  await service.kill("SIGKILL");
  speaker.close();
  expect(await other.ended).toBe("broken");
  const before = told.length;
  await service.restart();
  await expect.poll(() => told.length).toBeGreaterThan(before);
  expect(told.at(-1)).toMatchObject({ here: [expect.anything()], typing: [], people: 1, guests: 0 });
  connection.close();
});

test("an event stream continues after the last event it received, without a lost or repeated event", async () => {
  const threadId = await startThread(ada, sharedId);
  const speaker = ada.api.openThread(threadId, { backoff: BACKOFF });
  const words = upTo(100).map((number) => `Remark ${number}`);
  const broken = await followEvents(service.url, threadId, bob.api.token);
  const sent = words.map(async (each) => await speaker.send(textMessage(each)));
  await broken.until(({ frames }) => frames.length >= 5);
  await service.kill("SIGKILL");
  expect(await broken.ended).toBe("broken");
  await service.restart();
  const resumed = await followEvents(service.url, threadId, bob.api.token, {
    headers: { "last-event-id": broken.lastId },
  });
  await Promise.all(sent);
  const heard = (): any[] => [...broken.frames, ...resumed.frames];
  await resumed.until(() => heard().length >= words.length);
  expect(broken.frames.length).toBeLessThan(words.length);
  expect(heard().map(({ seq }) => seq)).toEqual(upTo(words.length));
  expect(new Set(heard().map(({ textV1 }) => textV1.parts.join("")))).toEqual(new Set(words));
  resumed.leave();
  speaker.close();
});

describe("a connection", () => {
  test("a connection without `since` receives only events after its opening", async () => {
    const threadId = await startThread(ada, sharedId);
    const first = ada.api.openThread(threadId);
    await first.opened;
    expect(first.lastSeq).toBe(0);
    for (const words of ["One", "Two"]) await first.send(textMessage(words));
    const second = bob.api.openThread(threadId);
    await second.opened;
    expect({ state: second.state, lastSeq: second.lastSeq }).toEqual({ state: "open", lastSeq: 2 });
    await first.send(textMessage("Three"));
    expect(said(await new ReceivedFrames(second).until(({ length }) => length > 0))).toEqual(["Three"]);
    expect(second.lastSeq).toBe(3);
    for (const each of [first, second]) each.close();
    expect(await second.closed).toEqual({ code: 1000, reason: "" });
  });

  test("a connection with a number that the thread never reached gets a request to read the thread again", async () => {
    const threadId = await startThread(ada, sharedId);
    const connection = ada.api.openThread(threadId, { since: 1_000 });
    const heard = new ReceivedFrames(connection);
    await connection.opened;
    const { seq } = await connection.send(textMessage("After"));
    expect(seq).toBe(1);
    const [resync, frame] = await heard.until(({ length }) => length >= 2);
    expect({ resync, parts: frame?.textV1?.parts }).toEqual({
      resync: { resync: true, seq: 0 },
      parts: ["After"],
    });
    connection.close();
  });

  test("a connection renews its expiring token and misses nothing", async () => {
    const threadId = await startThread(ada, sharedId);
    let tokens = 0;
    const token = async (): Promise<string> => {
      tokens += 1;
      return await service.token(bob.email, { expiresInSeconds: 2 });
    };
    const connection = createClient({ origin: service.url, token }).openThread(threadId, {
      backoff: BACKOFF,
    });
    await connection.opened;
    const heard = new ReceivedFrames(connection);
    const writer = ada.api.openThread(threadId);
    let written = 0;
    while (tokens < 3) {
      await writer.send(textMessage(`Remark ${(written += 1)}`));
      await setTimeout(BETWEEN_REMARKS_MS);
    }
    await writer.send(textMessage("The last"));
    const frames = await heard.until((all) => said(all).includes("The last"));
    expect(seqs(frames)).toEqual(upTo(written + 1));
    for (const each of [connection, writer]) each.close();
  });

  test("a connection with a constant token ends when the token expires", async () => {
    const threadId = await startThread(ada, sharedId);
    const token = await service.token(bob.email, { expiresInSeconds: 2 });
    const connection = createClient({ origin: service.url, token }).openThread(threadId);
    await connection.opened;
    expect(await connection.closed).toMatchObject({ code: 4401 });
  });

  test("a connection closes with 4403 when its user loses access, and rejects all pending calls", async () => {
    const threadId = await startThread(ada, sharedId);
    const cy = await signUp(service, "cy");
    await share(ada, sharedId, cy, ["chat"]);
    const connection = cy.api.openThread(threadId);
    const heard = new ReceivedFrames(connection);
    await connection.send(textMessage("Hello"));
    const body = { collectionId: sharedId, userId: cy.workspace.userId, actions: [] };
    await ada.api.request("POST", "/v1/modify-collection-permissions", { body });
    expect(await connection.closed).toMatchObject({ code: 4403 });
    await heard.ended;
    expect({ state: connection.state, said: said(heard.frames) }).toEqual({
      state: "closed",
      said: ["Hello"],
    });
    await expect(connection.send(textMessage("Still here?"))).rejects.toThrow(ConnectionClosed);
    await expect(connection.ask("Who?").answer.final).rejects.toMatchObject({ code: 4403 });
  });

  test.each([
    ["a thread that is not there", () => newId("thread"), 4404],
    ["a malformed thread id", () => "thread_nonsense", 4400],
  ])("a connection to %s never opens", async (_what, threadId, code) => {
    const connection = ada.api.openThread(threadId());
    const waiting = connection.send(textMessage("Hello"));
    await expect(waiting).rejects.toMatchObject({ name: "ConnectionClosed", code });
    await expect(connection.opened).rejects.toMatchObject({ code });
    expect(await connection.closed).toMatchObject({ code });
  });

  test("a connection by a public link receives the events for guests, and cannot write", async () => {
    const threadId = await startThread(ada, sharedId);
    const body = { threadId, messageId: null, shareMethod: "link", shareTo: [] } as const;
    const { data } = await ada.api.request("POST", "/v1/threads/{threadID}/share", {
      params: { threadID: threadId },
      body,
    });
    const guest = createClient({ origin: service.url }).openThread(threadId, {
      publicAccessToken: data.publicToken,
    });
    await guest.opened;
    const heard = new ReceivedFrames(guest);
    await postQuestion(ada.api, threadId, QUESTION);
    const frames = await heard.untilAnswers(1);
    expect([frames[0]?.seq, frames.every(({ textV1 }) => textV1 !== undefined)]).toEqual([2, true]);
    await expect(guest.send(textMessage("Hello"))).rejects.toMatchObject({ code: "permission_denied" });
    guest.close();
  });
});
