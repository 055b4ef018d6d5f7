/** Stopped answers of a language model, over real HTTP on both sides. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newId } from "../../src/domain/ids.ts";
import { type ChatServer, startChatServer } from "../support/fixtures/chat-server.ts";
import {
  addReadyFile,
  type RemoteUser,
  signUp,
  startThread,
  textFile,
  usageBy,
} from "../support/http/remote-user.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { REMOTE_WAIT } from "../support/setup/wait.ts";

const QUESTION = "When did the harbour of Brackwater open?";

let server: ChatServer;
let service: Service;
let ada: RemoteUser;

beforeAll(async () => {
  server = await startChatServer();
  const models = [
    { id: "gated", provider: "openai", url: server.urlOf("gated"), model: "m", contextWindow: 8_192 },
  ];
  const quotas = { each: { day: { units: 150 } }, organizations: {} };
  service = await startTestService({
    vars: { MODELS: JSON.stringify(models), QUOTAS: JSON.stringify(quotas) },
  });
  ada = await signUp(service, "ada");
  await addReadyFile(
    ada,
    ada.workspace.personalId,
    textFile("harbour.txt", "The harbour of Brackwater opened in 1871.\n"),
  );
});
afterAll(() => server.close());

test("a user who stops an answer before it is stored still uses the token quota", async () => {
  const threadID = await startThread(ada, ada.workspace.personalId);
  const socket = new WebSocket(
    new URL(`/v1/threads/${threadID}/events?drafts=true`, service.url.replace(/^http/, "ws")).href,
    ["knowledge.v1", `bearer.${await service.token(ada.email)}`],
  );
  const frames: { readonly draft?: object; readonly error?: { readonly message: string } }[] = [];
  socket.addEventListener("message", ({ data }) =>
    frames.push(JSON.parse(String(data)) as (typeof frames)[number]),
  );
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  const messageID = newId("msg");
  socket.send(JSON.stringify({ promptV2: { messageId: messageID, prompt: QUESTION } }));
  await vi.waitFor(() => expect(frames).toContainEqual({ draft: expect.anything() }), REMOTE_WAIT);
  await ada.api.request("DELETE", "/v1/threads/{threadID}/messages/{messageID}/answer", {
    params: { threadID, messageID },
  });
  expect(await server.asked[0]?.ended).toBe(false);
  const counted = async (): Promise<void> => expect((await usageBy(ada)).outputTokens).toBeGreaterThan(0);
  await vi.waitFor(counted, REMOTE_WAIT);
  socket.send(JSON.stringify({ promptV2: { messageId: newId("msg"), prompt: QUESTION } }));
  const refused = await vi.waitUntil(
    () => frames.find(({ error }) => error !== undefined)?.error,
    REMOTE_WAIT,
  );
  socket.close();
  expect(refused?.message).toContain("quota of 150 tokens a day");
  expect(server.asked).toHaveLength(1);
});
