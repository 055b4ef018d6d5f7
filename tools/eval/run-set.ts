import { setTimeout as pause } from "node:timers/promises";
import type { Conversation } from "./data/conversation.ts";
import type { DataSet, Question } from "./data/data-set.ts";
import { planScenariosPerDocument, planScenario, type Scenario } from "./data/plan-scenarios.ts";
import { type AskedQuestion, type AskedTurn, askQuestion, converse } from "./measure/ask-questions.ts";
import { type Figures, figuresOf } from "./measure/figures.ts";
import type { EvalOptions } from "./options.ts";
import { Asker } from "./service/asker.ts";
import { inParallel } from "./service/in-parallel.ts";
import { fillLibrary, type Library } from "./service/library.ts";
import { Work } from "./work.ts";

export interface Place {
  readonly origin: string;
  readonly stateFolder: string;
  /** A prefix of the account names, distinct for each set. */
  readonly prefix: string;
  readonly tell: (line: string) => void;
}

export interface SetResult {
  readonly set: string;
  readonly documents: number;
  readonly unusable: readonly string[];
  /** Questions without a response, which are excluded from all figures. */
  readonly failed: readonly string[];
  readonly figures: Figures;
  readonly asked: readonly AskedQuestion[];
  readonly turns: readonly AskedTurn[];
}

/** Fills the indexes of a set, asks its questions and computes the figures. */
export async function runSet(set: DataSet, options: EvalOptions, place: Place): Promise<SetResult> {
  const trials = options.own ? planScenariosPerDocument(set, options) : [planScenario(set, options)];
  const libraries = await fillAll(trials, options, place);
  if (options.settleMs > 0) await pause(options.settleMs);
  const work = new Work(trials, place.tell);
  const asked: AskedQuestion[] = [];
  const turns: AskedTurn[] = [];
  for (const { trial, library } of libraries) {
    const asker = new Asker(library);
    const ask = async (question: Question) =>
      await work.attempt(question.text, async () => await askQuestion(asker, question));
    const talk = async (each: Conversation) =>
      await work.attempt(each.id, async () => await converse(asker, each));
    asked.push(...(await inParallel(trial.questions, options.atOnce, ask)).filter((done) => done !== null));
    turns.push(
      ...(await inParallel(trial.conversations, options.atOnce, talk)).flatMap((done) => done ?? []),
    );
  }
  const documents = libraries.reduce((sum, { library }) => sum + library.documents.size, 0);
  const unusable = libraries.flatMap(({ library }) => library.unusable);
  return {
    set: set.name,
    documents,
    unusable,
    failed: work.failed,
    figures: figuresOf(asked, turns),
    asked,
    turns,
  };
}

async function fillAll(trials: readonly Scenario[], options: EvalOptions, { tell, ...place }: Place) {
  const filled: { trial: Scenario; library: Library }[] = [];
  const each = trials.length > 1;
  for (const [number, trial] of trials.entries()) {
    const library = await fillLibrary({
      ...place,
      owner: `${place.prefix}-${number}`,
      documents: trial.documents,
      atOnce: options.atOnce,
      onBatch: (done, total) => {
        if (!each) tell(`${done} of ${total} documents ready`);
      },
    });
    filled.push({ trial, library });
    if (each && ((number + 1) % 100 === 0 || number + 1 === trials.length))
      tell(`${number + 1} of ${trials.length} documents ready`);
    for (const line of library.unusable) tell(`unusable: ${line}`);
  }
  return filled;
}
