/** The client library with a lost first event, an unreadable thread, or an answer far back in the history. */
import { beforeAll, describe, expect, test } from "vitest";
import { createClient, type Fetch, newId, type ThreadOptions } from "../../client/src/index.ts";
import { getThread } from "../../scripts/demo/workspace.ts";
import { ApiClient } from "../support/http/api-client.ts";
import { type RemoteUser, signUp, startThread } from "../support/http/remote-user.ts";
import { KEPT_BYTES, MAX_REMARK, LONG_TIMEOUTS, seqs, upTo } from "../support/fixtures/client-fixture.ts";
import { ReceivedFrames } from "../support/http/received-frames.ts";
import { startRelay } from "../support/faults/relay.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const BACKOFF = { baseMs: 50, maxMs: 500 };
/** The page size of a thread's messages. */
const PAGE = 500;

const service = sharedService();
let ada: RemoteUser;

beforeAll(async () => {
  ada = await signUp(service, "ada");
});

const textMessage = (words: string) => ({ textV1: { parts: [words], messageId: newId("msg") } });

/** Drops the first event that contains "Lost". */
function lossy(): {
  readonly WebSocket: typeof WebSocket;
  readonly sockets: () => number;
  readonly lost: () => number;
} {
  let sockets = 0;
  let lost = 0;
  class Lossy extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols);
      sockets += 1;
      this.addEventListener("message", (event) => {
        if (lost > 0 || !String(event.data).includes("Lost")) return;
        lost += 1;
        event.stopImmediatePropagation();
      });
    }
  }
  return { WebSocket: Lossy as typeof WebSocket, sockets: () => sockets, lost: () => lost };
}

describe("a lost first event of a thread arrives in the end", () => {
  test.each<[string, ThreadOptions]>([
    ["without `since`", {}],
    ["with `since` 0", { since: 0 }],
  ])("%s", async (_how, options) => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const network = lossy();
    const client = createClient({ origin: service.url, token: ada.api.token, WebSocket: network.WebSocket });
    const connection = client.openThread(threadId, { backoff: BACKOFF, ...options });
    const heard = new ReceivedFrames(connection);
    await connection.opened;
    const other = ada.api.openThread(threadId);
    for (const words of ["Lost", "Heard"]) await other.send(textMessage(words));
    expect(seqs(await heard.until((frames) => frames.at(-1)?.seq === 2))).toEqual([1, 2]);
    expect({ lost: network.lost(), sockets: network.sockets() }).toEqual({ lost: 1, sockets: 2 });
    for (const each of [connection, other]) each.close();
  });
});

test("if the thread dropped its first events, the first connection starts at the oldest stored one", async () => {
  const threadId = await startThread(ada, ada.workspace.personalId);
  const writer = ada.api.openThread(threadId);
  const flood = upTo(Math.ceil(KEPT_BYTES / MAX_REMARK) + 1).map(
    async () => await writer.send(textMessage("x".repeat(MAX_REMARK))),
  );
  const flooded = (await Promise.all(flood)).length;
  const relay = await startRelay(service.url);
  const connection = new ApiClient(relay.origin, ada.api.token).openThread(threadId, {
    since: 0,
    backoff: BACKOFF,
  });
  const frames = await new ReceivedFrames(connection).until((all) => all.at(-1)?.seq === flooded);
  const [first = 0] = seqs(frames);
  expect(first).toBeGreaterThan(1);
  expect({ seqs: seqs(frames), connections: relay.connections }).toEqual({
    seqs: upTo(flooded).slice(first - 1),
    connections: 1,
  });
  for (const each of [connection, writer]) each.close();
});

test("the service stores messages sent after a reconnect, even if reads of the thread hang", async () => {
  const threadId = await startThread(ada, ada.workspace.personalId);
  const relay = await startRelay(service.url);
  let readings = 0;
  const endedWhile: string[] = [];
  const fetch: Fetch = async (_, { signal }) => {
    readings += 1;
    return await new Promise((_resolve, reject) =>
      signal?.addEventListener("abort", () => {
        endedWhile.push(connection.state);
        reject(signal.reason as Error);
      }),
    );
  };
  const outbox = { pause: BACKOFF, maxFailures: 8, silenceMs: 200 };
  const client = createClient({ origin: relay.origin, token: ada.api.token, fetch });
  const connection = client.openThread(threadId, { backoff: BACKOFF, heartbeat: LONG_TIMEOUTS, outbox });
  await connection.opened;
  relay.mute();
  const first = connection.send(textMessage("Into silence"));
  await expect.poll(() => readings).toBe(1);
  await expect.poll(async () => (await getThread(ada.api, threadId)).messages.length).toBe(1);
  relay.cut();
  const second = connection.send(textMessage("After"));
  expect((await Promise.all([first, second])).map(({ seq }) => seq)).toEqual([1, 2]);
  expect(endedWhile[0]).toBe("connecting");
  expect((await getThread(ada.api, threadId)).messages.map(({ content }) => content)).toEqual([
    "Into silence",
    "After",
  ]);
  connection.close();
});

test("an old question repeated under its id returns its answer from an earlier page", async () => {
  const threadId = await startThread(ada, ada.workspace.personalId);
  const messageId = newId("msg");
  const before = ada.api.openThread(threadId);
  const { text, messageId: answerId } = await before.ask("Is anybody there?", { messageId }).answer.final;
  await Promise.all(upTo(PAGE).map(async (number) => await before.send(textMessage(`Remark ${number}`))));
  before.close();
  const connection = ada.api.openThread(threadId, {
    outbox: { pause: BACKOFF, maxFailures: 20, silenceMs: 200 },
  });
  const again = connection.ask("Is anybody there?", { messageId });
  expect(await again.acknowledged).toEqual({ messageId, seq: null });
  expect(await again.answer.final).toMatchObject({ messageId: answerId, text });
  connection.close();
});
