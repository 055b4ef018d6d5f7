import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../../scripts/lib/failure.ts";
import { Request } from "../../../scripts/lib/miniflare.ts";
import { startLocalModels } from "../../../scripts/lib/models/local-models.ts";
import { obstacleOf } from "../../../scripts/lib/models/supported-models.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { usageOf } from "../../../scripts/lib/sandbox/process-usage.ts";
import type { Embedder } from "../../../src/models/embedder.ts";
import { createLocalEmbedder, createLocalReader } from "../../../src/models/local-models.ts";
import type { Reader } from "../../../src/models/reader.ts";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { percentile, showNumber, showTable } from "../lib/statistics.ts";

const DEFAULTS = { questions: [500], texts: [256] } as const;
const TIMEOUT_MS = 60_000;
const MIB = 1024 * 1024;
/** A passage of about 140 tokens in English. */
const PASSAGE_CHARS = 600;
const PASSAGES_PER_QUESTION = 5;
const READ_QUESTIONS = 20;

interface Models {
  readonly embedder: Embedder;
  readonly reader: Reader;
  readonly usage: () => { readonly cpuMs: number; readonly memoryBytes: number };
}

/**
 * Measures the model process alone: vectors per second, the time of a question with and without documents
 * beside it, the time to read five passages, and the memory after many questions.
 */
export async function measureModels(args: readonly string[]): Promise<void> {
  const { questions, texts } = readNumberOptions(args, DEFAULTS, "npm run bench -- models");
  const obstacle = obstacleOf("encoder") ?? obstacleOf("reader");
  const local = startLocalModels({ encoder: true, reader: true });
  if (obstacle !== null || local === null) throw new Failure(obstacle ?? "No model runs here.");
  const fetch = async (url: string, init: object) => await local.answer(new Request(url, init));
  const binding = { fetch } as unknown as Fetcher;
  const [embedder, reader] = [createLocalEmbedder(binding, "bench"), createLocalReader(binding, "bench")];
  if (embedder === null || reader === null) throw new Failure("There is no binding.");
  const usage = () => usageOf(local.usage().pid ?? 0) ?? { cpuMs: 0, memoryBytes: 0 };
  const models = { embedder, reader, usage };
  const prose = await readProse();
  const rows = [["", "wall", "CPU"]];
  try {
    rows.push([
      "start",
      showMs(await timeOf(async () => await models.embedder.embed(["start"], "question", TIMEOUT_MS))),
      "",
    ]);
    for (const count of texts) {
      rows.push(await measureTexts(models, "sentences", prose.sentences.slice(0, count)));
      rows.push(await measureTexts(models, "passages of 600 characters", prose.passages.slice(0, count / 4)));
    }
    rows.push(...(await measureQuestions(models, prose)));
    rows.push(await measureReading(models, prose));
    for (const count of questions) rows.push(await measureMemory(models, prose, count));
  } finally {
    local.stop();
  }
  process.stdout.write(showTable(rows));
}

interface Prose {
  readonly sentences: readonly string[];
  readonly passages: readonly string[];
}

/** The documentation as sentences and passages. */
async function readProse(): Promise<Prose> {
  const folder = join(PROJECT_ROOT, "docs");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).toSorted();
  const texts = await Promise.all(names.map(async (name) => await readFile(join(folder, name), "utf8")));
  const plain = texts
    .join("\n\n")
    .replaceAll(/[#|`*]/g, " ")
    .replaceAll(/\s+/g, " ");
  const passages = Array.from({ length: Math.floor(plain.length / PASSAGE_CHARS) }, (_, at) =>
    plain.slice(at * PASSAGE_CHARS, (at + 1) * PASSAGE_CHARS),
  );
  return {
    sentences: plain.split(/(?<=[.?]) /).filter(({ length }) => length > 40 && length < 300),
    passages,
  };
}

async function measureTexts({ embedder, usage }: Models, name: string, texts: readonly string[]) {
  const before = usage().cpuMs;
  const ms = await timeOf(async () => {
    for (let at = 0; at < texts.length; at += embedder.batch)
      await embedder.embed(texts.slice(at, at + embedder.batch), "passage", TIMEOUT_MS);
  });
  const perSecond = (spent: number): string => `${showNumber((1_000 * texts.length) / spent, 1)}/s`;
  return [`${texts.length} ${name}`, perSecond(ms), perSecond(usage().cpuMs - before)];
}

/** Embeds questions alone, and then beside documents of another organization. */
async function measureQuestions({ embedder, usage }: Models, { sentences, passages }: Prose) {
  const lap = async (name: string): Promise<string[]> => {
    const before = usage().cpuMs;
    const times: number[] = [];
    for (const sentence of sentences.slice(0, 40))
      times.push(
        await timeOf(async () => await embedder.embed([sentence.slice(0, 60)], "question", TIMEOUT_MS)),
      );
    times.sort((one, other) => one - other);
    const wall = `median ${showMs(percentile(times, 0.5))}, longest ${showMs(times.at(-1) ?? 0)}`;
    return [name, wall, name.includes("beside") ? "" : showMs((usage().cpuMs - before) / times.length)];
  };
  const alone = await lap("a question's vector");
  let isRunning = true;
  const documents = (async () => {
    while (isRunning) await embedder.embed(passages.slice(0, embedder.batch), "passage", TIMEOUT_MS);
  })();
  const beside = await lap("a question's vector beside documents");
  isRunning = false;
  await documents;
  return [alone, beside];
}

async function measureReading({ reader, usage }: Models, { sentences, passages }: Prose) {
  const before = usage().cpuMs;
  const times: number[] = [];
  for (let at = 0; at < READ_QUESTIONS; at += 1) {
    const read = passages.slice(at * PASSAGES_PER_QUESTION, (at + 1) * PASSAGES_PER_QUESTION);
    times.push(await timeOf(async () => await reader.read(sentences[at] ?? "", read, TIMEOUT_MS)));
  }
  times.sort((one, other) => one - other);
  const cpu = showMs((usage().cpuMs - before) / times.length);
  return ["reading five passages", `median ${showMs(percentile(times, 0.5))}`, cpu];
}

/** Each question reads one passage of another length. */
async function measureMemory(
  { embedder, reader, usage }: Models,
  { sentences, passages }: Prose,
  count: number,
) {
  let [question, most] = [0, 0];
  const before = usage().memoryBytes;
  for (; question < count; question += 1) {
    const [asked = ""] = sentences.slice(question % sentences.length);
    const [passage = ""] = passages.slice(question % passages.length);
    await embedder.embed([asked], "question", TIMEOUT_MS);
    await reader.read(asked, [passage.slice(0, 20 + ((question * 37) % PASSAGE_CHARS))], TIMEOUT_MS);
    most = Math.max(most, usage().memoryBytes);
  }
  const mib = (bytes: number): string => `${showNumber(bytes / MIB)} MiB`;
  return [
    `memory after ${showNumber(count)} questions`,
    mib(usage().memoryBytes),
    `${mib(before)} before, at most ${mib(most)}`,
  ];
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function showMs(ms: number): string {
  return `${showNumber(ms, ms < 100 ? 1 : 0)} ms`;
}
