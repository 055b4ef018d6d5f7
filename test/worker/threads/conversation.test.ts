import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { addReadyAsset } from "../../support/assets.ts";
import { TALKS, TEXTS } from "../../support/conversation/talks.ts";
import { call } from "../../support/http.ts";
import { type Person } from "../../support/people.ts";
import { liveThread } from "../../support/progress.ts";
import { say, startThread } from "../../support/threads.ts";

/** Of thirty follow-ups; without the conversation it is about half of that. */
const LEAST_RIGHT = 26;

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** The quotes of the newest answer. */
async function quotesOf(person: Person, threadId: string, question: string): Promise<string[]> {
  const { messages, knowledgeProvenance } = await say(person, threadId, question);
  const answerId = idFromBytes("msg", messages.at(-1).id);
  const citations = Object.values(knowledgeProvenance.citations) as { readonly quote: string; readonly messageId: string }[];
  return citations.filter(({ messageId }) => messageId === answerId).map(({ quote }) => quote);
}

test("follow-ups are understood with what was asked and answered before, in five languages", async () => {
  const { ada, home } = await liveThread();
  for (const [name, text] of Object.entries(TEXTS)) await addReadyAsset(ada, home, text, { name: `${name}.txt` });
  const wrong: string[] = [];
  let followUps = 0;
  for (const [first, ...others] of TALKS) {
    const threadId = await startThread(ada, home);
    if (first !== undefined) await say(ada, threadId, first[0]);
    for (const [question, expected] of others) {
      followUps += 1;
      const quotes = await quotesOf(ada, threadId, question);
      if (!quotes.some((quote) => quote.includes(expected))) wrong.push(`${first?.[0]} … ${question} → ${quotes.join(" | ")}`);
    }
  }
  expect(wrong.slice(followUps - LEAST_RIGHT)).toEqual([]);
}, 120_000);

test("what was understood is told in the last frame, and nothing for a question that is complete", async () => {
  const { ada, home, threadId, hers } = await liveThread();
  await addReadyAsset(ada, home, TEXTS["The Marlow Lifeboat Museum"] ?? "");
  await say(ada, threadId, "Who opened the lifeboat museum?");
  await say(ada, threadId, "When did she retire?");
  await say(ada, threadId, "What is the oldest boat in the collection?");
  await hers.until((frames) => frames.filter(({ textV1 }) => textV1?.isDone).length === 3);
  const told = hers.frames.flatMap(({ textV1 }) =>
    textV1?.isDone ? [(textV1.provenance as { readonly interpretedAs?: string }).interpretedAs] : [],
  );
  expect(told).toEqual(["", "Who opened the lifeboat museum? (Ellen Truscott) When did she retire?", ""]);
});

test("a follow-up is answered in two trips, however long the thread", async () => {
  const { ada, home, threadId } = await liveThread();
  await addReadyAsset(ada, home, TEXTS["The Marlow Lifeboat Museum"] ?? "");
  for (const [question] of TALKS[1] ?? []) await say(ada, threadId, question);
  const body = { messageContent: "And when was it launched?", messageKind: "promptV2", recipients: [], threadId };
  const trips: (number | null)[] = [];
  // On a busy machine the index may be too slow for an answer at once; then the question is stored first.
  for (let ask = 0; ask < 3 && !trips.includes(2); ask += 1) {
    trips.push((await call("POST", `/v1/threads/${threadId}/messages`, { token: ada.token, body })).trips);
  }
  expect(trips).toContain(2);
});
