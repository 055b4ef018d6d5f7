import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/http/assets.ts";
import { TALKS, TEXTS } from "../../support/fixtures/conversations.ts";
import type { Person } from "../../support/http/person.ts";
import { liveThread } from "../../support/http/progress.ts";
import { sampled } from "../../support/setup/scaled.ts";
import { sendMessage, startThread } from "../../support/http/threads.ts";

/** Eight of thirty follow-ups may fail. Without the conversation, about half of them fail. */
const MAX_WRONG = 8 / 30;

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The quotes of the newest answer. */
async function quotesOf(person: Person, threadId: string, question: string): Promise<string[]> {
  const { messages, knowledgeProvenance } = await sendMessage(person, threadId, question);
  const answerId = idFromBytes("msg", messages.at(-1).id);
  const citations = Object.values(knowledgeProvenance.citations) as {
    readonly quote: string;
    readonly messageId: string;
  }[];
  return citations.filter(({ messageId }) => messageId === answerId).map(({ quote }) => quote);
}

test("follow-ups use earlier questions and answers, in five languages", async () => {
  const { ada, home } = await liveThread();
  for (const [name, text] of Object.entries(TEXTS))
    await addReadyAsset(ada, home, text, { name: `${name}.txt` });
  const wrong: string[] = [];
  let followUps = 0;
  for (const [first, ...others] of sampled(TALKS, 4, "talks")) {
    const threadId = await startThread(ada, home);
    if (first !== undefined) await sendMessage(ada, threadId, first[0]);
    for (const [question, expected] of others) {
      followUps += 1;
      const quotes = await quotesOf(ada, threadId, question);
      if (!quotes.some((quote) => quote.includes(expected)))
        wrong.push(`${first?.[0]} … ${question} → ${quotes.join(" | ")}`);
    }
  }
  expect(wrong.slice(Math.floor(followUps * MAX_WRONG))).toEqual([]);
}, 120_000);
