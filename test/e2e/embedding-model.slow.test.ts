/** The built service with an embedding model of the operator's choice, over real HTTP on both sides. */
import { afterAll, expect, test, vi } from "vitest";
import { addReadyFile, type RemoteUser, signUp, textFile } from "../support/http/remote-user.ts";
import { startModelServer } from "../support/fixtures/model-server.ts";
import { startTestService } from "../support/http/service.ts";

const KEY = "sk-e2e-secret-key";
const DOGS = "Hunde müssen auf dem unteren Deck der Fähre bleiben.";

test("searches with the model's vectors, hides the key, and falls back to words if the model is down", async () => {
  const model = await startModelServer(384);
  afterAll(model.close);
  const service = await startTestService({
    vars: {
      EMBEDDER: "openai",
      EMBEDDING_URL: model.urlOf("plain"),
      EMBEDDING_MODEL: "test-model",
      EMBEDDING_KEY: KEY,
      EMBEDDING_DIMENSIONS: "384",
    },
  });
  const ada = await signUp(service, "ada");
  await addReadyFile(
    ada,
    ada.workspace.personalId,
    textFile("deck.txt", `${DOGS}\n\nDie Lampe wurde 1957 elektrisch.\n`),
  );
  await vi.waitFor(
    async () => expect((await found(ada, "Are pets allowed on the boat?"))[0]).toContain(DOGS),
    {
      timeout: 60_000,
      interval: 500,
    },
  );
  expect(model.asked.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
  expect(model.asked.flatMap(({ input }) => input)).toContain(DOGS);

  model.close();
  expect((await found(ada, "Wann wurde die Lampe elektrisch?"))[0]).toContain("1957");
  const { stdout, stderr } = service.output;
  expect(`${stdout}${stderr}`).toContain("embedder_failed");
  expect(`${stdout}${stderr}`).not.toMatch(/sk-e2e|Hunde|pets allowed/);
});

async function found({ api }: RemoteUser, query: string): Promise<string[]> {
  return (await api.request("POST", "/v1/search", { body: { query, limit: 5 } })).data.passages.map(
    ({ text }) => text,
  );
}
