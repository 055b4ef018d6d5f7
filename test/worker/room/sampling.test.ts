import { expect, test } from "vitest";
import { countWords } from "../../../src/answering/count-words.ts";
import { ask, first } from "../../support/http/prompts.ts";
import {
  createDocument,
  createWorkplace,
  listen,
  openRoom,
  post,
  promptOf,
} from "../../support/rows/workplace.ts";
import { storedMessages } from "../../support/rows/stored-messages.ts";

const SHORT = "The harbour of Brackwater opened in 1871.";
const LONG =
  "The harbour of Brackwater opened to ships of every size in 1872, when the last of the stones of its northern mole was laid by the old harbour master.";
const QUESTION = "When did the harbour of Brackwater open?";
const NOTHING_FITS = "No sentence that answers this fits the given limits.";

async function createPlace(...paragraphs: string[]) {
  const place = await createWorkplace();
  await createDocument(place, place.home, paragraphs);
  return { place, listener: await listen(place) };
}

test("max_tokens: an answer has whole sentences within the token limit, citation marks included", async () => {
  const { listener } = await createPlace(SHORT, LONG);
  const whole = await ask(listener, "promptV2", { prompt: QUESTION });
  expect(whole.quotes).toContain(SHORT);
  const least = countWords(SHORT) + 1;
  for (const member of ["promptV1", "promptV2"] as const) {
    const limited = await ask(listener, member, { prompt: QUESTION, max_tokens: least });
    expect({ text: limited.text, quotes: limited.quotes }).toEqual({ text: `${SHORT} [1]`, quotes: [SHORT] });
    expect(limited.provenance.outputTokens).toBe(least);
    expect(limited.provenance.scoped.citations).toHaveLength(1);
  }
  const enough = await ask(listener, "promptV2", { prompt: QUESTION, max_tokens: countWords(whole.text) });
  expect(enough.text).toBe(whole.text);
});

test("max_tokens: if no sentence fits, the answer says so and cites nothing", async () => {
  const { listener } = await createPlace(SHORT, LONG);
  const { text, quotes, provenance } = await ask(listener, "promptV2", {
    prompt: QUESTION,
    max_tokens: countWords(SHORT),
  });
  expect({ text, quotes, citations: provenance.scoped.citations }).toEqual({
    text: NOTHING_FITS,
    quotes: [],
    citations: [],
  });
});

test("stop: the answer ends before the first stop sequence and drops the sentence that contains it", async () => {
  const { listener } = await createPlace(SHORT, LONG);
  const { quotes } = await ask(listener, "promptV2", { prompt: QUESTION });
  const [best = "", next = ""] = quotes;
  const answer = async (...stop: string[]): Promise<string[]> =>
    (await ask(listener, "promptV2", { prompt: QUESTION, stop })).quotes;
  expect(await answer("\n\n")).toEqual([best]);
  expect(await answer("[2]", "never said")).toEqual([best]);
  expect(await answer(next.slice(-9))).toEqual([best]);
  expect(await answer("", "never said")).toEqual(quotes);
  const { text, quotes: none } = await ask(listener, "promptV2", {
    prompt: QUESTION,
    stop: [best.slice(4, 11)],
  });
  expect({ text, none }).toEqual({ text: NOTHING_FITS, none: [] });
});

test("context_window: the question and the context stay within the token limit", async () => {
  const { listener } = await createPlace(SHORT, LONG);
  const whole = await ask(listener, "promptV2", { prompt: QUESTION });
  const asked = countWords(QUESTION);
  expect(whole.provenance.inputTokens).toBe(asked + countWords(SHORT) + countWords(LONG));
  const window = asked + countWords(SHORT);
  const limited = await ask(listener, "promptV2", { prompt: QUESTION, context_window: window });
  expect({ quotes: limited.quotes, inputTokens: limited.provenance.inputTokens }).toEqual({
    quotes: [SHORT],
    inputTokens: window,
  });
  const none = await ask(listener, "promptV2", { prompt: QUESTION, context_window: window - 1 });
  expect([none.text, none.provenance.inputTokens]).toEqual([NOTHING_FITS, asked]);
});

test("options without effect on quoted sentences change no answer and are returned as sent", async () => {
  const { listener } = await createPlace(SHORT, LONG);
  const plain = await ask(listener, "promptV2", { prompt: QUESTION });
  const sampling = {
    temperature: 2,
    top_p: 0.1,
    frequency_penalty: 2,
    presence_penalty: -2,
    logit_bias: { harbour: -100 },
  };
  const sampled = await ask(listener, "promptV2", { prompt: QUESTION, ...sampling });
  expect([plain.text, sampled.text].map((text) => text.split("\n")[0])).toEqual([
    `${SHORT} [1]`,
    `${SHORT} [1]`,
  ]);
  expect(sampled.event).toMatchObject({ ...sampling, max_tokens: 0, context_window: 0, stop: [] });
});

test.each([
  ["max_tokens", -1],
  ["context_window", 1.5],
  ["stop", ["x".repeat(257)]],
  ["temperature", 3],
])("the room rejects an out-of-range %s", async (name, value) => {
  const { listener } = await createPlace(SHORT);
  listener.socket.send(JSON.stringify({ promptV2: { prompt: QUESTION, [name]: value } }));
  expect(await first(listener, ({ error }) => error)).toMatchObject({ code: "invalid_argument" });
});

test("a posted message has no limits", async () => {
  const { place } = await createPlace(SHORT, LONG);
  const { messageId } = await post(openRoom(place), promptOf(place, QUESTION));
  await openRoom(place).waitForAnswer(messageId, 30_000);
  expect((await storedMessages(place.threadId))[1]?.content).toContain("northern mole");
});
