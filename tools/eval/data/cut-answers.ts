import { splitSentences } from "../../../src/text/sentences.ts";
import { containsText } from "../measure/contains-text.ts";
import type { Question, SourceDocument } from "./data-set.ts";
import type { Scenario } from "./plan-scenarios.ts";
import { sample } from "./seeded.ts";

/** Content types from which sentences can be removed. */
const TEXTS = new Set(["text/plain", "text/markdown", "text/csv"]);

/**
 * Creates near misses: the same documents without the sentences that answer half of their questions. All
 * question terms may occur without an answer. Unanswerable questions become `impossible`; only questions
 * about one text with known answers are used.
 */
export async function cutAnswers({ documents, questions }: Scenario, seed: number): Promise<Scenario> {
  const byDocument = Map.groupBy(
    questions.filter(
      ({ kind, about, answers }) => kind === "answerable" && about.length === 1 && answers.length > 0,
    ),
    ({ about }) => about[0] ?? "",
  );
  const cut = await Promise.all(
    documents.map(
      async (document, place) => await cutFrom(document, byDocument.get(document.id) ?? [], seed + place),
    ),
  );
  return {
    documents: cut.map(({ document }) => document),
    questions: cut.flatMap((each) => each.questions),
    conversations: [],
  };
}

async function cutFrom(document: SourceDocument, questions: readonly Question[], seed: number) {
  if (questions.length === 0 || !TEXTS.has(document.contentType)) return { document, questions: [] };
  const whole = new TextDecoder().decode(await document.read());
  const text = sample(questions, Math.ceil(questions.length / 2), seed).reduce(withoutAnswers, whole);
  const isAnswered = ({ answers }: Question): boolean => answers.some((answer) => containsText(text, answer));
  return {
    // Texts that became empty are dropped.
    document: {
      ...document,
      read: async () =>
        await Promise.resolve(Uint8Array.from(new TextEncoder().encode(text.trim() === "" ? "—" : text))),
    },
    questions: questions.map((question): Question =>
      isAnswered(question) ? question : { ...question, kind: "impossible" },
    ),
  };
}

function withoutAnswers(text: string, { answers }: Question): string {
  const gone = splitSentences(text).filter(({ start, end }) =>
    answers.some((answer) => containsText(text.slice(start, end), answer)),
  );
  return gone.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}
