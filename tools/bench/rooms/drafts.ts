import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../../../scripts/lib/failure.ts";
import { FrameReader } from "../lib/frame-reader.ts";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { letChat, signIn, startService } from "../lib/service.ts";
import { percentile, showNumber, showTable, spreadOf } from "../lib/statistics.ts";
import { ServiceThreads } from "../lib/service-threads.ts";
import { type Library, makeLibrary } from "../questions/library.ts";
import { Asker } from "../stop/asker.ts";
import { BEGINNINGS, SteadyWriter } from "./steady-writer.ts";

const DEFAULTS = { listeners: [1, 200], "first-ms": [1_200], answers: [10] };
const AIM_MS = 50;
const QUESTION = "How do I make ripgrep search hidden files?";
const WARM_UP = 2;
/** Work within this time after an answer's end counts for that answer. */
const SETTLED_MS = 300;
const AT_ONCE = 20;
const DRAFT = new TextEncoder().encode('{"draft"');
const HEAD = [
  "listeners",
  "begins with",
  "answers",
  "frames each",
  "first listener p50",
  "most",
  "median listener p50",
  "most",
  "last listener p50",
  "most",
  `last over ${AIM_MS} ms`,
  "CPU ms an answer",
  "without drafts",
  "CPU ms a frame",
  "µs of each listener",
];

/** Measurements of one answer. */
interface Drafted {
  /** For each listener: milliseconds from the model's first word to the first frame. */
  readonly waits: Float64Array;
  /** Frames of each listener. */
  readonly frames: number;
  readonly cpuMs: number;
}

/** Measures the delay of a model's first word to each listener of a crowd, and the cost of the frames. */
export async function measureDrafts(args: readonly string[]): Promise<void> {
  const options = readNumberOptions(args, DEFAULTS, "npm run bench -- rooms drafts");
  const {
    answers: [answers = 1],
    "first-ms": [firstMs = 1],
  } = options;
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  const model = new SteadyWriter();
  model.firstMs = firstMs;
  const server = await startService(stateFolder, await model.start());
  try {
    const library = await makeLibrary(server.origin, stateFolder);
    const threads = new ServiceThreads(server.pid);
    const headers = await members(library, stateFolder, Math.max(...options.listeners));
    const rows = [HEAD];
    for (const listeners of options.listeners) {
      const crowd = { library, model, threads, headers: headers.slice(0, listeners), answers };
      for (const beginning of BEGINNINGS) {
        model.beginning = beginning;
        const without = await play({ ...crowd, drafts: false });
        rows.push([
          String(listeners),
          beginning,
          ...cellsOf(await play({ ...crowd, drafts: true }), without, listeners),
        ]);
      }
    }
    process.stdout.write(
      `Milliseconds from a model's first word to its first frame. The word comes ${showNumber(firstMs)} ms after the request. ` +
        `Each listener is a separate user. CPU time is that of the service's threads.\n\n${showTable(rows)}`,
    );
  } finally {
    await server.stop();
    model.stop();
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** Signs up the listeners. @returns the headers of each */
async function members(
  { origin, reader, collectionId }: Library,
  stateFolder: string,
  count: number,
): Promise<{ authorization: string }[]> {
  const all: Awaited<ReturnType<typeof signIn>>[] = [];
  while (all.length < count) {
    const names = Array.from(
      { length: Math.min(AT_ONCE, count - all.length) },
      (_, at) => `listener-${all.length + at}`,
    );
    all.push(...(await Promise.all(names.map(async (name) => await signIn(origin, stateFolder, name)))));
  }
  await letChat(origin, reader.authorization, collectionId, all);
  return all.map(({ authorization }) => ({ authorization }));
}

interface Play {
  readonly library: Library;
  readonly model: SteadyWriter;
  readonly threads: ServiceThreads;
  readonly headers: readonly { readonly authorization: string }[];
  readonly answers: number;
  /** Whether the listeners subscribe to drafts. */
  readonly drafts: boolean;
}

async function play({ library, model, threads, headers, answers, drafts }: Play): Promise<Drafted[]> {
  const { origin, reader, startThread } = library;
  const threadId = await startThread();
  const url = new URL(`${origin}/v1/threads/${threadId}/events?drafts=${drafts}`);
  const crowd: Listener[] = [];
  while (crowd.length < headers.length) {
    const next = headers.slice(crowd.length, crowd.length + AT_ONCE);
    crowd.push(
      ...(await Promise.all(next.map(async (each) => new Listener(await FrameReader.open(url, each))))),
    );
  }
  const asker = await Asker.open(origin, reader.authorization, threadId);
  try {
    const all: Drafted[] = [];
    for (let answer = 0; answer < WARM_UP + answers; answer += 1) {
      const cpuBefore = threads.computedMs();
      for (const listener of crowd) listener.begin();
      const { ended } = await asker.ask(QUESTION);
      await ended;
      await pause(SETTLED_MS);
      const waits = Float64Array.from(crowd, ({ firstAt }) => firstAt - model.startedAt).toSorted();
      const frames = crowd.reduce((sum, listener) => sum + listener.frames, 0) / crowd.length;
      all.push({ waits, frames, cpuMs: threads.computedMs() - cpuBefore });
      if (crowd.some((listener) => listener.frames > 0 !== drafts))
        throw new Failure("A listener received drafts without a subscription, or none with one.");
    }
    return all.slice(WARM_UP);
  } finally {
    asker.close();
    for (const { reader: each } of crowd) each.destroy();
  }
}

/** Counts the drafts of one answer. */
class Listener {
  firstAt = Number.NaN;
  frames = 0;
  readonly reader: FrameReader;

  constructor(reader: FrameReader) {
    this.reader = reader;
    reader.onText = (text) => {
      if (!DRAFT.every((byte, at) => text[at] === byte)) return;
      if (this.frames === 0) this.firstAt = performance.now();
      this.frames += 1;
    };
  }

  begin(): void {
    this.firstAt = Number.NaN;
    this.frames = 0;
  }
}

function cellsOf(all: readonly Drafted[], without: readonly Drafted[], listeners: number): string[] {
  const median = (numbers: readonly number[]): number => spreadOf(numbers).median;
  const spread = (of: (waits: Float64Array) => number): string[] => {
    const { median: middle, most } = spreadOf(all.map(({ waits }) => of(waits)));
    return [showNumber(middle, 1), showNumber(most, 1)];
  };
  const last = (waits: Float64Array): number => waits.at(-1) ?? Number.NaN;
  const frames = median(all.map((each) => each.frames));
  const [cpuMs, otherMs] = [all, without].map((each) => median(each.map((drafted) => drafted.cpuMs))) as [
    number,
    number,
  ];
  const frameMs = (cpuMs - otherMs) / frames;
  return [
    String(all.length),
    showNumber(frames, 1),
    ...spread((waits) => waits[0] ?? Number.NaN),
    ...spread((waits) => percentile(waits, 0.5)),
    ...spread(last),
    String(all.filter(({ waits }) => last(waits) > AIM_MS).length),
    showNumber(cpuMs, 1),
    showNumber(otherMs, 1),
    showNumber(frameMs, 2),
    showNumber((1_000 * frameMs) / listeners, 1),
  ];
}
