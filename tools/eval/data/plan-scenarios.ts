import { sample } from "./seeded.ts";
import type { DataSet, Question, SourceDocument } from "./data-set.ts";
import type { Conversation } from "./conversation.ts";

/** Documents with an index of their own, and the questions to ask there. */
export interface Scenario {
  readonly documents: readonly SourceDocument[];
  readonly questions: readonly Question[];
  readonly conversations: readonly Conversation[];
}

export interface Sampling {
  /** Maximum number of questions of each kind. */
  readonly limit: number;
  readonly seed: number;
  /** Share of groups to hold out, at least 0 and below 1: their questions are out of scope. */
  readonly holdOut: number;
}

/** One index with all documents except the held-out groups. */
export function planScenario(set: DataSet, { limit, seed, holdOut }: Sampling): Scenario {
  const groups = [...new Set(set.documents.map(({ group }) => group))];
  const heldOut = new Set(sample(groups, Math.floor(groups.length * holdOut), seed));
  const documents = set.documents.filter(({ group }) => !heldOut.has(group));
  const known = new Set(documents.map(({ id }) => id));
  const questions = set.questions.map((question): Question => {
    if (question.about.length > 0 && !question.about.some((id) => known.has(id))) return outside(question);
    return { ...question, relevance: new Map([...question.relevance].filter(([id]) => known.has(id))) };
  });
  const conversations = set.conversations.filter(({ doc }) => doc === undefined || known.has(doc));
  return { documents, questions: sampleKinds(questions, limit, seed), conversations };
}

/** One index per document, with its questions and the same number of questions about other documents. */
export function planScenariosPerDocument(set: DataSet, { limit, seed }: Sampling): Scenario[] {
  const questions = sampleKinds(
    set.questions.filter(({ about }) => about.length === 1),
    limit,
    seed,
  );
  const answerable = questions.filter(({ kind }) => kind === "answerable");
  const byDocument = Map.groupBy(questions, ({ about }) => about[0]);
  return set.documents.flatMap((document, place) => {
    const own = byDocument.get(document.id) ?? [];
    const conversations = set.conversations.filter(({ doc }) => doc === document.id);
    if (own.length + conversations.length === 0) return [];
    const others = answerable.filter(({ about }) => about[0] !== document.id);
    const asMany = own.filter(({ kind }) => kind === "answerable").length;
    return [
      {
        documents: [document],
        questions: [...own, ...sample(others, asMany, seed + place).map(outside)],
        conversations,
      },
    ];
  });
}

/** At most `limit` questions of each kind. */
export function sampleKinds(questions: readonly Question[], limit: number, seed: number): Question[] {
  return [...Map.groupBy(questions, ({ kind }) => kind).values()].flatMap((some) =>
    sample(some, limit, seed),
  );
}

function outside(question: Question): Question {
  return { ...question, kind: "outside", relevance: new Map(), answers: [] };
}
