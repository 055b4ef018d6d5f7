import { createHash } from "node:crypto";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../../scripts/lib/failure.ts";
import { readOptions } from "../../../scripts/lib/options.ts";
import { BUILD_CACHE } from "../../../scripts/lib/project.ts";
import type { DataSet, Question } from "../data/data-set.ts";
import {
  planScenariosPerDocument,
  planScenario,
  type Sampling,
  type Scenario,
} from "../data/plan-scenarios.ts";
import { readDataSets } from "../data/read-data-sets.ts";
import type { AskedQuestion, AskedTurn } from "../measure/ask-questions.ts";
import { figuresOf, isAnsweredBy } from "../measure/figures.ts";
import { fromCaller } from "../options.ts";
import type { RunResult } from "../run-all.ts";
import { rankingTableOf, tableOf } from "../report/table.ts";
import { askInProcess, holdConversation } from "./hold-conversation.ts";
import { NO_MODELS, type OfflineModels, startOfflineModels } from "./offline-models.ts";
import { fillIndex, OfflineIndex } from "./offline-index.ts";

const USAGE = `npm run eval -- offline --data DIR [--data DIR]... [options]
Searches and answers questions in this process with the service's code: faster than the service, for development.
  --data DIR          a set (layout: tools/eval/README.md)
  --ask-in LANGUAGE   ask XQuAD's questions in this language
  --own               one index per document
  --hold-out PERCENT  share of the document groups to hold out (0)
  --limit N           at most N questions of each kind (all)
  --seed N            (1)
  --words             search and answer by words only, without the models
  --no-vectors        search by words, as before the first vectors are ready; the reader still reads
  --search            search only, without answers
  --kept              reuse the indexes of an earlier run with the same options and documents
  --show              print each answer and whether it is correct`;

const SHOWN = 100;
const NO_REPLY = { text: "", quotes: [], ms: 0 };
const INDEXES = join(BUILD_CACHE, "eval-offline");

/** @throws Failure */
export async function runOffline(args: readonly string[], write: (text: string) => void): Promise<void> {
  const options = readOptions(
    {
      data: { type: "string", multiple: true, default: [] as string[] },
      "ask-in": { type: "string" },
      own: { type: "boolean", default: false },
      "hold-out": { type: "string", default: "0" },
      limit: { type: "string", default: "100000" },
      seed: { type: "string", default: "1" },
      words: { type: "boolean", default: false },
      "no-vectors": { type: "boolean", default: false },
      search: { type: "boolean", default: false },
      kept: { type: "boolean", default: false },
      show: { type: "boolean", default: false },
    },
    USAGE,
    args,
  );
  if (options.data.length === 0) throw new Failure(`--data is missing. Usage: ${USAGE.split("\n", 1)[0]}`);
  const sampling = {
    limit: whole("limit", options.limit),
    seed: whole("seed", options.seed),
    holdOut: whole("hold-out", options["hold-out"]) / 100,
  };
  const sets = await readDataSets(options.data.map(fromCaller), options["ask-in"] ?? null);
  const local = options.words ? null : startOfflineModels();
  try {
    const results = [];
    for (const set of sets) {
      const isEmbedded = !options["no-vectors"];
      const run = await runSet(set, local ?? NO_MODELS, { ...options, isEmbedded, sampling });
      if (options.show) write([...run.asked.map(shownOf), ...run.turns.map(shownTurn)].join("\n"));
      results.push(run);
    }
    write(options.search ? rankingTableOf(results) : tableOf(results));
  } finally {
    local?.stop();
  }
}

interface RunOptions {
  readonly own: boolean;
  readonly kept: boolean;
  readonly isEmbedded: boolean;
  readonly search: boolean;
  readonly sampling: Sampling;
}

async function runSet(
  set: DataSet,
  models: OfflineModels,
  { own, kept, isEmbedded, search, sampling }: RunOptions,
): Promise<RunResult> {
  const trials = own ? planScenariosPerDocument(set, sampling) : [planScenario(set, sampling)];
  const asked: AskedQuestion[] = [];
  const turns: AskedTurn[] = [];
  for (const [at, trial] of trials.entries()) {
    const key = JSON.stringify({ ...sampling, own, isEmbedded, embedder: models.embedder?.name });
    const index = await indexOf(models, trial, { file: fileOf(set, at, key), isKept: kept, isEmbedded });
    for (const question of trial.questions) asked.push(await ask(index, trial.documents, question, search));
    if (search) continue;
    for (const conversation of trial.conversations)
      turns.push(...(await holdConversation(index, trial.documents, conversation)));
  }
  const documents = trials.reduce((sum, trial) => sum + trial.documents.length, 0);
  const figures = figuresOf(asked, turns);
  return { set: set.name, variant: "offline", documents, unusable: [], failed: [], figures, asked, turns };
}

const fileOf = ({ name }: DataSet, trial: number, sampling: string): string =>
  join(
    INDEXES,
    `${createHash("sha256").update(`${name} ${trial} ${sampling}`).digest("hex").slice(0, 16)}.sqlite`,
  );

async function indexOf(
  models: OfflineModels,
  { documents }: Scenario,
  {
    file,
    isKept,
    isEmbedded,
  }: { readonly file: string; readonly isKept: boolean; readonly isEmbedded: boolean },
): Promise<OfflineIndex> {
  if (isKept && (await stat(file).catch(() => null)) !== null) return new OfflineIndex(models, file);
  const draft = `${file}.draft`;
  await mkdir(INDEXES, { recursive: true });
  await rm(draft, { force: true });
  const index = new OfflineIndex(models, draft);
  await fillIndex(index, documents, isEmbedded);
  await rename(draft, file);
  return index;
}

async function ask(
  index: OfflineIndex,
  documents: Scenario["documents"],
  question: Question,
  isSearchOnly: boolean,
): Promise<AskedQuestion> {
  const startedAt = performance.now();
  const { passages } = await index.search(question.text, SHOWN);
  const ms = performance.now() - startedAt;
  const search = {
    documents: [...new Set(passages.map(({ assetId }) => assetId))],
    score: passages[0]?.score ?? 0,
    ms,
  };
  const reply = isSearchOnly ? NO_REPLY : await askInProcess(index, documents, question.text);
  return { question, search, reply };
}

function shownOf(asked: AskedQuestion): string {
  const { question, reply, search } = asked;
  const isRefused = reply.quotes.length === 0;
  const place = search.documents.findIndex((id) => question.relevance.has(id)) + 1;
  const verdict =
    question.kind !== "answerable"
      ? isRefused
        ? "right"
        : "FALSE"
      : isRefused
        ? "REFUSED"
        : isAnsweredBy(asked, 1)
          ? "right"
          : isAnsweredBy(asked, 3)
            ? "later"
            : "WRONG";
  return `## ${verdict} ${question.id} ${question.text} (document ${place}: ${question.about.join(", ")})\n${isRefused ? "" : `${reply.text}\n`}`;
}

function shownTurn({ conversation, question, reply, isRight }: AskedTurn): string {
  const verdict = isRight === null ? "asked" : isRight ? "right" : "WRONG";
  return `## ${verdict} ${conversation} ${question}\n${reply.text}\n`;
}

function whole(name: string, given: string): number {
  const value = Number(given);
  if (!/^\d{1,7}$/.test(given))
    throw new Failure(`--${name} must be a number from 0 to 9999999, not "${given}".`);
  return value;
}
