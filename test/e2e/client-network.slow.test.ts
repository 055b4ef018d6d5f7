/**
 * The client library over a network that breaks or falls silent, and in a runtime with nothing but browser
 * APIs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { createClient, idFromBytes, newId } from "../../client/src/index.ts";
import { getThread } from "../../scripts/demo/workspace.ts";
import { ApiClient } from "../support/http/api-client.ts";
import { type RemoteUser, signUp, startThread } from "../support/http/remote-user.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import { KEPT_BYTES, MAX_REMARK, LONG_TIMEOUTS, seqs, upTo } from "../support/fixtures/client-fixture.ts";
import { ReceivedFrames } from "../support/http/received-frames.ts";
import { startRelay } from "../support/faults/relay.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const BACKOFF = { baseMs: 50, maxMs: 500 };

const service = sharedService();
let ada: RemoteUser;

beforeAll(async () => {
  ada = await signUp(service, "ada");
});

const textMessage = (words: string) => ({ textV1: { parts: [words], messageId: newId("msg") } });

/** Counts messages with these words in all pages of the thread. */
async function timesStored(threadId: string, words: string): Promise<number> {
  let times = 0;
  for (let query = {}; ;) {
    const { data } = await ada.api.request("GET", "/v1/threads/{threadID}", {
      params: { threadID: threadId },
      query,
    });
    times += data.messages.filter(({ content }) => content === words).length;
    const oldest = data.messages[0];
    if (oldest === undefined) return times;
    query = { messagesBefore: idFromBytes("msg", oldest.id) };
  }
}

/** Runs Node with these arguments until the process exits. */
async function node(...args: string[]): Promise<{ status: unknown; output: string }> {
  const child = spawn(process.execPath, args);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [status] = (await once(child, "close")) as unknown[];
  return { status, output };
}

describe("over a network that", () => {
  test("if the network breaks repeatedly, the client receives each event once and the service stores each message once", async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const relay = await startRelay(service.url);
    const connection = new ApiClient(relay.origin, ada.api.token).openThread(threadId, {
      since: 0,
      backoff: BACKOFF,
    });
    const heard = new ReceivedFrames(connection);
    const other = ada.api.openThread(threadId);
    const sent = [];
    for (const number of upTo(8)) {
      sent.push(...upTo(5).map(async (each) => await connection.send(textMessage(`${number}, ${each}`))));
      await other.send(textMessage(`${number}, from another`));
      if (number % 2 === 0) relay.cut();
      else await connection.send(textMessage(`${number}, in between`)).then(() => relay.cut());
    }
    await Promise.all(sent);
    const last = await other.send(textMessage("The last"));
    const frames = await heard.until((all) => all.at(-1)?.seq === last.seq);
    expect(seqs(frames)).toEqual(upTo(8 * 6 + 4 + 1));
    expect((await getThread(ada.api, threadId)).messages.length).toBe(frames.length);
    expect(relay.connections).toBeGreaterThan(4);
    for (const each of [connection, other]) each.close();
  });

  test("if the network falls silent, the client reconnects, the service stores messages sent meanwhile once, and missed events arrive", async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const relay = await startRelay(service.url);
    const heartbeat = { pingMs: 100, silenceMs: 2_000 };
    const connection = new ApiClient(relay.origin, ada.api.token).openThread(threadId, {
      backoff: BACKOFF,
      heartbeat,
    });
    const heard = new ReceivedFrames(connection);
    await connection.opened;
    const other = ada.api.openThread(threadId);
    await other.send(textMessage("Before"));
    await heard.until(({ length }) => length === 1);
    relay.mute();
    const sent = connection.send(textMessage("Into silence"));
    await expect.poll(async () => await timesStored(threadId, "Into silence"), { timeout: 10_000 }).toBe(1);
    await other.send(textMessage("Meanwhile"));
    expect(heard.frames.length).toBe(1);
    expect(await sent).toMatchObject({ seq: 2 });
    expect(seqs(await heard.until(({ length }) => length === 3))).toEqual([1, 2, 3]);
    expect({
      connections: relay.connections,
      timesStored: await timesStored(threadId, "Into silence"),
    }).toEqual({
      connections: 2,
      timesStored: 1,
    });
    for (const each of [connection, other]) each.close();
  });

  test("if the network loses an event, the client notices at the next one and receives both", async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
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
    const lossy = createClient({ origin: service.url, token: ada.api.token, WebSocket: Lossy });
    const connection = lossy.openThread(threadId, { backoff: BACKOFF });
    const heard = new ReceivedFrames(connection);
    const other = ada.api.openThread(threadId);
    await connection.opened;
    for (const words of ["Before", "Lost", "Heard"]) await other.send(textMessage(words));
    expect(seqs(await heard.until(({ length }) => length === 3))).toEqual([1, 2, 3]);
    expect({ lost, sockets }).toEqual({ lost: 1, sockets: 2 });
    for (const each of [connection, other]) each.close();
  });

  test("if the network repeats events, the client delivers each event once", async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const relay = await startRelay(service.url);
    const since: string[] = [];
    class Forgetful extends WebSocket {
      constructor(url: string, protocols: string[]) {
        const all = new URL(url);
        since.push(all.searchParams.get("since") ?? "");
        all.searchParams.set("since", "0");
        super(all.href, protocols);
      }
    }
    const forgetful = createClient({ origin: relay.origin, token: ada.api.token, WebSocket: Forgetful });
    const connection = forgetful.openThread(threadId, { since: 0, backoff: BACKOFF });
    const heard = new ReceivedFrames(connection);
    for (const number of upTo(3)) await connection.send(textMessage(`${number}`));
    relay.cut();
    await connection.send(textMessage("After"));
    expect({ seqs: seqs(await heard.until(({ length }) => length >= 4)), since }).toEqual({
      seqs: upTo(4),
      since: ["0", "3"],
    });
    connection.close();
  });

  test("if the network is idle but intact, the client stays connected", async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const relay = await startRelay(service.url);
    const pongs: number[] = [];
    class Watched extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols);
        this.addEventListener("message", ({ data }) => void (data === "pong" && pongs.push(Date.now())));
      }
    }
    const options = { origin: relay.origin, token: ada.api.token, WebSocket: Watched };
    const connection = createClient(options).openThread(threadId, {
      heartbeat: { pingMs: 100, silenceMs: 30_000 },
    });
    await expect.poll(() => pongs.length, { timeout: 30_000 }).toBeGreaterThan(5);
    expect(relay.connections).toBe(1);
    connection.close();
  });

  test("after an outage longer than the log keeps events, the client reports the gap and knows the stored messages", async () => {
    const threadId = await startThread(ada, ada.workspace.personalId);
    const relay = await startRelay(service.url);
    const options = {
      backoff: BACKOFF,
      heartbeat: LONG_TIMEOUTS,
      outbox: { pause: BACKOFF, maxFailures: 8, silenceMs: 600_000 },
    };
    const connection = new ApiClient(relay.origin, ada.api.token).openThread(threadId, options);
    const heard = new ReceivedFrames(connection);
    await connection.send(textMessage("Before"));
    relay.mute();
    const lost = textMessage("Its event is lost");
    const sent = connection.send(lost);
    await expect
      .poll(async () => await timesStored(threadId, "Its event is lost"), { timeout: 10_000 })
      .toBe(1);
    const other = ada.api.openThread(threadId);
    const flood = upTo(Math.ceil(KEPT_BYTES / MAX_REMARK) + 1).map(
      async () => await other.send(textMessage("x".repeat(MAX_REMARK))),
    );
    const flooded = (await Promise.all(flood)).length;
    relay.cut();
    expect(await sent).toEqual({ messageId: lost.textV1.messageId, seq: null });
    const { seq } = await connection.send(textMessage("After"));
    expect(await heard.until(({ length }) => length === 3)).toMatchObject([
      { seq: 1 },
      { resync: true, seq: 2 + flooded },
      { seq },
    ]);
    expect({ seq, timesStored: await timesStored(threadId, "Its event is lost") }).toEqual({
      seq: 3 + flooded,
      timesStored: 1,
    });
    for (const each of [connection, other]) each.close();
  });
});

/** Loads a module into a realm with the language and these web APIs only, and calls its `hello`. */
const REALM = `
  import { readFile } from "node:fs/promises";
  import { createContext, SourceTextModule } from "node:vm";
  const [entry, ...given] = process.argv.slice(1);
  const context = createContext({ AbortController, WebSocket, fetch, crypto, performance, URL, TextEncoder, setTimeout, clearTimeout });
  const modules = new Map();
  const load = async (url) => new SourceTextModule(await readFile(new URL(url), "utf8"), { context, identifier: url });
  const link = (name, { identifier }) => {
    const url = new URL(name, identifier).href;
    if (!modules.has(url)) modules.set(url, load(url));
    return modules.get(url);
  };
  const main = await load(entry);
  await main.link(link);
  await main.evaluate();
  console.log(JSON.stringify(await main.namespace.hello(...given)));
`;

const HELLO = `
  import { createClient } from "./index.js";
  export async function hello(origin, token, threadId) {
    const connection = createClient({ origin, token }).openThread(threadId);
    await connection.send({ textV1: { parts: ["Hello"] } });
    const { text } = await connection.ask("Is anybody there?").answer.final;
    connection.close();
    return [typeof process, typeof Buffer, text, connection.lastSeq];
  }
`;

describe("the built package", () => {
  test("the built package runs with nothing but browser APIs", async () => {
    const folder = await newFolder();
    const client = join(PROJECT_ROOT, "client");
    const compiler = join(client, "node_modules", "typescript", "bin", "tsc");
    expect(await node(compiler, "-p", join(client, "tsconfig.build.json"), "--outDir", folder)).toEqual({
      status: 0,
      output: "",
    });
    const threadId = await startThread(ada, ada.workspace.personalId);
    await writeFile(join(folder, "hello.js"), HELLO);
    const flags = ["--experimental-vm-modules", "--no-warnings", "--input-type=module", "-e", REALM];
    const { status, output } = await node(
      ...flags,
      pathToFileURL(join(folder, "hello.js")).href,
      service.url,
      ada.api.token,
      threadId,
    );
    expect({ status, output }).toEqual({ status: 0, output: expect.stringMatching(/^\[/) });
    expect(JSON.parse(output)).toEqual([
      "undefined",
      "undefined",
      "Nothing in the documents in scope answers this.",
      3,
    ]);
  });
});
