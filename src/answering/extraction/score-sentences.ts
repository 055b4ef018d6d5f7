import type { Passage, QueryMeaning } from "../../domain/retrieval.ts";
import { definitionTargets } from "../../text/definition-targets.ts";
import { stem } from "../../text/stemmer.ts";
import { charNgrams, isStopWord, queryTerms, termsOf } from "../../text/terms.ts";
import { requestedNames, hasOtherAcronym, hasOtherWeekday } from "./constraints/name.ts";
import { asksForAgent, namesAgent } from "./constraints/agent.ts";
import { requestedUnit } from "./constraints/unit.ts";
import { countedNoun, hasCountOf } from "./constraints/count.ts";
import { exactTokens, exactTokenShare } from "./exact-tokens.ts";
import { titleTerms } from "./title-terms.ts";
import { hasDefinition } from "./definitions.ts";
import { isQuestionText } from "./merge-introductions.ts";
import { hasAnswerType, type AnswerType, expectedAnswerType } from "./answer-type.ts";
import { isFragmentLine, isLabelList } from "./fragment-lines.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";
import { asksForSynopsis, isCommandSynopsis } from "./command-synopsis.ts";
import { sentenceSimilarity } from "./sentence-similarity.ts";
import { termCoverage } from "./term-coverage.ts";
import { idfWeights, share, sumOf } from "./idf-weights.ts";
import { pairShare, wordPairs } from "./word-pairs.ts";
import { relationTo } from "./relation-to.ts";

/**
 * Weights of the features in sentence ranking. Fitted on one half of 2,000 questions of SQuAD 2.0 and XQuAD,
 * and measured on the other half. The best sentence contains the expected answer for 79 % of the questions,
 * and the best three contain it for 91 %.
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
/** Weight of a number with the wrong unit, relative to a number with the right unit. */
const ANY_NUMBER = 0.4;
/** Factor by which the semantic similarity of a sentence increases the weight of its answer type. */
const TYPE_BY_SIMILARITY = 0.6;
/** If the best match has another subject, the others need at least this proportion of its score. */
const MIN_BESIDE_ANOTHER = 0.85;

/** Weight of words that come only from the conversation, relative to words of the question. */
const TOPIC_SHARE = 0.35;
/** A question with at most this many words inherits the previous answer type: "And on Sundays?" */
const FEW_WORDS = 3;

/** Facts about a question besides its words. */
interface QuestionContext {
  readonly meaning?: QueryMeaning | undefined;
  /** Context from the conversation, such as names. */
  readonly topic?: string;
}

export interface ScoredSentence {
  readonly sentence: SentenceCandidate;
  readonly score: number;
  /** True if the sentence contains a word of the question itself, not only of the conversation. */
  readonly isAbout: boolean;
}

/**
 * Ranks the sentences as answers to the question, best first. The features are passage score, idf of shared
 * words and 4-grams, word pairs, exact tokens, context words, answer type, semantic similarity and document
 * names. Removes sentences with another version, path or code, or with another name in yes-or-no questions.
 * Returns an empty list if no sentence contains a content word of the question and no similarity is known.
 */
export function scoreSentences(
  question: string,
  sentences: readonly SentenceCandidate[],
  about: QuestionContext = {},
): ScoredSentence[] {
  const { meaning, topic = "" } = about;
  const asked = queryTerms(question);
  const stems = asked.map(({ term }) => stem(term));
  const words = idfWeights(new Set(stems), sentences, (sentence, word) => sentence.stems.has(word));
  const askedStems = new Set([...stems, ...stemsOf(topic)]);
  const said = termCoverage(askedStems, sentences, meaning?.similarWords ?? [], (each) =>
    stems.includes(each) ? 1 : TOPIC_SHARE,
  );
  if (said === null && meaning === undefined) return [];
  const grams = gramShares(asked.map(({ surface }) => surface).join(" "), sentences);
  const bestPassage = sentences.reduce((best, { passage }) => Math.max(best, passage.score), 0);
  const pairs = wordPairs(stems, words);
  const around = wordsAround(words, sentences);
  const kind = answerTypeOf(question, topic);
  const wanted = answerTypeScorer(question, kind);
  const isForUsage = asksForSynopsis(question);
  const subject = requestedNames(question);
  const relationOf = relationTo(question, subject);
  const unsaid = unsaidShare(new Set([...subject.named, ...titleTerms(stems, sentences)]), sentences);
  const ofKind = WEIGHTS.kind * (1 + TYPE_BY_SIMILARITY * Math.max(0, (meaning?.similarityWeight ?? 0) - 1));
  const most = sentences.reduce((best, { similarity }) => Math.max(best, similarity), 0);
  const scored: ScoredSentence[] = [];
  let bestOfAnother = 0;
  let isNamed = false;
  for (const [at, sentence] of sentences.entries()) {
    const { fit, isOfAnother, isOfIt } = relationOf(sentence);
    const isOfKind = kind !== null && hasAnswerType(kind, sentence, askedStems);
    const { next, elsewhere } = around(sentence, sentences[at + 1]);
    const score =
      WEIGHTS.passage * share(sentence.passage.score, bestPassage) +
      WEIGHTS.words * (said?.[at]?.said ?? 0) +
      WEIGHTS.context * (said?.[at]?.understood ?? 0) +
      WEIGHTS.next * next +
      WEIGHTS.elsewhere * elsewhere +
      WEIGHTS.grams * (grams[at] ?? 0) +
      WEIGHTS.pairs * pairShare(sentence, pairs) +
      WEIGHTS.otherAcronym * Number(hasOtherAcronym(subject, sentence)) +
      WEIGHTS.otherDay * Number(hasOtherWeekday(subject, sentence)) +
      WEIGHTS.name * fit +
      WEIGHTS.noSubject * unsaid(sentence) +
      (meaning?.similarityWeight ?? 0) *
        sentenceSimilarity(sentence, askedStems, (said?.[at]?.said ?? 0) > 0 ? most : 0) +
      penalties(sentence, askedStems, isForUsage, isOfKind) +
      wanted(sentence, askedStems, ofKind);
    isNamed ||= isOfIt;
    if (isOfAnother) bestOfAnother = Math.max(bestOfAnother, score);
    else scored.push({ sentence, score, isAbout: (said?.[at]?.said ?? 0) > 0 });
  }
  scored.sort((a, b) => b.score - a.score);
  return !isNamed && (scored[0]?.score ?? 0) < bestOfAnother * MIN_BESIDE_ANOTHER ? [] : scored;
}

function stemsOf(text: string): string[] {
  return text === "" ? [] : queryTerms(text).map(({ term }) => stem(term));
}

function answerTypeOf(question: string, topic: string): AnswerType | null {
  const own = expectedAnswerType(question);
  return own ?? (topic !== "" && termsOf(question).length <= FEW_WORDS ? expectedAnswerType(topic) : null);
}

/** Returns the share of the question's 4-grams in each sentence, relative to the best sentence. */
function gramShares(asked: string, sentences: readonly SentenceCandidate[]): number[] {
  const grams = idfWeights(charNgrams(asked).keys(), sentences, (sentence, gram) =>
    sentence.normalized.includes(gram),
  );
  const sums = sentences.map((sentence) => sumOf(grams, (gram) => sentence.normalized.includes(gram)));
  const best = sums.reduce((most, sum) => Math.max(most, sum), 0);
  return sums.map((sum) => share(sum, best));
}

/** Returns a function for the shares of missing question words in the next sentence and in the passage. */
function wordsAround(words: ReadonlyMap<string, number>, sentences: readonly SentenceCandidate[]) {
  const all = sumOf(words, () => true);
  const inPassage = stemsByPassage(sentences);
  return (sentence: SentenceCandidate, follower: SentenceCandidate | undefined) => {
    const after = follower?.passage === sentence.passage ? follower.stems : null;
    const within = inPassage.get(sentence.passage);
    const near = (word: string): boolean => sentence.stems.has(word) || sentence.context.has(word);
    const of = (counts: (word: string) => boolean): number => share(sumOf(words, counts), all);
    return {
      next: of((word) => !near(word) && (after?.has(word) ?? false)),
      elsewhere: of((word) => !near(word) && (within?.has(word) ?? false)),
    };
  };
}

/** Returns a function for the share of these names that a sentence and its document lack. */
function unsaidShare(names: ReadonlySet<string>, sentences: readonly SentenceCandidate[]) {
  const inDocument = stemsByDocument(sentences);
  const speaksOf = ({ passage, context, isRow, stems: own }: SentenceCandidate, name: string): boolean =>
    context.has(name) || ((isRow ? own : inDocument.get(passage.assetId))?.has(name) ?? false);
  const named = idfWeights(names, sentences, speaksOf);
  const all = sumOf(named, () => true);
  return (sentence: SentenceCandidate): number =>
    share(
      sumOf(named, (name) => !speaksOf(sentence, name)),
      all,
    );
}

/** Returns a scorer for the answer type of the question: exact tokens, counts, definitions. */
function answerTypeScorer(question: string, kind: AnswerType | null) {
  const literals = exactTokens(question);
  const counted = countedNoun(question);
  const isOfUnit = requestedUnit(question);
  const terms = definitionTargets(question);
  const isOfMaker = asksForAgent(question);
  return (sentence: SentenceCandidate, asked: ReadonlySet<string>, ofKind: number): number => {
    const isCounted = hasCountOf(counted, sentence);
    const isOfKind = kind !== null && hasAnswerType(kind, sentence, asked);
    // A row needs no unit in its text, because the column names give the unit.
    const isWanted =
      (counted === null || isCounted) &&
      (isOfUnit === null || sentence.header !== null || isOfUnit(sentence.text));
    const held = isOfKind
      ? isWanted
        ? isOfMaker
          ? 1 + Number(namesAgent(sentence.text))
          : 1
        : ANY_NUMBER
      : 0;
    return (
      WEIGHTS.literal * exactTokenShare(literals, sentence.text) +
      WEIGHTS.counted * Number(isCounted) +
      ofKind * (hasDefinition(terms, sentence) ? 1 : held)
    );
  };
}

/** True if the sentence only repeats words of the question. */
function repeatsQuestion({ words }: SentenceCandidate, asked: ReadonlySet<string>): boolean {
  return words.every(({ term, stem: word }) => asked.has(word) || isStopWord(term));
}

function penalties(
  sentence: SentenceCandidate,
  asked: ReadonlySet<string>,
  isForUsage: boolean,
  isOfKind: boolean,
): number {
  const isNoAnswer =
    isQuestion(sentence) ||
    isFragmentLine(sentence) ||
    (!isOfKind && isLabelList(sentence, asked)) ||
    introducesOther(sentence, asked) ||
    (!isForUsage && isCommandSynopsis(sentence.text));
  return (
    WEIGHTS.asksOrLists * Number(isNoAnswer) + WEIGHTS.nothingNew * Number(repeatsQuestion(sentence, asked))
  );
}

/** True if the sentence introduces a list and the introduction contains no question word. */
function introducesOther({ introduction }: SentenceCandidate, asked: ReadonlySet<string>): boolean {
  return introduction !== null && [...asked].every((word) => !introduction.has(word));
}

export function isQuestion({ text }: SentenceCandidate): boolean {
  return isQuestionText(text);
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
