import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runtimeCpuMs } from "../lib/runtime-cpu-ms.ts";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { startService } from "../lib/service.ts";
import { percentile, showNumber, showTable, spreadOf } from "../lib/statistics.ts";
import { type Cost, postByHttp } from "../messages/post.ts";
import { type Library, makeLibrary } from "./library.ts";

const DEFAULTS = { askers: [1, 8, 32], seconds: [4] };
const QUESTION = "How do I make ripgrep search hidden files and directories?";
/** Default number of messages in the response of a post. */
const SHOWN = 20;
/** Questions of a short thread; then its asker continues in the next one. */
const SHORT = 5;
/** Above any expected rate. */
const MAX_PER_SECOND = 100;
const WARM_UP = 10;
const HEAD = [
  "threads",
  "askers",
  "questions",
  "a second",
  "D1 trips",
  "rows read",
  "median ms",
  "p95 ms",
  "CPU ms each",
];

/**
 * Measures questions per second over HTTP and the cost of each: in short threads, and in one long thread per
 * asker.
 */
export async function compareQuestions(args: readonly string[]): Promise<void> {
  const {
    askers: crowds,
    seconds: [seconds = 1],
  } = readNumberOptions(args, DEFAULTS, "npm run bench -- questions");
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  const server = await startService(stateFolder);
  try {
    const library = await makeLibrary(server.origin, stateFolder);
    await askUntil(library, [await library.startThread()], (asked) => asked >= WARM_UP);
    const rows = [HEAD];
    for (const growing of [false, true]) {
      for (const askers of crowds)
        rows.push([
          growing ? "growing" : "short",
          ...(await measure(library, server.pid, { growing, askers, seconds })),
        ]);
    }
    process.stdout.write(
      `"${QUESTION}", ${seconds} s each; the CPU time is the runtime's alone\n\n${showTable(rows)}`,
    );
  } finally {
    await server.stop();
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

interface Case {
  readonly growing: boolean;
  readonly askers: number;
  readonly seconds: number;
}

async function measure(library: Library, pid: number, { growing, askers, seconds }: Case): Promise<string[]> {
  const each = growing ? 1 : Math.ceil((MAX_PER_SECOND * seconds) / SHORT / askers);
  const threads: string[][] = [];
  for (let asker = 0; asker < askers; asker += 1) {
    const own: string[] = [];
    while (own.length < each) own.push(await library.startThread());
    threads.push(own);
  }
  const cpuBefore = runtimeCpuMs(pid);
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() >= startedAt + seconds * 1_000;
  const costs = (await Promise.all(threads.map(async (own) => await askUntil(library, own, isOver)))).flat();
  const elapsed = performance.now() - startedAt;
  const cpu = runtimeCpuMs(pid) - cpuBefore;
  const times = costs.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const median = (of: (cost: Cost) => number | null): string =>
    showNumber(spreadOf(costs.flatMap((cost) => of(cost) ?? [])).median);
  return [
    showNumber(askers),
    showNumber(costs.length),
    showNumber((costs.length / elapsed) * 1_000, 1),
    median(({ trips }) => trips),
    median(({ rows }) => rows),
    showNumber(percentile(times, 0.5), 1),
    showNumber(percentile(times, 0.95), 1),
    Number.isNaN(cpu) ? "" : showNumber(cpu / costs.length, 1),
  ];
}

/** Asks one user's questions sequentially. */
async function askUntil(
  { origin, reader }: Library,
  threads: readonly string[],
  isOver: (asked: number) => boolean,
): Promise<Cost[]> {
  const costs: Cost[] = [];
  do {
    const thread = threads[Math.floor(costs.length / SHORT) % threads.length] ?? "";
    costs.push(
      await postByHttp(origin, reader, thread, {
        kind: "promptV2",
        messagesLimit: SHOWN,
        question: QUESTION,
      })(),
    );
  } while (!isOver(costs.length));
  return costs;
}
