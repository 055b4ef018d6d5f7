/** Answers by llama.cpp's own server over HTTP. A grammar sets the output, because the model is untrained. */
import { beforeAll, expect, test, vi } from "vitest";
import type { DraftFrame, EventOf } from "../../src/domain/events.ts";
import { newId } from "../../src/domain/ids.ts";
import {
  addReadyFile,
  type RemoteUser,
  signUp,
  startThread,
  textFile,
  usageBy,
} from "../support/http/remote-user.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { REMOTE_WAIT, WAIT } from "../support/setup/wait.ts";
import { fetchLlamaServer, type LlamaServer, startLlamaServer } from "./llama-server/llama-server.ts";
import { CONTEXT, writeNoiseModel } from "./llama-server/noise-model.ts";

const OPENED = "The harbour of Brackwater opened in 1871 after nine years of work.";
const CITED = "The harbour of Brackwater has been open since 1871 [1].";
const QUESTION = "When did the harbour of Brackwater open?";
const MAX_TOKENS = CONTEXT / 4;

const GRAMMARS = {
  honest: 'root ::= "The harbour of Brackwater has been open since 1871 [1]."',
  lying:
    'root ::= "The harbour of Brackwater has been open since " [2-9] [0-9]{3} " [1]. See https://evil.example/ [1]."',
  /** Characters of any script, endlessly. */
  babbling: "root ::= [^\\x00] root",
  endless:
    'root ::= "The harbour of Brackwater has been open since 1871 [1]. And " more\nmore ::= [a-z ] more',
};
type Name = keyof typeof GRAMMARS;

let servers: Readonly<Record<Name, LlamaServer>>;
let service: Service;
let ada: RemoteUser;

beforeAll(async () => {
  const [root, model] = await Promise.all([fetchLlamaServer(), writeNoiseModel()]);
  const started = Object.entries(GRAMMARS).map(
    async ([name, grammar]) => [name, await startLlamaServer(root, model, grammar)] as const,
  );
  servers = Object.fromEntries(await Promise.all(started)) as Record<Name, LlamaServer>;
  const models = Object.entries(servers).map(([id, { url }]) => ({
    id,
    provider: "openai",
    url,
    contextWindow: CONTEXT,
  }));
  service = await startTestService({ vars: { MODELS: JSON.stringify(models) } });
  ada = await signUp(service, "ada");
  await addReadyFile(ada, ada.workspace.personalId, textFile("harbour.txt", `${OPENED}\n`));
}, 300_000);

interface Frame {
  readonly draft?: DraftFrame["draft"];
  readonly textV1?: EventOf<"textV1">;
}

async function ask(model: Name, maxTokens = MAX_TOKENS) {
  const [threadID, messageID] = [await startThread(ada, ada.workspace.personalId), newId("msg")];
  const address = new URL(`/v1/threads/${threadID}/events?drafts=true`, service.url.replace(/^http/, "ws"));
  const socket = new WebSocket(address.href, ["knowledge.v1", `bearer.${await service.token(ada.email)}`]);
  const frames: Frame[] = [];
  socket.addEventListener("message", ({ data }) => frames.push(JSON.parse(String(data)) as Frame));
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  socket.send(
    JSON.stringify({ promptV2: { messageId: messageID, prompt: QUESTION, model, max_tokens: maxTokens } }),
  );
  const answer = async (): Promise<EventOf<"textV1">> => {
    const found = await vi.waitUntil(() => frames.find(({ textV1 }) => textV1?.isDone === true)?.textV1, {
      timeout: 120_000,
    });
    socket.close();
    if (found === undefined) throw new Error("it has not come");
    return found;
  };
  return { params: { threadID, messageID }, frames, answer };
}

test("streams drafts of a verified answer with citations, and reports the server's token counts", async () => {
  const before = await usageBy(ada);
  const { answer, frames } = await ask("honest");
  const { parts, provenance } = await answer();
  expect(parts).toEqual([CITED]);
  expect(provenance).toMatchObject({
    processedByModel: "honest",
    citations: [{ quote: OPENED, ordinal: 1, support: "supported" }],
    droppedSentences: 0,
    passedOver: [],
  });
  expect(frames.some(({ draft }) => draft !== undefined)).toBe(true);
  // A token of this model is a byte.
  expect(provenance.inputTokens).toBeGreaterThan(500);
  expect(provenance.outputTokens).toBeGreaterThan(CITED.length);
  const { inputTokens, outputTokens, estimatedTokens } = await usageBy(ada);
  const used = [
    inputTokens - before.inputTokens,
    outputTokens - before.outputTokens,
    estimatedTokens - before.estimatedTokens,
  ];
  expect(used).toEqual([provenance.inputTokens, provenance.outputTokens, 0]);
});

test("marks a figure that no document has, and outputs no address", async () => {
  const { answer, frames } = await ask("lying", 500);
  const { parts, provenance } = await answer();
  expect(parts.join("")).toMatch(
    /^The harbour of Brackwater has been open since [2-9]\d{3} \[1\]\. See … \[1\]\.$/,
  );
  expect(provenance.processedByModel).toBe("lying");
  expect(provenance.sentences[0]).toMatchObject({ support: "contradicted", reason: "figure" });
  expect(JSON.stringify(frames)).not.toContain("evil");
});

test("marks no part of a text without sense as supported", async () => {
  const { answer } = await ask("babbling", 500);
  const { provenance } = await answer();
  const supports = provenance.sentences.map(({ support }) => support);
  expect(supports.filter((support) => support === "quoted" || support === "supported")).toEqual([]);
});

test("stops the model with the answer, and counts the tokens written", async () => {
  const before = await usageBy(ada);
  const { params, frames, answer } = await ask("endless");
  await vi.waitFor(() => expect(frames.some(({ draft }) => draft !== undefined)).toBe(true), {
    ...WAIT,
    interval: 5,
  });
  expect((await servers.endless.slot()).isWriting).toBe(true);
  await ada.api.request("DELETE", "/v1/threads/{threadID}/messages/{messageID}/answer", { params });
  await vi.waitFor(async () => expect((await servers.endless.slot()).isWriting).toBe(false), {
    ...WAIT,
    interval: 5,
  });
  expect((await servers.endless.slot()).written).toBeLessThan(MAX_TOKENS);
  expect((await answer()).parts.join("")).toBe("This answer was stopped.");
  await vi.waitFor(
    async () => expect((await usageBy(ada)).outputTokens).toBeGreaterThan(before.outputTokens),
    REMOTE_WAIT,
  );
});
