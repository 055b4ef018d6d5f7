/** The built service as on Cloudflare, with a stand-in behind the runtime's own binding of Workers AI. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { startWorkersAi, type WorkersAiServer } from "../support/fixtures/workers-ai-server.ts";
import { type CloudflareService, startCloudflareService } from "../support/http/cloudflare-service.ts";
import { addReadyFile, type RemoteUser, signUp, startThread, textFile } from "../support/http/remote-user.ts";
import { REMOTE_WAIT } from "../support/setup/wait.ts";

const DOGS = "Hunde müssen auf dem unteren Deck der Fähre bleiben.";
const LAMP = "Die Lampe wurde 1957 elektrisch.";
const ABOUT_DOGS = "Are pets allowed on the boat?";
const OPENED = "The harbour of Brackwater opened in 1871.";
const ENTERED = "Ships entered the harbour of Brackwater in 1903.";
const ABOUT_HARBOUR = "When did the harbour of Brackwater open?";

let ai: WorkersAiServer;
let cloud: CloudflareService;
let ada: RemoteUser;

beforeAll(async () => {
  ai = await startWorkersAi();
  cloud = await startCloudflareService(ai);
  ada = await signUp(cloud, "ada");
  await addReadyFile(ada, ada.workspace.personalId, textFile("deck.txt", `${DOGS}\n`));
  await addReadyFile(ada, ada.workspace.personalId, textFile("lamp.txt", `${LAMP}\n`));
});
afterAll(async () => {
  await cloud.close();
  ai.close();
});

async function found(user: RemoteUser, query: string): Promise<string[]> {
  return (await user.api.request("POST", "/v1/search", { body: { query, limit: 5 } })).data.passages.map(
    ({ text }) => text.trim(),
  );
}

test("with the binding AI, search finds texts in other words than the question", async () => {
  await vi.waitFor(async () => expect((await found(ada, ABOUT_DOGS))[0]).toBe(DOGS), REMOTE_WAIT);
  const models = new Set(ai.asked.map(({ model }) => model));
  expect(models).toContain("@cf/baai/bge-m3");
});

test("without the binding AI, search compares words", async () => {
  const wordsOnly = await startCloudflareService(null);
  try {
    const bob = await signUp(wordsOnly, "bob");
    await addReadyFile(bob, bob.workspace.personalId, textFile("deck.txt", `${DOGS}\n`));
    expect(await found(bob, "Wo bleiben Hunde auf der Fähre?")).toEqual([DOGS]);
    expect(await found(bob, ABOUT_DOGS)).toEqual([]);
  } finally {
    await wordsOnly.close();
  }
});

/** Prefers the text that has fewer words of the question. */
const scoreOfReranker = (query: string, context: string): number =>
  query.includes("rocks") ? 0.001 : context.includes("1903") ? 0.9 : 0.4;

test("the reranker decides the order of the answer and whether there is one; words decide without it", async () => {
  const reranker = await startWorkersAi(scoreOfReranker);
  const service = await startCloudflareService(reranker);
  try {
    const eve = await signUp(service, "eve");
    await addReadyFile(eve, eve.workspace.personalId, textFile("harbour.txt", `${OPENED}\n`));
    await addReadyFile(eve, eve.workspace.personalId, textFile("ships.txt", `${ENTERED}\n`));
    const threadId = await startThread(eve, eve.workspace.personalId);
    const client = createClient({ origin: service.url, token: await service.token(eve.email) });
    const quotesOf = async (question: string): Promise<string[]> =>
      (await client.ask(threadId, question)).citations.map(({ quote }) => quote);
    const textOf = async (question: string): Promise<string> => (await client.ask(threadId, question)).text;
    expect((await quotesOf(ABOUT_HARBOUR))[0]).toBe(ENTERED);
    expect(await textOf("When did ships enter the harbour of Brackwater on the rocks?")).toMatch(
      /^Nothing in the documents in scope answers this\./,
    );
    reranker.close();
    expect((await quotesOf(ABOUT_HARBOUR))[0]).toBe(OPENED);
  } finally {
    await service.close();
    reranker.close();
  }
});
