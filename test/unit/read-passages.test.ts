import { describe, expect, test } from "vitest";
import { draftAnswer } from "../../src/answering/draft-answer.ts";
import { readPassages } from "../../src/answering/read-passages.ts";
import { createLocalReader } from "../../src/models/local-models.ts";
import type { Reader } from "../../src/models/reader.ts";
import { passage } from "../support/assertions/quotes-of.ts";
import { emptyScope, plainQuestion } from "../support/fixtures/plain-question.ts";

const QUESTION = "What is the combination of the vault?";
const VAULT = passage("The combination of the vault is forty-two.", 0);
const OTHER = passage("The door of the house is green.", 1);

/** The reader behind a model process that answers with this. */
function readerThat(answer: () => Promise<Response> | Response): Reader {
  const fetch = async (): Promise<Response> => await answer();
  const reader = createLocalReader({ fetch } as unknown as Fetcher, "");
  if (reader === null) throw new Error("the reader has a binding");
  return reader;
}

describe("an answer by words", () => {
  test.each([
    ["failed", () => new Response(null, { status: 503 })],
    ["failed", async () => await Promise.reject(new Error("the process is gone"))],
    ["limited", () => new Response(null, { status: 429 })],
    ["limited", () => Response.json({ readings: [null, null] })],
    ["misfit", () => Response.json({})],
  ] as const)("names the reader with the reason %s", async (reason, answer) => {
    const reader = readerThat(answer);
    const readings = await readPassages(reader, QUESTION, [VAULT, OTHER]);
    const named = [{ model: reader.name, reason }];
    expect(readings).toEqual({ windows: [], passedOver: named });
    const found = { passages: [VAULT, OTHER], coverage: 1, topic: "", ...readings };
    const { answer: written } = await draftAnswer(plainQuestion(QUESTION), emptyScope(), found, false);
    expect(written.passedOver).toEqual(named);
    expect(written.citations.map(({ quote }) => quote)).toContain(VAULT.text);
  });

  test("names no reader if none is configured, or if the reader read a passage", async () => {
    const nobody = await readPassages(null, QUESTION, [VAULT, OTHER]);
    const reading = { span: { start: 0, end: 5 }, margin: 1, probability: 0.8 };
    const reader = readerThat(() => Response.json({ readings: [reading, null] }));
    const some = await readPassages(reader, QUESTION, [VAULT, OTHER]);
    expect([nobody.passedOver, some.passedOver, some.windows.length]).toEqual([[], [], 1]);
  });
});
