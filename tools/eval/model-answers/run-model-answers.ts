import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../../scripts/lib/failure.ts";
import { readOptions } from "../../../scripts/lib/options.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import type { PastTurn } from "../../../src/storage/d1/answers/conversation.ts";
import { VERIFICATION_MODES } from "../../../src/domain/verification-mode.ts";
import type { SourceDocument } from "../data/data-set.ts";
import { readDocuments } from "../data/read-data-set.ts";
import { retrieveInProcess, type RetrievedQuestion } from "../offline/hold-conversation.ts";
import { fillIndex, OfflineIndex } from "../offline/offline-index.ts";
import { NO_MODELS, startOfflineModels } from "../offline/offline-models.ts";
import { fromCaller } from "../options.ts";
import { askPersona, type PersonaChecks } from "./ask-persona.ts";
import { figuresTable, shownAnswer } from "./figures-table.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { parseWritten } from "./parse-written.ts";
import { type PersonaServer, startPersonaServer } from "./persona-server.ts";
import { figuresOf, type JudgedAnswer } from "./persona-figures.ts";
import { type Persona, PERSONAS, type WrittenQuestion } from "./written-question.ts";

const SAMPLES = join(PROJECT_ROOT, "tools/eval/samples");
const SET = join(SAMPLES, "model-answers");
const USAGE = `npm run eval -- model-answers [options]
Asks questions with a stub model that sends answers written by hand, and measures what the service shows of them.
  --words              search by words only, without the built-in models
  --persona NAME       ${PERSONAS.join(", ")} (all)
  --question ID        only this question, and the questions before it in its thread
  --verification MODE  off, mark or strict, as MODEL_VERIFICATION (mark)
  --verifier           a second model judges the marks, by the hand labels with one error in ten
  --show               print each answer with its marks
  --json FILE          write every answer and figure`;

/** @throws Failure */
export async function runModelAnswers(args: readonly string[], write: (text: string) => void): Promise<void> {
  const options = readOptions(
    {
      words: { type: "boolean", default: false },
      persona: { type: "string" },
      question: { type: "string" },
      verification: { type: "string", default: "mark" },
      verifier: { type: "boolean", default: false },
      show: { type: "boolean", default: false },
      json: { type: "string" },
    },
    USAGE,
    args,
  );
  const personas = PERSONAS.filter((each) => (options.persona ?? each) === each);
  if (personas.length === 0) throw new Failure(`There is no persona ${options.persona}.`);
  const verification = VERIFICATION_MODES.find((mode) => mode === options.verification);
  if (verification === undefined) throw new Failure(`There is no mode ${options.verification}.`);
  const checks = { verification, hasVerifier: options.verifier };
  const documents = await readDocuments(SET, SAMPLES);
  const questions = await readQuestions(options.question);
  const local = options.words ? null : startOfflineModels();
  const server = await startPersonaServer();
  try {
    const index = new OfflineIndex(local ?? NO_MODELS);
    await fillIndex(index, documents);
    const judged: JudgedAnswer[] = [];
    const asker = { index, documents, server, checks, past: new Map<string, PastTurn>() };
    for (const question of questions) {
      for (const each of await askAll(asker, question, questions, personas)) {
        judged.push(each);
        if (options.show) write(`${shownAnswer(each)}\n`);
      }
    }
    const figures = figuresOf(judged);
    write(figuresTable(figures));
    if (options.json !== undefined)
      await writeFile(fromCaller(options.json), JSON.stringify({ figures, answers: judged }, null, 1));
  } finally {
    server.close();
    local?.stop();
  }
}

/** Reads all questions, or one with the earlier questions of its thread. */
async function readQuestions(id: string | undefined): Promise<WrittenQuestion[]> {
  const folder = join(SET, "written");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".txt")).toSorted();
  const all: WrittenQuestion[] = [];
  for (const name of files) all.push(...parseWritten(await readFile(join(folder, name), "utf8"), name));
  if (id === undefined) return all;
  const thread = threadOf(id, all);
  if (thread.length === 0) throw new Failure(`There is no question ${id}.`);
  return thread;
}

/** A question behind the earlier questions of its thread. */
function threadOf(id: string, all: readonly WrittenQuestion[]): WrittenQuestion[] {
  const question = all.find((each) => each.id === id);
  if (question === undefined) return [];
  return [...(question.after === "" ? [] : threadOf(question.after, all)), question];
}

interface Asker {
  readonly index: OfflineIndex;
  readonly documents: readonly SourceDocument[];
  readonly server: PersonaServer;
  readonly checks: PersonaChecks;
  /** The good persona's turn by question, for the questions that follow it. */
  readonly past: Map<string, PastTurn>;
}

async function askAll(
  { index, documents, server, checks, past }: Asker,
  question: WrittenQuestion,
  all: readonly WrittenQuestion[],
  personas: readonly Persona[],
): Promise<JudgedAnswer[]> {
  const earlier = threadOf(question.after, all).flatMap(({ id }) => past.get(id) ?? []);
  const retrieved: RetrievedQuestion = await retrieveInProcess(index, documents, question.question, earlier);
  const judged: JudgedAnswer[] = [];
  for (const persona of personas) {
    const reply = await askPersona(server, retrieved, question.answers[persona], checks);
    judged.push(judgeAnswer(question, persona, reply));
    const { content, citations } = reply.answer;
    const turn = { question: question.question, quote: citations[0]?.quote ?? "", answer: content };
    if (!past.has(question.id)) past.set(question.id, turn);
  }
  return judged;
}
