import { expect, test } from "vitest";
import type { Passage } from "../../src/domain/retrieval.ts";
import type { AnswerRequest } from "../../src/answering/answerer.ts";
import type { NotesJob } from "../../src/answering/notes-job.ts";
import { cutIntoParts } from "../../src/answering/generation/cut-into-parts.ts";
import { preparePrompt } from "../../src/answering/generation/prepare-prompt.ts";
import { estimateTokens } from "../../src/models/estimate-tokens.ts";
import { type LanguageModel, ModelError, type TextRequest } from "../../src/models/language-model.ts";
import { passageOf, REQUEST } from "../support/fixtures/model-request.ts";

const WINDOW = 4_096;

/** A model whose notes name the last line of each part, and a line that does not exist. */
function noteTaker(fails = false): LanguageModel & { readonly orders: TextRequest[] } {
  const orders: TextRequest[] = [];
  return {
    id: "notes",
    contextWindow: WINDOW,
    orders,
    async *write(order) {
      orders.push(order);
      if (fails) throw new ModelError("slow", "Too slow.");
      const last =
        order.messages[1]?.content
          .match(/⟨(\d+)⟩/g)
          ?.at(-1)
          ?.slice(1, -1) ?? "";
      yield await Promise.resolve({
        kind: "part" as const,
        text: `<think>Hm.</think>Point [${last}, 9999].`,
      });
      yield { kind: "end" as const, isWhole: true };
    },
  };
}

function overviewOf(count: number): AnswerRequest {
  const passages = Array.from({ length: count }, (_, at) =>
    passageOf(`# Part ${at}\n\nFact ${at} is ${"very ".repeat(60)}true.`, {
      chunkId: `chunk_${at}`,
      start: at * 1_000,
    }),
  );
  return {
    ...REQUEST,
    question: "Summarize it in two lines.",
    passages,
    overview: { documents: [], total: null },
  };
}

test("an overview reads documents that fit the window completely, in their order", async () => {
  const model = noteTaker();
  const prompt = await preparePrompt(model, overviewOf(8), "m");
  expect(model.orders).toEqual([]);
  const text = prompt?.messages[1]?.content ?? "";
  expect(text.endsWith("Question: Summarize it in two lines.")).toBe(true);
  for (let at = 0; at < 8; at += 1) expect(text).toContain(`Fact ${at} is`);
});

test("an overview of longer documents reads notes on each part, whose numbers are those of the sentences", async () => {
  const model = noteTaker();
  const prompt = await preparePrompt(model, overviewOf(60), "m");
  expect(model.orders.length).toBeGreaterThan(2);
  for (const { messages, sampling } of model.orders) {
    expect(messages[1]?.content).toContain("Request: Summarize it in two lines.");
    const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), sampling.maxTokens);
    expect(tokens).toBeLessThanOrEqual(WINDOW);
  }
  const read = model.orders.map(({ messages }) => messages[1]?.content ?? "").join("\n");
  for (let at = 0; at < 60; at += 1) expect(read).toContain(`Fact ${at} is`);
  const text = prompt?.messages[1]?.content ?? "";
  const cited = [...text.matchAll(/Point \[(\d+)\]\./g)].map(([, number]) => Number(number));
  expect(cited).toHaveLength(model.orders.length);
  expect(text).not.toMatch(/9999|Hm/);
  expect(cited.at(-1)).toBe(120);
  expect(prompt?.numbered.sentences[(cited.at(-1) ?? 0) - 1]?.text).toContain("Fact 59 is");
});

test("parts end before headings once they are half full, and no passage is lost", () => {
  const { passages } = overviewOf(40);
  const split = passages.flatMap((passage): Passage[] => {
    const at = passage.text.indexOf("\n\n");
    const [heading, rest] = [passage.text.slice(0, at), passage.text.slice(at + 2)];
    const first = { ...passage, text: heading, end: passage.start + at };
    return [first, { ...passage, chunkId: `${passage.chunkId}b`, text: rest, start: passage.start + at + 2 }];
  });
  const parts = cutIntoParts(split, 600);
  expect(parts.length).toBeGreaterThan(5);
  for (const { text, sentences } of parts) {
    expect(sentences[0]?.kind).toBe("heading");
    expect(estimateTokens(text)).toBeLessThanOrEqual(600);
  }
  expect(parts.flatMap((part) => part.passages)).toHaveLength(80);
});

test("notes that exceed the window are condensed, and citations stay within the notes", async () => {
  const orders: TextRequest[] = [];
  const model: LanguageModel = {
    id: "long",
    contextWindow: 2_048,
    async *write(order) {
      orders.push(order);
      const [rules, input] = order.messages.map(({ content }) => content);
      const numbers = [...(input ?? "").matchAll(/[⟨[](\d+)[⟩\]]/g)].map(([, number]) => number);
      const isCondensing = rules?.startsWith("You shorten notes") === true;
      const points = isCondensing ? [numbers[0], "9999"] : numbers.slice(-1);
      const text = points.map((number) => `${isCondensing ? "Short" : "Long ".repeat(90)} [${number}].`);
      yield await Promise.resolve({ kind: "part" as const, text: text.join("\n") });
      yield { kind: "end" as const, isWhole: true };
    },
  };
  const prompt = await preparePrompt(model, overviewOf(40), "m");
  const condensed = orders.filter(({ messages }) => messages[0]?.content.startsWith("You shorten notes"));
  expect(condensed.length).toBeGreaterThan(0);
  for (const { messages, sampling } of orders) {
    const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), sampling.maxTokens);
    expect(tokens).toBeLessThanOrEqual(2_048);
  }
  const text = prompt?.messages[1]?.content ?? "";
  expect(text).toMatch(/Short \[\d+\]\./);
  expect(text).not.toContain("9999");
});

test("a model that fails on a few parts leaves them out and says so, and notes of an earlier attempt stand", async () => {
  const kept = new Map<string, string>();
  const progress: string[] = [];
  const notesJob: NotesJob = {
    find: (key) => kept.get(key) ?? null,
    store: (key, notes) => void kept.set(key, notes),
    onProgress: ({ read, parts }) => progress.push(`${read}/${parts}`),
  };
  const request = { ...overviewOf(60), notesJob };
  const good = noteTaker();
  const failing: LanguageModel = {
    ...good,
    write: (order) => {
      const isFailing = order.messages[1]?.content.includes("Fact 0 is") === true;
      if (isFailing) throw new ModelError("slow", "Too slow.");
      return good.write(order);
    },
  };
  const first = await preparePrompt(failing, request, "m");
  const parts = good.orders.length + 1;
  expect(first?.unread).toEqual({ parts: 1, of: parts });
  expect([progress[0], progress.at(-1)]).toEqual([`0/${parts}`, `${parts - 1}/${parts}`]);
  const again = noteTaker();
  const second = await preparePrompt(again, request, "n");
  expect(second?.unread).toBeUndefined();
  expect(again.orders).toHaveLength(1);
});

test("a model that fails to take notes fails as a whole", async () => {
  await expect(preparePrompt(noteTaker(true), overviewOf(60), "m")).rejects.toThrow(ModelError);
});
