import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Request } from "../../../scripts/lib/miniflare.ts";
import { startLocalModels } from "../../../scripts/lib/models/local-models.ts";
import { obstacleOf } from "../../../scripts/lib/models/supported-models.ts";
import { answerFromTables } from "../../../src/answering/tables/answer-from-tables.ts";
import { fitsEmbedder } from "../../../src/answering/tables/operations-of.ts";
import { parseTables } from "../../../src/answering/tables/parse-tables.ts";
import { embedAll } from "../../../src/models/embed-all.ts";
import type { Embedder } from "../../../src/models/embedder.ts";
import { createLocalEmbedder } from "../../../src/models/local-models.ts";
import { passage } from "../../support/assertions/quotes-of.ts";

const BOATS =
  "| Boat | Harbor | Fare (EUR) | Seats | Length (m) | Built |\n| --- | --- | --- | --- | --- | --- |\n" +
  "| Heron | Stenna | 4.50 | 120 | 18.2 | 1998 |\n| Gannet | Oxna | 17.00 | 90 | 24.6 | 2004 |\n" +
  "| Tern | Stenna | 8.20 | 85 | 16.9 | 1996 |\n| Puffin | Vaila | 9.00 | 70 | 12.4 | 2011 |\n";
const TREES =
  "| Baum | Standort | Höhe (m) |\n| --- | --- | --- |\n" +
  "| Linde | Nordtor | 18,5 |\n| Eiche | Teichwiese | 24,0 |\n| Buche | Teichwiese | 27,3 |\n";
const TIMEOUT_MS = 30_000;

// ONNX Runtime has no binary for some machines.
describe.skipIf(obstacleOf("encoder") !== null)("answers from tables", () => {
  let embedder: Embedder;
  let stop = (): void => {};
  beforeAll(() => {
    const local = startLocalModels({ encoder: true, reader: false });
    if (local === null) throw new Error("No model runs here.");
    stop = () => local.stop();
    const fetch = async (url: string, init: object) => await local.answer(new Request(url, init));
    embedder = createLocalEmbedder({ fetch } as unknown as Fetcher, "test") as Embedder;
  });
  afterAll(() => stop());

  async function answerTo(question: string, topic = "") {
    const tables = [BOATS, TREES].flatMap((text, at) =>
      parseTables([passage(text, at, at === 0 ? "Boats" : "Bäume")]),
    );
    const found = await answerFromTables(
      { question, topic },
      tables,
      async (texts, purpose) => await embedAll(embedder, texts, purpose, TIMEOUT_MS),
    );
    return found === null ? null : [found.text, ...found.rows.map(({ cells }) => cells[0])];
  }

  test.each([
    ["How many seats does the Heron have?", ["Seats: 120", "Heron"]],
    ["Wie hoch ist die Eiche?", ["Höhe (m): 24,0", "Eiche"]],
    ["Which boat is the cheapest?", ["Fare (EUR): 4.50", "Heron"]],
    ["Which boat is the longest?", ["Length (m): 24.6", "Gannet"]],
    ["Welcher Baum ist der höchste?", ["Höhe (m): 27,3", "Buche"]],
    ["How many boats are in Stenna?", ["2", "Heron", "Tern"]],
    ["Welche Bäume stehen auf der Teichwiese?", [null, "Eiche", "Buche"]],
    ["Which boats are longer than 17 m?", [null, "Heron", "Gannet"]],
    ["What is the total number of seats of all boats?", ["Seats: 365", "Heron", "Gannet", "Tern", "Puffin"]],
    ["Is the Heron or the Tern longer?", [null, "Heron", "Tern"]],
  ])("%s", async (question, expected) => {
    expect(await answerTo(question)).toEqual(expected);
  });

  test.each([
    [
      "asks for an extreme",
      "How many seats does the Heron have?",
      "Which boat is the cheapest?",
      "Fare (EUR): 4.50",
    ],
    [
      "asks about another table",
      "How many seats does the Heron have?",
      "Welcher Baum ist der höchste?",
      "Höhe (m): 27,3",
    ],
    ["names another row", "How many seats does the Heron have?", "And the Tern?", "Seats: 85"],
    [
      "names another row with a word",
      "How many seats does the Heron have?",
      "When was the Tern built?",
      "Built: 1996",
    ],
    ["names another value of a filter", "How many boats are in Vaila?", "And in Stenna?", "2"],
    [
      "asks for an extreme of the rows",
      "Which boat is the longest?",
      "And the shortest?",
      "Length (m): 12.4",
    ],
    ["names another row in German", "Wie hoch ist die Eiche?", "Und die Linde?", "Höhe (m): 18,5"],
  ])(
    "a question that %s after another question has an answer of its own",
    async (_, topic, question, text) => {
      expect((await answerTo(question, topic))?.[0]).toBe(text);
    },
  );

  test.each([
    ["How many seats does the Heron have?", "And the Kittiwake?"],
    ["How many seats does the Heron have?", "What color is the Tern?"],
    ["Which boat has the most seats?", "And the most sponsors?"],
  ])("after %s, the tables do not answer: %s", async (topic, question) => {
    expect(await answerTo(question, topic)).toBeNull();
  });

  test.each([
    ["a column that the table lacks", "What color is the Heron?"],
    ["an extreme of a column that the table lacks", "Which boat has the most sponsors?"],
    ["a row that the table lacks", "How many seats does the Kittiwake have?"],
    ["a value that the table lacks", "How many boats are in Lisbon?"],
    ["a code that the table lacks", "What does F12 mean?"],
    ["something else", "How do I paint the hull of the Heron?"],
  ])("the tables do not answer a question about %s", async (_, question) => {
    expect(await answerTo(question)).toBeNull();
  });

  test("the weights fit the built-in embedder only", () => {
    expect(fitsEmbedder(embedder)).toBe(true);
    expect(fitsEmbedder({ ...embedder, name: "other" })).toBe(false);
  });
});
