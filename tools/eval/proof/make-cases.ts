import { isStopWord, stem, termsOf } from "../../../src/text/terms.ts";
import type { DataSet, Question } from "../data/data-set.ts";
import { sample, seededRandom } from "../data/seeded.ts";
import { holds } from "../measure/holds.ts";
import { changeName, changeNumber, namesOf, negate, swapNames } from "./say-falsely.ts";
import { merge, reorder, respell, reword, shorten, state } from "./say-otherwise.ts";
import { sentencesOfSet, type SourceSentence } from "./source-sentences.ts";
import type { FalseKind, StatementCase, TrueKind } from "./statement-case.ts";
import { writtenCases } from "./written-statements.ts";

const MAX_WORDS_OF_ANSWER = 8;
/** A question belongs to the sentence with its answer when that, or what says what it is about, has so many of its words. */
const MIN_SHARED = 0.5;

/**
 * Sentences that say what their source does, in other words, and each of them with a fault of each kind that can be made of it.
 * @param limit sentences of a set of which something is made @param folder the set's, where somebody may have written statements by hand
 */
export async function makeCases(set: DataSet, folder: string, { limit, seed }: { limit: number; seed: number }): Promise<StatementCase[]> {
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
  cases.push(...(await writtenCases(set.name, folder, sentences)));
  return cases;
}

interface Material {
  readonly set: string;
  readonly sentences: ReadonlyMap<string, readonly SourceSentence[]>;
  readonly others: readonly SourceSentence[];
  /** By the document that they are about. */
  readonly questions: ReadonlyMap<string, readonly Question[]>;
  readonly random: () => number;
}

function casesOf(material: Material, source: SourceSentence): StatementCase[] {
  const { set, sentences, random } = material;
  const at = <T>(items: readonly T[]): T | undefined => items[Math.floor(random() * items.length)];
  const own = sentences.get(source.document) ?? [];
  const next = own[own.indexOf(source) + 1];
  // One that is asked of the document, whatever it asks: what is said and what is said falsely are answers to the same.
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
  const merged = next?.isProse === true ? made(true, "merged", merge(source.text, next.text), [source, next]) : [];
  // Faults are made of what is said in other words, where something is: a copy is told from its source by anything.
  const base = inOtherWords[Math.floor(random() * inOtherWords.length)]?.sentence ?? source.text;
  const names = own.flatMap(({ text }) => namesOf(text));
  // The sentence before belongs to what the source is about, and it to the next one.
  const [previous] = own.slice(Math.max(0, own.indexOf(source) - 1));
  const elsewhere = own.filter((other) => other !== source && other !== next && other !== previous && other.isProse);
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

/** What another sentence of the document says is added to what the source says. */
function joined(base: string, other: string): string | null {
  const added = other.split(/, | (?=and |which |who )/)[0] ?? "";
  return added.split(" ").length < 4 ? null : merge(base, `${added.replace(/\.$/, "")}.`);
}

/** Questions with their answers, as statements that cite the sentence with the answer. */
function statedCases(set: DataSet, sentences: ReadonlyMap<string, readonly SourceSentence[]>): StatementCase[] {
  return set.questions.flatMap(({ text, answers, about, kind }): StatementCase[] => {
    const [answer = ""] = answers;
    const own = sentences.get(about[0] ?? "") ?? [];
    const sentence = state(text, answer);
    if (kind !== "answerable" || sentence === null || answer.split(" ").length > MAX_WORDS_OF_ANSWER) return [];
    const source = own
      .filter(({ text: said }) => holds(said, answer))
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

const contentOf = (text: string): Set<string> => new Set(termsOf(text).flatMap(({ term }) => (isStopWord(term) ? [] : [stem(term)])));
