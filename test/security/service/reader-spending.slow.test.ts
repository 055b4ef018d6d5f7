/**
 * Promise: A caller with `read` alone triggers no language model, so they spend no tokens, no quota and no
 * model key. Attack: A user with `read` on a thread sent 80 prompts to `enhancePrompt`. Each one called the
 * model, and the thread's organization paid.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/domain/ids.ts";
import { operations } from "../../../src/http/operations.ts";
import { USAGE } from "../../support/fixtures/chat-dialects.ts";
import { type ChatServer, startChatServer } from "../../support/fixtures/chat-server.ts";
import {
  addReadyFile,
  type RemoteUser,
  share,
  signUp,
  startThread,
  textFile,
  usageBy,
} from "../../support/http/remote-user.ts";
import { type Service, startTestService } from "../../support/http/service.ts";

const PROMPT = "When did the harbor of Brackwatre open?";
const QUESTION = "When did the harbour of Brackwater open?";
/** These operations would end the reader's own account, so they run last. */
const LAST = new Set(["deleteUser", "restoreUser", "mergeUsers"]);

let server: ChatServer;
let service: Service;
let ada: RemoteUser;
let bob: RemoteUser;
let folder: string;
let threadId: string;
let assetId: string;
let messageId: string;

beforeAll(async () => {
  server = await startChatServer();
  const model = {
    id: "wording",
    provider: "openai",
    url: server.urlOf("wording"),
    model: "m",
    contextWindow: 8_192,
  };
  service = await startTestService({ vars: { MODELS: JSON.stringify([model]), RATE_LIMITS: "off" } });
  [ada, bob] = [await signUp(service, "ada"), await signUp(service, "bob")];
  folder = ada.workspace.personalId;
  assetId = await addReadyFile(
    ada,
    folder,
    textFile("harbour.txt", "The harbour of Brackwater opened in 1871.\n"),
  );
  threadId = await startThread(ada, folder);
  messageId = newId("msg");
  await ada.api.call("POST", `/v1/threads/${threadId}/messages`, { ...message(QUESTION), messageId });
  await share(ada, folder, bob, ["read"]);
});
afterAll(() => server.close());

const message = (messageContent: string) => ({
  messageContent,
  messageKind: "promptV2",
  recipients: [],
  threadId,
});

/** Counts the organization's tokens and quota units and the model calls during an action. */
async function spentBy(work: () => Promise<unknown>): Promise<{ units: number; asked: number }> {
  const [before, asked] = [await usageBy(ada), server.asked.length];
  await work();
  return { units: (await usageBy(ada)).units - before.units, asked: server.asked.length - asked };
}

async function keyFor(actions: readonly "read"[]): Promise<string> {
  const body = { name: "A reader", actions: [...actions], collectionIds: [] };
  return (await ada.api.request("POST", "/v1/api-keys", { body })).data.key ?? "";
}

async function send(token: string, method: string, path: string, body?: unknown): Promise<string> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return await response.text();
}

const tool = (input: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "ask", arguments: input },
});

/** Each way to start a model call with Ada's thread or folder. */
const ways = (): readonly (readonly [string, string, string, unknown])[] => [
  ["POST", "/v1/prompts/enhance", "in the thread", { prompt: PROMPT, threadId }],
  ["POST", `/v1/threads/${threadId}/messages`, "a question", message(QUESTION)],
  ["POST", `/v1/threads/${threadId}/messages/${messageId}/answers`, "an answer once more", {}],
  [
    "POST",
    "/v1/chat/completions",
    "a chat in the thread",
    { model: `thread:${threadId}`, messages: [{ role: "user", content: QUESTION }] },
  ],
  [
    "POST",
    "/v1/chat/completions",
    "a chat of the folder",
    { model: `collection:${folder}`, messages: [{ role: "user", content: QUESTION }] },
  ],
  ["POST", "/mcp", "a question in the thread", tool({ question: QUESTION, threadId })],
  ["POST", "/mcp", "a question of the folder", tool({ question: QUESTION, collectionId: folder })],
];

test("a reader of the thread cannot start a model call in any way", async () => {
  for (const [method, path, what, body] of ways()) {
    const spent = await spentBy(async () => await send(bob.api.token, method, path, body));
    expect({ path, what, spent }).toEqual({ path, what, spent: { units: 0, asked: 0 } });
  }
});

test("a reader still gets the prompt rewrite that uses no model", async () => {
  const answer = await bob.api.call("POST", "/v1/prompts/enhance", { prompt: PROMPT, threadId });
  expect({ status: answer.status, data: answer.body.data }).toMatchObject({
    status: 200,
    data: { prompt: expect.any(String) },
  });
});

test("the owner's read-only key cannot start a model call in any way", async () => {
  const key = await keyFor(["read"]);
  expect(await send(key, "POST", "/v1/search", { query: "harbour" })).toContain("Brackwater");
  const own = ["POST", "/v1/prompts/enhance", "of everything", { prompt: PROMPT }] as const;
  const workspace = { model: "workspace", messages: [{ role: "user", content: QUESTION }] };
  for (const [method, path, what, body] of [
    ...ways(),
    own,
    ["POST", "/v1/chat/completions", "a chat of everything", workspace] as const,
    ["POST", "/mcp", "a question of everything", tool({ question: QUESTION })] as const,
  ]) {
    const spent = await spentBy(async () => await send(key, method, path, body));
    expect({ path, what, spent }).toEqual({ path, what, spent: { units: 0, asked: 0 } });
  }
});

test("frames of a reader's socket start no model call", async () => {
  const spent = await spentBy(async () => {
    const url = new URL(`/v1/threads/${threadId}/events`, service.url.replace(/^http/, "ws"));
    const socket = new WebSocket(url.href, ["knowledge.v1", `bearer.${bob.api.token}`]);
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    const refused = new Promise<string>((resolve) => {
      socket.addEventListener(
        "message",
        ({ data }) => String(data).includes('"error"') && resolve(String(data)),
      );
    });
    socket.send(JSON.stringify({ promptV2: { messageId: newId("msg"), prompt: QUESTION } }));
    expect(await refused).toContain("permission_denied");
    socket.close();
  });
  expect(spent).toEqual({ units: 0, asked: 0 });
});

test("no operation of a reader spends the organization's tokens", async () => {
  const ids: Readonly<Record<string, string>> = {
    thread: threadId,
    col: folder,
    asset: assetId,
    msg: messageId,
    org: ada.workspace.organizationContext.organizationId,
  };
  const withIds = (text: string): string =>
    text.replaceAll(/\b([a-z]+)_[0-9a-hjkmnp-tv-z]{26}\b/g, (id, kind) => ids[kind] ?? id);
  const inPath = (path: string): string =>
    path
      .replaceAll(/\{thread\w*\}/gi, threadId)
      .replaceAll(/\{\w*collection\w*\}/gi, folder)
      .replaceAll(/\{asset\w*\}/gi, assetId)
      .replaceAll(/\{message\w*\}/gi, messageId)
      .replaceAll(/\{organization\w*\}/gi, ids["org"]!)
      .replaceAll(/\{\w+\}/g, newId("req"));
  for (const { id, method, path, audience: who, body, example } of operations) {
    if (who !== "user" || LAST.has(id)) continue;
    const sent = body === null ? undefined : (JSON.parse(withIds(JSON.stringify(example ?? {}))) as unknown);
    const { units } = await spentBy(async () => await send(bob.api.token, method, inPath(path), sent));
    expect({ id, units }).toEqual({ id, units: 0 });
  }
});

test("with `chat` the same prompt calls the model, and the thread's organization pays", async () => {
  await share(ada, folder, bob, ["chat"]);
  const spent = await spentBy(
    async () => await send(bob.api.token, "POST", "/v1/prompts/enhance", { prompt: PROMPT, threadId }),
  );
  expect(spent).toEqual({ units: USAGE.prompt_tokens + USAGE.completion_tokens, asked: 1 });
});
