/**
 * Runs the crowd in its own process: opens sockets, posts for a while and reports the deliveries. Forked by
 * `measure.ts`.
 */
import { FrameReader } from "../lib/frame-reader.ts";
import { percentile } from "../lib/statistics.ts";
import type { CrowdResult, CrowdTask } from "./task.ts";

const OPENED_AT_ONCE = 50;
const WARM_UP_MESSAGES = 48;
const SILENCE_MS = 30_000;

process.once("message", (task: CrowdTask) => {
  void play(task).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function play(task: CrowdTask): Promise<CrowdResult> {
  const crowd = await open(task);
  await post(crowd, task, (posted) => posted < WARM_UP_MESSAGES);
  const startedAt = performance.now();
  const { posted, latencies, bytes } = await post(
    crowd,
    task,
    () => performance.now() - startedAt < task.seconds * 1_000,
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const sorted = Float64Array.from(latencies).toSorted();
  for (const reader of crowd) reader.destroy();
  const deliveries = sorted.length;
  const found = {
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    frameBytes: bytes / deliveries,
  };
  return { messages: posted, deliveries, seconds, ...found };
}

async function open({ url, headers, sockets }: CrowdTask): Promise<FrameReader[]> {
  const crowd: FrameReader[] = [];
  while (crowd.length < sockets) {
    const count = Math.min(OPENED_AT_ONCE, sockets - crowd.length);
    const opened = Array.from(
      { length: count },
      async (_, n) => await FrameReader.open(new URL(url), headers[n % headers.length] ?? {}),
    );
    crowd.push(...(await Promise.all(opened)));
  }
  return crowd;
}

interface Posted {
  readonly posted: number;
  readonly latencies: readonly number[];
  readonly bytes: number;
}

/**
 * Keeps `inFlight` messages unconfirmed while `more` allows, and ends after every socket has received all of
 * them. All sockets receive the same order, so a socket's n-th frame is the n-th message. Several sockets
 * post alternately.
 */
async function post(
  crowd: readonly FrameReader[],
  task: CrowdTask,
  more: (posted: number) => boolean,
): Promise<Posted> {
  const postedAt: number[] = [];
  const latencies: number[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let bytes = 0;
  let isPosting = true;
  const say = (): void => {
    isPosting &&= more(postedAt.length);
    if (!isPosting) return;
    crowd[postedAt.length % Math.min(task.inFlight, crowd.length)]?.send(task.text);
    postedAt.push(performance.now());
  };
  crowd.forEach((reader, position) => {
    let heard = 0;
    reader.onText = ({ length }) => {
      latencies.push(performance.now() - (postedAt[heard] ?? Number.NaN));
      heard += 1;
      bytes += length;
      if (position === 0) say();
      if (!isPosting && latencies.length === postedAt.length * crowd.length) resolve();
    };
  });
  for (let n = 0; n < task.inFlight; n += 1) say();
  const watch = watchFor(
    () => latencies.length,
    () => reject(new Error(silence(crowd))),
  );
  try {
    await promise;
  } finally {
    clearInterval(watch);
  }
  return { posted: postedAt.length, latencies, bytes };
}

function watchFor(count: () => number, onSilence: () => void): NodeJS.Timeout {
  let before = -1;
  return setInterval(() => {
    if (count() === before) onSilence();
    before = count();
  }, SILENCE_MS);
}

function silence(crowd: readonly FrameReader[]): string {
  const codes = new Set(crowd.flatMap(({ closeCode }) => closeCode ?? []));
  return `nothing was heard for ${SILENCE_MS / 1_000} s; close codes: ${[...codes].join() || "none"}`;
}
