import type { FeatureValues } from "../../../src/knowledge-index/ranking/answerability/classifier.ts";
import {
  answerProbability,
  extractFeatures,
} from "../../../src/knowledge-index/ranking/answerability/classifier.ts";
import { cutAnswers } from "../data/cut-answers.ts";
import type { DataSet, Question } from "../data/data-set.ts";
import {
  planScenariosPerDocument,
  planScenario,
  sampleKinds,
  type Scenario,
} from "../data/plan-scenarios.ts";
import { sample } from "../data/seeded.ts";
import type { LocalSemantic } from "../offline/local-semantic.ts";
import { fillIndex, type Level, OfflineIndex } from "../offline/offline-index.ts";

/** The index's features for a question that a document answers or that no document is about. */
export interface ObservedQuestion extends FeatureValues {
  readonly set: string;
  /** Share of the groups in the index: half, one tenth, one group; or a single document. */
  readonly scenario: string;
  /** 0 or 1: the half that contains the question's group. */
  readonly half: number;
  readonly isAnswerable: boolean;
  /** Whether the answers of half the questions were removed. */
  readonly isNear: boolean;
}

export interface Collecting {
  readonly level: Level;
  /** Maximum number of questions of each kind, set and scenario. */
  readonly limit: number;
  readonly seed: number;
  /** Whether to ask near misses too. */
  readonly near: boolean;
  readonly tell: (line: string) => void;
}

/** Sets with fewer groups use single documents instead of one tenth of the groups. */
const FEW_GROUPS = 15;
/** A separate seed, so that the halves are independent of the held-out groups. */
const SEED_OF_HALVES = 7_919;
const PASSAGES = 12;

/** Asks each set's questions in indexes of different sizes with the service's code. */
export async function collectFeatures(
  semantic: LocalSemantic,
  set: DataSet,
  options: Collecting,
): Promise<ObservedQuestion[]> {
  const halves = halvesOf(set, options.seed);
  const seen: ObservedQuestion[] = [];
  const scenarios = scenariosOf(set, options).map((scenario) => ({ ...scenario, isNear: false }));
  const near = options.near
    ? [{ scenario: "near", trials: await nearTrials(set, options), isNear: true }]
    : [];
  for (const { scenario, trials, isNear } of [...scenarios, ...near]) {
    for (const trial of trials) {
      const index = new OfflineIndex(semantic);
      await fillIndex(index, trial.documents, options.level);
      for (const question of trial.questions) {
        if (question.kind === "impossible" && !isNear) continue;
        const signs = await signsOfQuestion(index, question, options.level);
        if (signs === null) continue;
        const half = halves.get(question.about[0] ?? "") ?? 0;
        seen.push({
          ...signs,
          set: set.name,
          scenario,
          half,
          isNear,
          isAnswerable: question.kind === "answerable",
        });
      }
    }
    options.tell(`${set.name}, ${scenario}: ${seen.length} questions asked`);
  }
  return seen;
}

interface FitScenario {
  readonly scenario: string;
  readonly trials: readonly Scenario[];
}

/** Scenarios hold out different groups; otherwise a question's topic would reveal that it is out of scope. */
function scenariosOf(set: DataSet, { limit, seed }: Collecting): FitScenario[] {
  const groups = new Set(set.documents.map(({ group }) => group)).size;
  const trials = (many: number, most: number, holdOut: number): Scenario[] =>
    Array.from({ length: many }, (_, more) => planScenario(set, { limit: most, seed: seed + more, holdOut }));
  const half = { scenario: "half", trials: trials(4, Math.ceil(limit / 2), 0.5) };
  if (groups <= FEW_GROUPS)
    return [half, { scenario: "own", trials: planScenariosPerDocument(set, { limit, seed, holdOut: 0 }) }];
  return [
    half,
    { scenario: "tenth", trials: trials(3, Math.ceil(limit / 3), 0.9) },
    { scenario: "one", trials: trials(6, Math.ceil(limit / 6), 1 - 1.01 / groups) },
  ];
}

/**
 * One tenth of the groups, and the same number of single documents; sets with few groups use single documents
 * only.
 */
async function nearTrials(set: DataSet, { limit, seed }: Collecting): Promise<Scenario[]> {
  const groups = new Set(set.documents.map(({ group }) => group)).size;
  const part = groups <= FEW_GROUPS ? limit : Math.ceil(limit / 2);
  const alone = planScenariosPerDocument(set, { limit: part * 2, seed, holdOut: 0 });
  const tenth = groups <= FEW_GROUPS ? [] : [planScenario(set, { limit: part * 2, seed, holdOut: 0.9 })];
  const trials = await Promise.all([...tenth, ...alone].map(async (trial) => await cutAnswers(trial, seed)));
  return trials.map((trial) => ({ ...trial, questions: sampleKinds(trial.questions, part, seed) }));
}

/** Assigns each group with all its questions to one half. */
function halvesOf({ documents }: DataSet, seed: number): ReadonlyMap<string, number> {
  const groups = [...new Set(documents.map(({ group }) => group))];
  const first = new Set(sample(groups, Math.floor(groups.length / 2), seed + SEED_OF_HALVES));
  return new Map(documents.map(({ id, group }) => [id, first.has(group) ? 0 : 1]));
}

async function signsOfQuestion(
  index: OfflineIndex,
  { text }: Question,
  level: Level,
): Promise<FeatureValues | null> {
  let seen: FeatureValues | null = null;
  await index.search(text, PASSAGES, level, (question, statistics, findings) => {
    if (findings.best.length > 0) seen = extractFeatures(question, statistics, findings);
    return answerProbability(question, statistics, findings);
  });
  return seen;
}
