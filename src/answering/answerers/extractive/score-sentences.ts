import type { Passage, QueryMeaning } from "../../../domain/retrieval.ts";
import { askedTerms } from "../../../text/asked-term.ts";
import { charNgrams, isStopWord, queryTerms, stem, termsOf } from "../../../text/terms.ts";
import { askedNames, isAboutAnother, saysAnotherAcronym, saysAnotherDay } from "./asked-names.ts";
import { pointsBack } from "./antecedent.ts";
import { askedDates, saysAnotherDate, saysOneOf } from "./asked-dates.ts";
import { asksForMaker, saysWhoMade } from "./asked-makers.ts";
import { askedUnit } from "./asked-units.ts";
import { countedThing, saysHowMany } from "./counted-things.ts";
import { literalsIn, shareOfLiterals } from "./literals.ts";
import { namesOfDocuments } from "./document-names.ts";
import { saysWhatOneIs } from "./definitions.ts";
import { type ExactName, exactNames, fitOfNames } from "./exact-names.ts";
import { asks } from "./lead-ins.ts";
import { holdsKind, type QuestionKind, questionKind } from "./question-kind.ts";
import { isLoneLine, isOfLabels } from "./lone-lines.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";
import { asksForUsage, isUsage } from "./usage-lines.ts";
import { likenessIn } from "./sentence-likeness.ts";
import { shareSaid } from "./words-said.ts";

/**
 * Feature weights of sentence ranking. Fitted on one half of 2,000 questions of SQuAD 2.0 and XQuAD and
 * measured on the other half. The gold answer is in the best sentence for 79 % and in the best three for 91
 * %.
 */
const WEIGHTS = {
  passage: 1,
  words: 0.5,
  kind: 0.5,
  context: 0.5,
  grams: 0.8,
  pairs: 0.3,
  next: 0.15,
  elsewhere: -0.4,
  name: 0.5,
  asksOrLists: -0.6,
  otherAcronym: -0.5,
  otherDay: -0.8,
  noSubject: -1,
  nothingNew: -0.6,
  literal: 0.4,
  counted: 0.4,
};
/** Weight of a number with the wrong unit, relative to one with the right unit. */
const ANY_NUMBER = 0.4;
/** Increases the weight of the answer type as the weight of similarity increases. */
const KIND_BY_LIKENESS = 0.6;
/** Maximum distance in words between two question words that count as a pair. */
const PAIR_DISTANCE = 4;

/** "2.1 Scope" begins with a section number, and no version. */
const NUMBERING = /^[#\s]{0,9}\d{1,3}(?:\.\d{1,3}){0,5}\.?\s/gm;
/** "brine-3.3.14" */
const JOINED_VERSION = /(\p{L})-(?=v?\d)/gu;
/** If the best match has another subject, the remaining sentences need this share of its score. */
const MIN_BESIDE_ANOTHER = 0.85;

/** Weight of words that come only from the conversation. */
const TOPIC_SHARE = 0.35;
/** A question this short inherits the answer type of the previous one: "And on Sundays?" */
const FEW_WORDS = 3;

/** Known facts about a question beside its words. */
interface Known {
  readonly meaning?: QueryMeaning | undefined;
  /** Context from the conversation. */
  readonly topic?: string;
}

export interface ScoredSentence {
  readonly sentence: SentenceCandidate;
  readonly score: number;
  /** True when the sentence contains a word of the question itself. */
  readonly isAbout: boolean;
}

/** Inverse document frequency of each key over the candidate sentences. Keys without a match are left out. */
function weigh(
  keys: Iterable<string>,
  sentences: readonly SentenceCandidate[],
  holds: (sentence: SentenceCandidate, key: string) => boolean,
) {
  const weights = new Map<string, number>();
  for (const key of keys) {
    let holding = 0;
    for (const sentence of sentences) if (holds(sentence, key)) holding += 1;
    if (holding > 0) weights.set(key, Math.log(1 + (sentences.length - holding + 0.5) / (holding + 0.5)));
  }
  return weights;
}

function sumOf(weights: ReadonlyMap<string, number>, counts: (key: string) => boolean): number {
  let sum = 0;
  for (const [key, weight] of weights) if (counts(key)) sum += weight;
  return sum;
}

const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

/**
 * Ranks the sentences as answers to the question, best first.
 * The features are passage score, idf of shared words and 4-grams, word pairs, exact tokens, context words,
 * answer type, semantic similarity and document names.
 * Sentences with another version, path or code are removed. For yes-or-no questions so are sentences with
 * another name.
 * Returns an empty list when no sentence contains a content word of the question and no similarity is known.
 */
export function scoreSentences(question: string, sentences: readonly SentenceCandidate[], about: Known = {}): ScoredSentence[] {
  const { meaning, topic = "" } = about;
  const asked = queryTerms(question);
  const stems = asked.map(({ term }) => stem(term));
  const words = weigh(new Set(stems), sentences, (sentence, word) => sentence.stems.has(word));
  const askedStems = new Set([...stems, ...(topic === "" ? [] : queryTerms(topic)).map(({ term }) => stem(term))]);
  const said = shareSaid(askedStems, sentences, meaning?.similarWords ?? [], (each) => (stems.includes(each) ? 1 : TOPIC_SHARE));
  if (said === null && meaning === undefined) return [];
  const gramsAsked = charNgrams(asked.map(({ surface }) => surface).join(" ")).keys();
  const grams = weigh(gramsAsked, sentences, (sentence, gram) => sentence.folded.includes(gram));
  const gramSums = sentences.map((sentence) => sumOf(grams, (gram) => sentence.folded.includes(gram)));
  const bestGrams = gramSums.reduce((best, sum) => Math.max(best, sum), 0);
  const bestPassage = sentences.reduce((best, { passage }) => Math.max(best, passage.score), 0);
  const allWords = sumOf(words, () => true);
  const pairs = pairsOf(stems, words);
  const inPassage = stemsByPassage(sentences);
  const kind = questionKind(question) ?? (topic !== "" && termsOf(question).length <= FEW_WORDS ? questionKind(topic) : null);
  const wanted = wantedBy(question, kind);
  const isForUsage = asksForUsage(question);
  const subject = askedNames(question);
  const relationOf = relationTo(question, subject);
  const inDocument = stemsByDocument(sentences);
  const speaksOf = ({ passage, context, isRow, stems: own }: SentenceCandidate, name: string): boolean =>
    context.has(name) || ((isRow ? own : inDocument.get(passage.assetId))?.has(name) ?? false);
  const named = weigh(new Set([...subject.named, ...namesOfDocuments(stems, sentences)]), sentences, speaksOf);
  const allNamed = sumOf(named, () => true);
  const ofKind = WEIGHTS.kind * (1 + KIND_BY_LIKENESS * Math.max(0, (meaning?.similarityWeight ?? 0) - 1));
  const most = sentences.reduce((best, { likeness }) => Math.max(best, likeness), 0);
  const scored: ScoredSentence[] = [];
  let bestOfAnother = 0;
  let isNamed = false;
  for (const [at, sentence] of sentences.entries()) {
    const { fit, isOfAnother, isOfIt } = relationOf(sentence);
    const next = sentences[at + 1];
    const after = next?.passage === sentence.passage ? next.stems : null;
    const near = (word: string): boolean => sentence.stems.has(word) || sentence.context.has(word);
    const of = (counts: (word: string) => boolean): number => share(sumOf(words, counts), allWords);
    const unsaid = sumOf(named, (name) => !speaksOf(sentence, name));
    const score =
      WEIGHTS.passage * share(sentence.passage.score, bestPassage) +
      WEIGHTS.words * (said?.[at]?.said ?? 0) +
      WEIGHTS.context * (said?.[at]?.understood ?? 0) +
      WEIGHTS.next * of((word) => !near(word) && (after?.has(word) ?? false)) +
      WEIGHTS.elsewhere * of((word) => !near(word) && (inPassage.get(sentence.passage)?.has(word) ?? false)) +
      WEIGHTS.grams * share(gramSums[at] ?? 0, bestGrams) +
      WEIGHTS.pairs * pairShare(sentence, pairs) +
      WEIGHTS.otherAcronym * Number(saysAnotherAcronym(subject, sentence)) +
      WEIGHTS.otherDay * Number(saysAnotherDay(subject, sentence)) +
      WEIGHTS.name * fit +
      WEIGHTS.noSubject * share(unsaid, allNamed) +
      (meaning?.similarityWeight ?? 0) * likenessIn(sentence, askedStems, (said?.[at]?.said ?? 0) > 0 ? most : 0) +
      shortcomings(sentence, askedStems, isForUsage, kind !== null && holdsKind(kind, sentence, askedStems)) +
      wanted(sentence, askedStems, ofKind);
    isNamed ||= isOfIt;
    if (isOfAnother) bestOfAnother = Math.max(bestOfAnother, score);
    else scored.push({ sentence, score, isAbout: (said?.[at]?.said ?? 0) > 0 });
  }
  scored.sort((a, b) => b.score - a.score);
  return !isNamed && (scored[0]?.score ?? 0) < bestOfAnother * MIN_BESIDE_ANOTHER ? [] : scored;
}

/** Returns a scorer for the answer type: exact tokens, counts, definitions. */
function wantedBy(question: string, kind: QuestionKind | null) {
  const literals = literalsIn(question);
  const counted = countedThing(question);
  const isOfUnit = askedUnit(question);
  const terms = askedTerms(question);
  const isOfMaker = asksForMaker(question);
  return (sentence: SentenceCandidate, asked: ReadonlySet<string>, ofKind: number): number => {
    const isCounted = saysHowMany(counted, sentence);
    const isOfKind = kind !== null && holdsKind(kind, sentence, asked);
    // For rows the column names give the unit.
    const isWanted = (counted === null || isCounted) && (isOfUnit === null || sentence.header !== null || isOfUnit(sentence.text));
    const held = isOfKind ? (isWanted ? (isOfMaker ? 1 + Number(saysWhoMade(sentence.text)) : 1) : ANY_NUMBER) : 0;
    return (
      WEIGHTS.literal * shareOfLiterals(literals, sentence.text) +
      WEIGHTS.counted * Number(isCounted) +
      ofKind * (saysWhatOneIs(terms, sentence) ? 1 : held)
    );
  };
}

interface Relation {
  /** Match of the sentence's own identifiers with those of the question. */
  readonly fit: -1 | 0 | 1;
  /** True when the sentence is about another identifier of the family. */
  readonly isOfAnother: boolean;
  /** True when the sentence contains the identifier or day of the question. */
  readonly isOfIt: boolean;
}

/** Returns a function that relates sentences to the identifiers, days and subject of a question. */
function relationTo(question: string, subject: ReturnType<typeof askedNames>): (sentence: SentenceCandidate) => Relation {
  const names = exactNames(question);
  const dates = askedDates(question);
  return (sentence) => {
    const fit = fitOfNames(names, sentence.text);
    const around = fit === 0 ? fitAround(names, sentence) : fit;
    const isOfAnother = around < 0 || isAboutAnother(subject, sentence) || saysAnotherDate(dates, sentence.text);
    return { fit, isOfAnother, isOfIt: around > 0 || saysOneOf(dates, sentence.text) };
  };
}

/**
 * Falls back to the sentence before for anaphors ("It must be rinsed") and to the headings for sentences
 * without identifiers.
 */
function fitAround(names: readonly ExactName[], sentence: SentenceCandidate): -1 | 0 | 1 {
  if (names.length === 0) return 0;
  const before = pointsBack(sentence) ? fitOfNames(names, sentence.previous?.text ?? "") : 0;
  return before === 0 ? fitOfNames(names, sentence.under.replace(NUMBERING, "").replace(JOINED_VERSION, "$1 ")) : before;
}

interface Pair {
  readonly words: readonly [string, string];
  readonly weight: number;
}

/** True when the sentence only repeats words of the question. */
function saysNothingNew({ words }: SentenceCandidate, asked: ReadonlySet<string>): boolean {
  return words.every(({ term, stem: word }) => asked.has(word) || isStopWord(term));
}

function shortcomings(sentence: SentenceCandidate, asked: ReadonlySet<string>, isForUsage: boolean, isOfKind: boolean): number {
  const isNoAnswer =
    isQuestion(sentence) ||
    isLoneLine(sentence) ||
    (!isOfKind && isOfLabels(sentence, asked)) ||
    introducesAnother(sentence, asked) ||
    (!isForUsage && isUsage(sentence.text));
  return WEIGHTS.asksOrLists * Number(isNoAnswer) + WEIGHTS.nothingNew * Number(saysNothingNew(sentence, asked));
}

/** True when the sentence introduces a list without a question word. */
function introducesAnother({ introduction }: SentenceCandidate, asked: ReadonlySet<string>): boolean {
  return introduction !== null && [...asked].every((word) => !introduction.has(word));
}

export function isQuestion({ text }: SentenceCandidate): boolean {
  return asks(text);
}

/** Adjacent word pairs of the question that occur in some sentence. */
function pairsOf(stems: readonly string[], weights: ReadonlyMap<string, number>): Pair[] {
  return stems.slice(1).flatMap((word, at) => {
    const before = stems[at] ?? "";
    const [first, second] = [weights.get(before), weights.get(word)];
    return first === undefined || second === undefined ? [] : [{ words: [before, word], weight: first + second }];
  });
}

function pairShare({ words, stems }: SentenceCandidate, pairs: readonly Pair[]): number {
  let [together, all] = [0, 0];
  for (const {
    words: [first, second],
    weight,
  } of pairs) {
    all += weight;
    if (!stems.has(first) || !stems.has(second)) continue;
    let [last, lastOther] = [-Infinity, -Infinity];
    for (const [at, word] of words.entries()) {
      if (word.stem === first) last = at;
      if (word.stem === second) lastOther = at;
      if (Math.abs(last - lastOther) > PAIR_DISTANCE) continue;
      together += weight;
      break;
    }
  }
  return share(together, all);
}

function stemsByDocument(sentences: readonly SentenceCandidate[]): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const { passage, stems } of sentences) {
    const known = all.get(passage.assetId) ?? new Set<string>();
    for (const word of stems) known.add(word);
    all.set(passage.assetId, known);
  }
  return all;
}

function stemsByPassage(sentences: readonly SentenceCandidate[]): Map<Passage, Set<string>> {
  const all = new Map<Passage, Set<string>>();
  for (const { passage, stems } of sentences) {
    const known = all.get(passage) ?? new Set<string>();
    for (const word of stems) known.add(word);
    all.set(passage, known);
  }
  return all;
}
