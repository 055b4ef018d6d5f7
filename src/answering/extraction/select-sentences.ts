import { termsOf } from "../../text/terms.ts";
import { refersBack, joinAnaphora } from "./anaphora.ts";
import { isQuestion, type ScoredSentence } from "./score-sentences.ts";
import { columnNamesText } from "./heading-context.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/**
 * Minimum score of a quote in proportion to the best score. Measured on 2,000 questions: an answer has 2.4
 * quotes instead of 3, and the recall of the expected answer stays the same.
 */
const MIN_SHARE_OF_BEST = 0.7;
/**
 * Minimum proportion for sentences of other documents, which may describe something else with the same name.
 */
const MIN_SHARE_ELSEWHERE = 0.8;
/** Minimum proportion for sentences directly before or after a selected sentence. */
const MIN_SHARE_OF_NEIGHBOUR = 0.55;

/** Maximum number of quotes that may be extended by the next sentence. */
const MAX_WITH_FOLLOWER = 2;
/** Maximum length of an extended quote in characters. */
const MAX_CHARS = 400;

/** Maximum number of words by which a near-duplicate may be longer. */
const MAX_EXTRA_WORDS = 3;
const MIN_PER_SENTENCE = 5;

/**
 * Matches a sentence that continues the one before with an alternative: "Please use the other door instead".
 */
const ALTERNATIVE = /(?<!\p{L})instead(?!\p{L})(?!\sof(?!\p{L}))/iu;

function overlaps(a: SentenceCandidate, b: SentenceCandidate): boolean {
  if (a.passage.assetId !== b.passage.assetId || a.passage.version !== b.passage.version) return false;
  const [aStart, bStart] = [a.passage.start + a.start, b.passage.start + b.start];
  return aStart < bStart + b.text.length && bStart < aStart + a.text.length;
}

function isNearDuplicate(a: SentenceCandidate, b: SentenceCandidate): boolean {
  const [shorter, longer] = a.words.length < b.words.length ? [a, b] : [b, a];
  const more = longer.words.length - shorter.words.length;
  const most = shorter.words.length < MIN_PER_SENTENCE ? 0 : MAX_EXTRA_WORDS;
  return overlaps(a, b) || (more <= most && containsWords(longer, shorter));
}

/**
 * True if the longer sentence contains the shorter one: "Note: the sluice is shut" contains "The sluice is
 * shut".
 */
function containsWords({ words: longer }: SentenceCandidate, { words: shorter }: SentenceCandidate): boolean {
  for (let from = 0; from + shorter.length <= longer.length; from += 1)
    if (shorter.every((word, at) => word.stem === longer[from + at]?.stem)) return true;
  return false;
}

/** Returns the column names of a row as a sentence, or null if the quote already begins with them. */
function headerOf({ passage, index, start, header }: SentenceCandidate): SentenceCandidate | null {
  if (header === null || header.start >= start) return null;
  const text = columnNamesText(passage, header);
  const words = termsOf(text).map(({ surface, term }) => ({ surface, term, stem: term }));
  const bare = {
    stems: new Set<string>(),
    names: [],
    normalized: "",
    context: new Set<string>(),
    contextTerms: new Set<string>(),
    under: "",
    similarity: 0,
    previous: null,
    header: null,
    isRow: false,
    replyStart: null,
    introduction: null,
  };
  return { passage, index, ...header, text, words, ...bare };
}

/**
 * Selects at most `limit` sentences to quote, best first, without near-duplicates and without questions. Each
 * group of the result becomes one paragraph: consecutive sentences, or a row and its column names.
 * @param asked stems of the question
 * @param hasRoom called once per candidate; if it returns false, the sentence is skipped
 */
export function selectSentences(
  scored: readonly ScoredSentence[],
  limit: number,
  asked: ReadonlySet<string>,
  hasRoom: (sentence: SentenceCandidate) => boolean = () => true,
): SentenceCandidate[][] {
  const best = scored[0]?.score ?? 0;
  const groups: SentenceCandidate[][] = [];
  let picked = 0;
  const isNew = (sentence: SentenceCandidate): boolean =>
    groups.every((group) => group.every((other) => !isNearDuplicate(sentence, other)));
  const pick = (sentence: SentenceCandidate, group: SentenceCandidate[] | undefined): void => {
    if (group) group.push(sentence);
    else groups.push([sentence]);
    picked += 1;
  };
  for (const { sentence, score, isAbout } of scored) {
    if (picked >= limit || score < best * MIN_SHARE_OF_NEIGHBOUR) break;
    if (!isNew(sentence) || (picked > 0 && isQuestion(sentence))) continue;
    const isNear = groups.some((group) => group.some((other) => areNeighbours(sentence, other)));
    const isElsewhere = groups.every((group) =>
      group.every((other) => other.passage.assetId !== sentence.passage.assetId),
    );
    const least = isElsewhere ? MIN_SHARE_ELSEWHERE : MIN_SHARE_OF_BEST;
    if (!isNear && picked > 0 && (score < best * least || !isAbout)) continue;
    const whole = joinAnaphora(sentence, asked, picked === 0);
    const quoted = [
      ...(picked < MAX_WITH_FOLLOWER ? [withFollower(whole, scored)] : []),
      whole,
      sentence,
    ].find((each) => isNew(each) && hasRoom(each));
    if (quoted === undefined) continue;
    pick(
      quoted,
      groups.find((members) => isFollowedBy(members.at(-1), quoted)),
    );
    const header = headerOf(quoted);
    if (header !== null && picked < limit && isNew(header) && hasRoom(header)) pick(header, groups.at(-1));
  }
  return groups;
}

/**
 * Joins a sentence with the next one if the next one continues its subject, because either of the two may
 * contain the answer.
 */
function withFollower(sentence: SentenceCandidate, scored: readonly ScoredSentence[]): SentenceCandidate {
  const follower = sentence.isRow
    ? undefined
    : scored.find((each) => each.sentence.previous?.end === sentence.end && isOfOne(each.sentence, sentence));
  if (follower === undefined || !continuesSubject(follower.sentence) || isQuestion(follower.sentence))
    return sentence;
  const { end, words, passage } = follower.sentence;
  if (end - sentence.start > MAX_CHARS) return sentence;
  return {
    ...sentence,
    end,
    text: passage.text.slice(sentence.start, end),
    words: [...sentence.words, ...words],
  };
}

const isOfOne = (a: SentenceCandidate, b: SentenceCandidate): boolean => a.passage === b.passage;

const continuesSubject = (sentence: SentenceCandidate): boolean =>
  refersBack(sentence) || ALTERNATIVE.test(sentence.text);

function areNeighbours(a: SentenceCandidate, b: SentenceCandidate): boolean {
  return !a.isRow && !b.isRow && a.passage === b.passage && Math.abs(a.index - b.index) === 1;
}

function isFollowedBy(last: SentenceCandidate | undefined, next: SentenceCandidate): boolean {
  return (
    last?.passage === next.passage &&
    last.index + 1 === next.index &&
    last.end <= next.start &&
    next.header === null
  );
}
