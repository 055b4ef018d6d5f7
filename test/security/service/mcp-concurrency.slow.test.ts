/**
 * Promise: At most four `/mcp` calls of one user run at the same time, and other users do not wait for them.
 * Attack: A user sent a hundred questions to `/mcp`. The service answered all of them at the same time, and
 * other users waited up to 17 seconds.
 */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ChatServer, startChatServer } from "../../support/fixtures/chat-server.ts";
import { addReadyFile, type RemoteUser, signUp, textFile } from "../../support/http/remote-user.ts";
import { type Service, startTestService } from "../../support/http/service.ts";

const OPENED = "The harbour of Brackwater opened in 1871 after nine years of work.";
const CALLS = 12;

const gate = Promise.withResolvers<void>();
const texts = { now: 0, most: 0 };
let server: ChatServer<"counted">;
let service: Service;
let ada: RemoteUser;
let bob: RemoteUser;

beforeAll(async () => {
  server = await startChatServer({
    counted: async ({ say, numberOf }) => {
      texts.now += 1;
      texts.most = Math.max(texts.most, texts.now);
      await gate.promise;
      await say(`${OPENED} [${numberOf("1871")}]`);
      texts.now -= 1;
    },
  });
  const model = {
    id: "counted",
    provider: "openai",
    url: server.urlOf("counted"),
    model: "m",
    contextWindow: 8_192,
  };
  service = await startTestService({ vars: { MODELS: JSON.stringify([model]), RATE_LIMITS: "off" } });
  [ada, bob] = [await signUp(service, "ada"), await signUp(service, "bob")];
  await addReadyFile(ada, ada.workspace.personalId, textFile("harbour.txt", `${OPENED}\n`));
});
afterAll(() => server.close());

async function call(user: RemoteUser, id: number, name: string, input: object): Promise<any> {
  const message = { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } };
  const headers = { "content-type": "application/json", authorization: `Bearer ${user.api.token}` };
  const response = await fetch(`${service.url}/mcp`, {
    method: "POST",
    headers,
    body: JSON.stringify(message),
  });
  return await response.json();
}

test("a user's questions reach the model four at a time, and all get an answer", async () => {
  const question = "When did the harbour of Brackwater open?";
  const asking = Promise.all(
    Array.from({ length: CALLS }, async (_, id) => await call(ada, id, "ask", { question })),
  );
  await vi.waitUntil(() => server.asked.length >= 4, { timeout: 60_000, interval: 20 });
  // After twenty other calls, none of the remaining questions has reached the model.
  for (let id = 0; id < 20; id += 1)
    expect((await call(bob, id, "list_collections", {})).result.isError).toBeUndefined();
  expect(server.asked.length).toBe(4);
  gate.resolve();
  const answers = await asking;
  expect(answers.map(({ id, result }) => [id, result?.isError])).toEqual(
    answers.map((_, id) => [id, undefined]),
  );
  expect(texts.most).toBeLessThanOrEqual(4);
});
