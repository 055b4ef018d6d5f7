import type { Passage, SearchResult } from "../../../domain/retrieval.ts";
import type { Semantic } from "../../../semantic/semantic-api.ts";
import type { SearchInput } from "../../api.ts";
import type { ClassifierInput, AnswerClassifier, SemanticFeatures } from "../answerability/classifier.ts";
import { nameCoverage, type PassageFeatures, featureExtractor } from "../answerability/features.ts";
import { passageConfidence } from "../passage-confidence.ts";
import { matchedSurfaces, termCounter } from "../../query/term-counter.ts";
import { indexForms } from "../../query/query-terms.ts";
import { topIndexes, bm25Scores } from "../bm25-scores.ts";
import { termCoverage } from "../term-coverage.ts";
import { hybridScore } from "./hybrid-score.ts";
import { similarityWeight, type SemanticScores, semanticScores } from "./semantic-scores.ts";
import { similarTerms } from "./similar-terms.ts";
import type { CandidateSet } from "./candidate-set.ts";
import type { AnalyzedQuestion } from "../analyze-question.ts";
import type { WordNeighbors } from "./word-matcher.ts";
import { softTermCounter, wordMatcher, type WordMatcher } from "./word-matcher.ts";

const CONFIDENCE_OF_BEST = 3;
/** Lower bound of a score, because scores must be above 0. */
const MIN_SCORE = 1e-6;
const MAX_PASSAGES = 100;
const NO_WORDS = { words: "", title: "" };

/**
 * Combines lexical and semantic scores. The weaker the lexical evidence, the more the semantic scores count.
 */
export async function rankHybrid(
  semantic: Semantic,
  candidateSet: CandidateSet,
  question: AnalyzedQuestion,
  near: WordNeighbors,
  input: SearchInput,
  classify: AnswerClassifier,
): Promise<SearchResult> {
  const matches = wordMatcher(question.terms, near, question.stemOf);
  const semanticParts = await semanticScores(semantic, candidateSet, question, matches);
  const words = bm25Scores(indexForms(question.terms), candidateSet.candidates);
  const most = Math.max(...words) || 1;
  // With full lexical evidence, the name score has no weight.
  const namesIn = candidateSet.evidence < 1 ? nameCoverage(question, candidateSet.statistics) : null;
  const parts = semanticParts.map((each, at) => ({
    ...each,
    words: (words[at] ?? 0) / most,
    names: namesIn?.(candidateSet.candidates[at] ?? NO_WORDS) ?? 0,
  }));
  const scores = parts.map(
    (each, at) =>
      hybridScore(candidateSet.evidence, {
        ...each,
        vectorSimilarity: each.vectorSimilarity ?? each.estimated,
      }) + candidateSet.boostOf(candidateSet.candidates[at]?.row ?? 0),
  );
  const ranked = topIndexes(scores, Math.min(Math.max(Math.trunc(input.limit) || 1, 1), MAX_PASSAGES));
  const extract = featureExtractor(question, candidateSet.statistics);
  const featuresAt = (at: number): PassageFeatures & SemanticFeatures => {
    const { words: text = "", title = "" } = candidateSet.candidates[at] ?? {};
    const { soft = 0, vectorSimilarity: use = null } = parts[at] ?? {};
    const features = extract({ words: text, title, relativeLength: text.length / candidateSet.meanLength });
    return {
      ...features,
      similarMass: similarMassAt(candidateSet, question, matches, at),
      soft,
      ...(use === null ? {} : { vector: use }),
    };
  };
  const passages = ranked.flatMap((at) =>
    passageAt(candidateSet, question, at, scores[at] ?? 0, semanticParts[at]?.similarities ?? []),
  );
  return {
    passages,
    confidence: confidenceOf(
      candidateSet,
      question,
      ranked.slice(0, CONFIDENCE_OF_BEST).map((at) => featuresAt(at)),
      {
        isEnglish: near.size > 0,
        termSimilarities: termSimilaritiesOf(question, near, semanticParts),
        classify,
      },
    ),
    coverage: coverageOf(candidateSet, question, ranked[0] ?? 0),
    meaning: {
      similarityWeight: similarityWeight(candidateSet),
      similarWords: similarTerms(passages, question.terms, matches),
    },
  };
}

function coverageOf(
  { candidates, statistics }: CandidateSet,
  question: AnalyzedQuestion,
  at: number,
): number {
  return termCoverage(question.terms, statistics, candidates[at] ?? NO_WORDS, question.stemOf);
}

/**
 * In languages other than English the lexical classifier and the semantic one both run, and the higher
 * probability counts.
 */
function confidenceOf(
  candidateSet: CandidateSet,
  question: AnalyzedQuestion,
  best: readonly (PassageFeatures & SemanticFeatures)[],
  {
    isEnglish,
    termSimilarities,
    classify,
  }: { isEnglish: boolean; termSimilarities: readonly number[]; classify: AnswerClassifier },
): number {
  const scores = candidateSet.candidates.map(({ score, assetScore }) => score + assetScore);
  const probability = (features: ClassifierInput["best"]): number =>
    classify(question, candidateSet.statistics, {
      best: features,
      candidates: candidateSet.candidates,
      scores,
      chunksInScope: candidateSet.chunksInScope,
      termSimilarities: isEnglish ? termSimilarities : undefined,
    });
  if (isEnglish) return probability(best);
  const byWords = probability(best.map(({ mass, rare, names, grams }) => ({ mass, rare, names, grams })));
  return best.some(({ vector: use }) => use !== undefined) ? Math.max(probability(best), byWords) : byWords;
}

/**
 * For each term, the similarity of the closest word in all candidates. Words outside the word table count as
 * covered, because they may be misspelled.
 */
function termSimilaritiesOf(
  { terms }: AnalyzedQuestion,
  near: WordNeighbors,
  semanticParts: readonly SemanticScores[],
): number[] {
  return terms.map(({ term }, at) =>
    near.has(term)
      ? Math.max(0, ...semanticParts.map(({ termSimilarities }) => termSimilarities[at] ?? 0))
      : 1,
  );
}

function passageAt(
  candidateSet: CandidateSet,
  { query, terms, stemOf }: AnalyzedQuestion,
  at: number,
  score: number,
  similarities: readonly number[],
): Passage[] {
  const candidate = candidateSet.candidates[at];
  const found = candidate && candidateSet.rows.get(candidate.row);
  if (!candidate || !found) return [];
  const { row: _, ...passage } = found;
  const count = termCounter(terms, stemOf)(candidate.words);
  return [
    {
      ...passage,
      score: Math.max(score, MIN_SCORE),
      matched: matchedSurfaces(query, terms, (term) => count(term) > 0),
      similarities,
    },
  ];
}

function similarMassAt(
  candidateSet: CandidateSet,
  { terms }: AnalyzedQuestion,
  matches: WordMatcher,
  at: number,
): number {
  const { words = "", title = "" } = candidateSet.candidates[at] ?? {};
  const counts = softTermCounter(terms.length, matches)(`${words} ${title}`);
  return passageConfidence(terms, candidateSet.statistics, {
    count: (_, term) => counts[term] ?? 0,
    relativeLength: words.length / candidateSet.meanLength,
  });
}
