/** The built service as on Cloudflare, with a stand-in behind the runtime's own binding of Workers AI. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startWorkersAi, type WorkersAiServer } from "../support/fixtures/workers-ai-server.ts";
import { type CloudflareService, startCloudflareService } from "../support/http/cloudflare-service.ts";
import { addReadyFile, type RemoteUser, signUp, textFile } from "../support/http/remote-user.ts";
import { REMOTE_WAIT } from "../support/setup/wait.ts";

const DOGS = "Hunde müssen auf dem unteren Deck der Fähre bleiben.";
const LAMP = "Die Lampe wurde 1957 elektrisch.";
const ABOUT_DOGS = "Are pets allowed on the boat?";

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
