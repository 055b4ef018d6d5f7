import { termsOf } from "../../../text/terms.ts";
import { pointsBack, withAntecedent } from "./antecedent.ts";
import { isQuestion, type ScoredSentence } from "./score-sentences.ts";
import { headerText } from "./standing-above.ts";
import type { SentenceCandidate } from "./sentence-candidates.ts";

/**
 * A sentence that scores less than this share of the best one adds too little. Measured on 2,000 questions: 2.4 quotes an answer in place of
 * 3, and the gold answer in one of them as often.
 */
const MIN_SHARE_OF_BEST = 0.7;
/** One of another document adds less often: what it speaks of may be called the same. */
const MIN_SHARE_ELSEWHERE = 0.8;
/** One that continues where a picked one ends, or leads up to it, adds more often. */
const MIN_SHARE_OF_NEIGHBOUR = 0.55;

/** So many sentences are quoted with what goes on behind them. */
const WITH_FOLLOWERS = 2;
/** Longer ones would be more reading than quoting. */
const MAX_CHARS = 400;

/** What stands in two documents may have a word or a heading more in one of them. */
const MAX_WORDS_MORE = 3;
const MIN_PER_SENTENCE = 5;

/** "Please use the other door instead" */
const INSTEAD = /(?<!\p{L})instead(?!\p{L})(?!\sof(?!\p{L}))/iu;

function overlaps(a: SentenceCandidate, b: SentenceCandidate): boolean {
  if (a.passage.assetId !== b.passage.assetId || a.passage.version !== b.passage.version) return false;
  const [aStart, bStart] = [a.passage.start + a.start, b.passage.start + b.start];
  return aStart < bStart + b.text.length && bStart < aStart + a.text.length;
}

function saysTheSame(a: SentenceCandidate, b: SentenceCandidate): boolean {
  const [shorter, longer] = a.words.length < b.words.length ? [a, b] : [b, a];
  const more = longer.words.length - shorter.words.length;
  const most = shorter.words.length < MIN_PER_SENTENCE ? 0 : MAX_WORDS_MORE;
  return overlaps(a, b) || (more <= most && holdsInOneGo(longer, shorter));
}

/** "Note: the sluice is shut" says what "The sluice is shut" does. */
function holdsInOneGo({ words: longer }: SentenceCandidate, { words: shorter }: SentenceCandidate): boolean {
  for (let from = 0; from + shorter.length <= longer.length; from += 1)
    if (shorter.every((word, at) => word.stem === longer[from + at]?.stem)) return true;
  return false;
}

/** The names of a row's columns, to stand behind it; null when the quote begins with them. */
function headerOf({ passage, place, start, header }: SentenceCandidate): SentenceCandidate | null {
  if (header === null || header.start >= start) return null;
  const text = headerText(passage, header);
  const words = termsOf(text).map(({ surface, term }) => ({ surface, term, stem: term }));
  const bare = {
    stems: new Set<string>(),
    names: [],
    folded: "",
    context: new Set<string>(),
    contextTerms: new Set<string>(),
    under: "",
    likeness: 0,
    previous: null,
    header: null,
    isRow: false,
    replyStart: null,
    introduction: null,
  };
  return { passage, place, ...header, text, words, ...bare };
}

/**
 * The sentences to quote, at most `limit`, no two of which say the same: the best first. Each group of the result is read in one go: a
 * sentence and those that follow it in the passage, or a row and the names of its columns.
 * One that asks something itself adds nothing to another.
 * @param asked stems of the question
 * @param hasRoom asked of each sentence that would be picked, once; one that it refuses is passed over
 */
export function pickSentences(
  scored: readonly ScoredSentence[],
  limit: number,
  asked: ReadonlySet<string>,
  hasRoom: (sentence: SentenceCandidate) => boolean = () => true,
): SentenceCandidate[][] {
  const best = scored[0]?.score ?? 0;
  const groups: SentenceCandidate[][] = [];
  let picked = 0;
  const isNew = (sentence: SentenceCandidate): boolean => groups.every((group) => group.every((other) => !saysTheSame(sentence, other)));
  const pick = (sentence: SentenceCandidate, group: SentenceCandidate[] | undefined): void => {
    if (group) group.push(sentence);
    else groups.push([sentence]);
    picked += 1;
  };
  for (const { sentence, score, isAbout } of scored) {
    if (picked >= limit || score < best * MIN_SHARE_OF_NEIGHBOUR) break;
    if (!isNew(sentence) || (picked > 0 && isQuestion(sentence))) continue;
    const isNear = groups.some((group) => group.some((other) => areNeighbours(sentence, other)));
    const isElsewhere = groups.every((group) => group.every((other) => other.passage.assetId !== sentence.passage.assetId));
    const least = isElsewhere ? MIN_SHARE_ELSEWHERE : MIN_SHARE_OF_BEST;
    if (!isNear && picked > 0 && (score < best * least || !isAbout)) continue;
    const whole = withAntecedent(sentence, asked, picked === 0);
    const quoted = [...(picked < WITH_FOLLOWERS ? [withFollower(whole, scored)] : []), whole, sentence].find(
      (each) => isNew(each) && hasRoom(each),
    );
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

/** The sentence with the one right behind it, as one span, when that goes on about what this one names: it answers as often as this one does. */
function withFollower(sentence: SentenceCandidate, scored: readonly ScoredSentence[]): SentenceCandidate {
  const follower = sentence.isRow
    ? undefined
    : scored.find((each) => each.sentence.previous?.end === sentence.end && isOfOne(each.sentence, sentence));
  if (follower === undefined || !goesOn(follower.sentence) || isQuestion(follower.sentence)) return sentence;
  const { end, words, passage } = follower.sentence;
  if (end - sentence.start > MAX_CHARS) return sentence;
  return { ...sentence, end, text: passage.text.slice(sentence.start, end), words: [...sentence.words, ...words] };
}

const isOfOne = (a: SentenceCandidate, b: SentenceCandidate): boolean => a.passage === b.passage;

const goesOn = (sentence: SentenceCandidate): boolean => pointsBack(sentence) || INSTEAD.test(sentence.text);

function areNeighbours(a: SentenceCandidate, b: SentenceCandidate): boolean {
  return !a.isRow && !b.isRow && a.passage === b.passage && Math.abs(a.place - b.place) === 1;
}

function isFollowedBy(last: SentenceCandidate | undefined, next: SentenceCandidate): boolean {
  return last?.passage === next.passage && last.place + 1 === next.place && last.end <= next.start && next.header === null;
}
