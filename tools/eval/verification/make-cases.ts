import { stem } from "../../../src/text/stemmer.ts";
import { isStopWord, termsOf } from "../../../src/text/terms.ts";
import type { DataSet, Question } from "../data/data-set.ts";
import { sample, seededRandom } from "../data/seeded.ts";
import { containsText } from "../measure/contains-text.ts";
import { changeName, changeNumber, namesOf, negate, swapNames } from "./make-negatives.ts";
import { merge, reorder, respell, reword, shorten, state } from "./make-paraphrases.ts";
import { sentencesOfSet, type SourceSentence } from "./source-sentences.ts";
import type { FalseKind, StatementCase, TrueKind } from "./statement-case.ts";
import { readWrittenStatements } from "./written-statements.ts";

const MAX_WORDS_OF_ANSWER = 8;
/** Minimum share of a question's words in the sentence with its answer or in that sentence's context. */
const MIN_SHARED = 0.5;

/**
 * Creates paraphrases of source sentences, and for each paraphrase one fault of every possible kind.
 * @param limit number of source sentences per set
 * @param folder of the set, which may contain manual statements
 */
export async function makeCases(
  set: DataSet,
  folder: string,
  { limit, seed }: { limit: number; seed: number },
): Promise<StatementCase[]> {
  const sentences = await sentencesOfSet(set);
  const random = seededRandom(seed);
  const chosen = sample(
    [...sentences.values()].flat().filter(({ isProse }) => isProse),
    limit,
    seed,
  );
  const others = sample(
    [...sentences.values()].flat().filter(({ isProse }) => isProse),
    limit,
    seed + 1,
  );
  const cases: StatementCase[] = [];
  const questions = Map.groupBy(set.questions, (question) => question.about[0] ?? "");
  const about = { set: set.name, sentences, others, questions, random };
  for (const source of chosen) cases.push(...casesOf(about, source));
  cases.push(...sample(statedCases(set, sentences), limit, seed));
  cases.push(...(await readWrittenStatements(set.name, folder, sentences)));
  return cases;
}

interface Material {
  readonly set: string;
  readonly sentences: ReadonlyMap<string, readonly SourceSentence[]>;
  readonly others: readonly SourceSentence[];
  /** By document id. */
  readonly questions: ReadonlyMap<string, readonly Question[]>;
  readonly random: () => number;
}

function casesOf(material: Material, source: SourceSentence): StatementCase[] {
  const { set, sentences, random } = material;
  const at = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const own = sentences.get(source.document) ?? [];
  const next = own[own.indexOf(source) + 1];
  // Any question about the document serves for the true and for the false sentence.
  const asked = at(material.questions.get(source.document) ?? [])?.text ?? "";
  const made = (
    isTrue: boolean,
    kind: TrueKind | FalseKind,
    sentence: string | null,
    cited: readonly SourceSentence[],
  ): StatementCase[] => {
    if (sentence === null) return [];
    const given = own.map(({ text }) => text);
    return [
      {
        set,
        group: source.group,
        isTrue,
        kind,
        sentence,
        question: asked,
        cited: cited.map(({ text, about }) => ({ text, about })),
        given,
      },
    ];
  };
  const said: [TrueKind, string | null][] = [
    ["shortened", shorten(source.text)],
    ["reordered", reorder(source.text)],
    ["reworded", reword(source.text)],
    ["respelled", respell(source.text)],
  ];
  const inOtherWords = said.flatMap(([kind, sentence]) => made(true, kind, sentence, [source]));
  const merged =
    next?.isProse === true ? made(true, "merged", merge(source.text, next.text), [source, next]) : [];
  // Faults are applied to a paraphrase if there is one, because a changed copy is easy to detect.
  const base = inOtherWords[Math.floor(random() * inOtherWords.length)]?.sentence ?? source.text;
  const names = own.flatMap(({ text }) => namesOf(text));
  // The previous sentence is context of the source, and the source is context of the next one.
  const [previous] = own.slice(Math.max(0, own.indexOf(source) - 1));
  const elsewhere = own.filter(
    (other) => other !== source && other !== next && other !== previous && other.isProse,
  );
  const far = material.others.filter(({ group }) => group !== source.group);
  const [near, strange] = [at(elsewhere), at(far)];
  return [
    ...made(true, "copied", source.text, [source]),
    ...inOtherWords,
    ...merged,
    ...made(false, "number", changeNumber(base, random), [source]),
    ...made(false, "name", changeName(base, names, random), [source]),
    ...made(false, "swapped", swapNames(base, random), [source]),
    ...made(false, "negated", negate(base), [source]),
    ...(near === undefined ? [] : made(false, "moved", base, [near])),
    ...(strange === undefined ? [] : made(false, "inserted", base, [strange])),
    ...(near === undefined ? [] : made(false, "joined", joined(base, near.text), [source])),
  ];
}

/** Appends another sentence's statement to the source's statement. */
function joined(base: string, other: string): string | null {
  const added = other.split(/, | (?=and |which |who )/)[0] ?? "";
  return added.split(" ").length < 4 ? null : merge(base, `${added.replace(/\.$/, "")}.`);
}

/** Turns questions with their answers into statements that cite the answer's sentence. */
function statedCases(
  set: DataSet,
  sentences: ReadonlyMap<string, readonly SourceSentence[]>,
): StatementCase[] {
  return set.questions.flatMap(({ text, answers, about, kind }): StatementCase[] => {
    const [answer = ""] = answers;
    const own = sentences.get(about[0] ?? "") ?? [];
    const sentence = state(text, answer);
    if (kind !== "answerable" || sentence === null || answer.split(" ").length > MAX_WORDS_OF_ANSWER)
      return [];
    const source = own
      .filter(({ text: said }) => containsText(said, answer))
      .toSorted((one, other) => sharedWith(text, other) - sharedWith(text, one))[0];
    if (source === undefined || sharedWith(text, source) < MIN_SHARED) return [];
    const cited = [{ text: source.text, about: source.about }];
    return [
      {
        set: set.name,
        group: source.group,
        isTrue: true,
        kind: "stated",
        sentence,
        question: text,
        cited,
        given: own.map((each) => each.text),
      },
    ];
  });
}

function sharedWith(question: string, { text, about }: SourceSentence): number {
  const asked = contentOf(question);
  const there = contentOf(`${text}\n${about}`);
  return [...asked].filter((each) => there.has(each)).length / Math.max(1, asked.size);
}

const contentOf = (text: string): Set<string> =>
  new Set(termsOf(text).flatMap(({ term }) => (isStopWord(term) ? [] : [stem(term)])));
