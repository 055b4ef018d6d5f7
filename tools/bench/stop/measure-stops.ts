import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Failure } from "../../../scripts/lib/failure.ts";
import { readNumberOptions } from "../lib/read-numbers.ts";
import { startService } from "../lib/service.ts";
import { percentile, showNumber, showTable } from "../lib/statistics.ts";
import { type Library, makeLibrary } from "../questions/library.ts";
import { Asker } from "./asker.ts";
import { StalledModel } from "./stalled-model.ts";

const DEFAULTS = { rounds: [100] };
const AIM_MS = 200;
const QUESTION = "How do I make ripgrep search hidden files?";
/** Time limit of the sentence vectors; without them no question calls the model. */
const VECTORS_MS = 120_000;
const REST_MS = 1_000;
const HEAD = [
  "stopped",
  "rounds",
  "were stopped",
  "HTTP p50",
  "p99",
  "most",
  "socket p50",
  "p99",
  "most",
  "a read p50",
  "p99",
  "most",
  `over ${AIM_MS} ms`,
];
const KINDS = [
  "an answer whose writer hangs",
  "one that waits behind it",
  "one that is being written",
] as const;

interface Stop {
  readonly isStopped: boolean;
  /** From the request to its response, and to the end event at the socket. */
  readonly httpMs: number;
  readonly socketMs: number;
  /** Duration of a read of the thread right afterwards. */
  readonly readMs: number;
}

/** Measures the time from a stop until the answer's end, for the caller and for the subscriber. */
export async function measureStops(args: readonly string[]): Promise<void> {
  const {
    rounds: [rounds = 1],
  } = readNumberOptions(args, DEFAULTS, "npm run bench -- stop");
  const stateFolder = await mkdtemp(join(tmpdir(), "knowledge-bench-"));
  const model = new StalledModel();
  const server = await startService(stateFolder, await model.start());
  try {
    const library = await makeLibrary(server.origin, stateFolder);
    await untilVectors(library, model);
    const rows = [HEAD];
    for (const kind of KINDS) {
      const stops: Stop[] = [];
      for (let round = 0; round < rounds; round += 1) stops.push(await stopOne(library, model, kind, round));
      rows.push(rowOf(kind, stops));
    }
    process.stdout.write(
      `Milliseconds from the stop request to its HTTP response, and to the end event at a socket. The last columns show a read of the thread.\n\n${showTable(rows)}`,
    );
  } finally {
    await server.stop();
    model.stop();
    await rm(stateFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

async function untilVectors({ origin, reader, startThread }: Library, model: StalledModel): Promise<void> {
  const asker = await Asker.open(origin, reader.authorization, await startThread());
  for (const deadline = Date.now() + VECTORS_MS; Date.now() < deadline; await pause(500)) {
    const seen = model.stall().then(() => true);
    const { ended } = await asker.ask(`${QUESTION} ${Date.now()}`);
    const isAsked = await Promise.race([seen, ended.then(() => false)]);
    model.release();
    await ended;
    if (isAsked) return asker.close();
  }
  throw new Failure("The service did not call the embedding model.");
}

async function stopOne(
  library: Library,
  model: StalledModel,
  kind: (typeof KINDS)[number],
  round: number,
): Promise<Stop> {
  const { origin, reader, startThread } = library;
  const asker = await Asker.open(origin, reader.authorization, await startThread());
  const isHeld = kind !== "one that is being written";
  const seen = isHeld ? model.stall() : null;
  // A new question each time, because the service caches question vectors.
  const first = await asker.ask(`${QUESTION} ${kind} ${round} ${Date.now()}`);
  if (seen !== null && (await Promise.race([seen.then(() => null), first.ended])) !== null) {
    // The circuit breaker of the model has opened.
    asker.close();
    await pause(REST_MS);
    return await stopOne(library, model, kind, round);
  }
  const { messageId, ended } =
    kind === "one that waits behind it" ? await asker.ask(`${QUESTION} And then?`) : first;
  const startedAt = performance.now();
  const [answeredAt, end] = await Promise.all([asker.stop(messageId), ended]);
  if (isHeld) model.release();
  await first.ended;
  const readMs = await asker.read();
  asker.close();
  return { readMs, isStopped: end.isStopped, httpMs: answeredAt - startedAt, socketMs: end.at - startedAt };
}

function rowOf(kind: string, stops: readonly Stop[]): string[] {
  const kept = stops.filter(({ isStopped }) => isStopped);
  const columns = [
    (stop: Stop) => stop.httpMs,
    (stop: Stop) => stop.socketMs,
    (stop: Stop) => stop.readMs,
  ].flatMap((of) => {
    const sorted = kept.map(of).toSorted((a, b) => a - b);
    return [percentile(sorted, 0.5), percentile(sorted, 0.99), sorted.at(-1) ?? Number.NaN].map((ms) =>
      showNumber(ms),
    );
  });
  const over = kept.filter(({ httpMs, socketMs }) => Math.max(httpMs, socketMs) > AIM_MS).length;
  return [kind, String(stops.length), String(kept.length), ...columns, String(over)];
}
