import { describe, expect, test } from "vitest";
import { runToCompletion, type CooperativeTask } from "../../src/text/cooperative-task.ts";
import { chunkText, chunkTextSteps } from "../../src/ingestion/chunk/chunk-text.ts";
import { countTextTokens, countTextTokensSteps } from "../../src/text/count-text-tokens.ts";
import { runCooperatively } from "../../src/text/run-cooperatively.ts";
import { keywordsOf, keywordsSteps } from "../../src/ingestion/summary/keywords-of.ts";
import { summarizeText, summarizeSteps } from "../../src/ingestion/summary/summarize-text.ts";
import { honestText } from "../hostile/files.ts";

const TEXT = honestText(120_000);

function stepsOf(steps: CooperativeTask<unknown>): number {
  let count = 0;
  while (steps.next().done !== true) count += 1;
  return count;
}

describe("a cooperative task", () => {
  test("a cooperative task gives the same result as an uninterrupted one", async () => {
    expect(await runCooperatively(chunkTextSteps(TEXT, []))).toEqual(chunkText(TEXT, []));
    expect(await runCooperatively(countTextTokensSteps(TEXT))).toBe(countTextTokens(TEXT));
    expect(await runCooperatively(keywordsSteps(TEXT, "A title"))).toEqual(keywordsOf(TEXT, "A title"));
    expect(await runCooperatively(summarizeSteps(TEXT))).toBe(summarizeText(TEXT));
  });

  test("a cooperative task yields while it runs, even if the clock stands still", async () => {
    let pauses = 0;
    const result = await runCooperatively(counting(10_000), async () => {
      pauses += 1;
    });
    expect(result).toBe(10_000);
    expect(pauses).toBeGreaterThanOrEqual(4);
  });

  test("two cooperative tasks alternate", async () => {
    const order: string[] = [];
    const work = async (name: string): Promise<void> =>
      void (await runCooperatively(counting(6_000, () => order.push(name))));
    await Promise.all([work("a"), work("b")]);
    expect(order.lastIndexOf("a")).toBeGreaterThan(order.indexOf("b"));
  });

  test("a cooperative task rejects with the error of its pause", async () => {
    const pause = (): Promise<void> => Promise.reject(new Error("out of time"));
    await expect(runCooperatively(counting(10_000), pause)).rejects.toThrow("out of time");
  });
});

describe("the time between two yields does not grow with the text", () => {
  const long = `${TEXT}${TEXT}${TEXT}`;
  test.each([
    ["prose", long],
    ["blank lines", "\n".repeat(200_000)],
    ["one paragraph", long.replaceAll("\n", " ")],
    ["short lines", "a\n".repeat(80_000)],
  ])("the time between two yields of the chunker does not grow with the text: %s", (_, text) => {
    expect(stepsOf(chunkTextSteps(text, []))).toBeGreaterThan(text.length / 5_000);
  });

  test("tokens, keywords and summaries yield in proportion to the text", () => {
    expect(stepsOf(countTextTokensSteps(long))).toBeGreaterThan(long.length / 50_000);
    expect(stepsOf(keywordsSteps(long, ""))).toBeGreaterThan(1_000);
    expect(stepsOf(summarizeSteps(long))).toBeGreaterThan(300);
  });

  test("concurrent token counts share no state", () => {
    const counts = [countTextTokensSteps(TEXT), countTextTokensSteps(TEXT.slice(0, 40_000))] as const;
    counts[0].next();
    expect(runToCompletion(counts[1])).toBe(countTextTokens(TEXT.slice(0, 40_000)));
    expect(runToCompletion(counts[0])).toBe(countTextTokens(TEXT));
  });
});

function* counting(steps: number, each = (): unknown => null): CooperativeTask<number> {
  for (let done = 0; done < steps; done += 1) {
    each();
    yield;
  }
  return steps;
}
