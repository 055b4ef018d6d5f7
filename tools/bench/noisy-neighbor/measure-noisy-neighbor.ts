import { hostileFiles, honestText } from "../../../test/hostile/files.ts";
import { showNumber, showTable } from "../lib/statistics.ts";
import { type Lap, worse } from "./bystander.ts";
import { type Instance, startInstance } from "./instance.ts";
import { AT_ONCE, uploadFolder } from "./upload-folder.ts";
import { purgeMany } from "./purge.ts";
import { realPdfs, type Round, uploadMany } from "./upload-many.ts";
import { type NeighborImpact, type HostileFile, measureImpact, measureQuiet } from "./measure-impact.ts";
import { type NoisyNeighborOptions, readNoisyNeighborOptions } from "./options.ts";

const AIM_MS = 200;
const HONEST_BYTES = 25 * 1024 * 1024;
const HEAD = [
  "file",
  "bytes",
  "status, quiet",
  "during",
  "read, quiet",
  "during",
  "added",
  "waited for, quiet",
  "sending",
  "during",
  "held, quiet",
  "during",
  "broken",
  "s",
  "ended",
];
const ROUND_HEAD = ["20 PDFs, 8 at a time", "ready", "failed", "left", "broken", "status", "read", "s"];

/** Equals the number of processors of a small machine. */
const HOGS = 2;
const FOLDER_HEAD = [
  "a folder of PDFs",
  "at once",
  "hogs",
  "ready",
  "failed",
  "left",
  "deadlines",
  "status",
  "read",
  "s",
];
const FOLDER_BOUNDS =
  "the limits are 1.5, no file left, no deadline reached, and 500 ms for the slowest status.";

const PURGE_HEAD = [
  "assets purged",
  "status, quiet",
  "during",
  "read, quiet",
  "during",
  "added",
  "waited for, quiet",
  "during",
  "held, quiet",
  "during",
  "removed",
  "left",
  "cron runs",
  "broken",
  "s",
];

const EXPLAINED =
  "Slowest read of a bystander in milliseconds. “Added” is the larger of the two differences. “Waited for” is the largest CPU time of the\n" +
  "service's threads (gateway + runtime) during a read, while the file is sent and afterwards. Any further delay comes from other processes.\n" +
  "“Held” is the longest CPU time of the runtime's thread without a yield; the target is 50.\n\n";

/**
 * Measures the delay of a bystander while the service processes hostile files, compared with the same reads
 * in quiet. Then it uploads many files concurrently.
 */
export async function measureNoisyNeighbor(args: readonly string[]): Promise<void> {
  const options = readNoisyNeighborOptions(args);
  // Files share one instance as long as each ends; unfinished work would distort the next measurement.
  let instance = await startInstance();
  const renew = async (): Promise<Instance> => {
    await instance.stop();
    instance = await startInstance();
    return instance;
  };
  try {
    process.stdout.write(EXPLAINED);
    const added = await measureFiles(instance, renew, options);
    if (options.rounds > 0) {
      await renew();
      await measureRounds(instance, options);
    }
    if (added.length > 0)
      process.stdout.write(
        `\nAt most ${showNumber(Math.max(...added))} ms added; the target is ${AIM_MS}.\n`,
      );
  } finally {
    await instance.stop();
  }
  if (options.folder > 0) await measureFolder(options.folder);
  if (options.purge > 0) await measurePurge(options);
}

/**
 * Uploads a folder of files sequentially and concurrently, on a quiet machine and beside processes that use
 * all processors.
 */
async function measureFolder(files: number): Promise<void> {
  const rows = [FOLDER_HEAD];
  const ratios: number[] = [];
  for (const hogs of [0, HOGS]) {
    const single = await uploadFolder(files, { atOnce: 1, hogs });
    const many = await uploadFolder(files, { atOnce: AT_ONCE, hogs });
    ratios.push(many.seconds / single.seconds);
    for (const run of [single, many]) {
      const { atOnce, ready, failed, left, deadlines, seen, seconds } = run;
      const counts = [atOnce, run.hogs, ready, failed, left].map(String);
      const times = [seen.status.ms, seen.read.ms].map((ms) => showNumber(ms));
      rows.push([
        "",
        ...counts,
        deadlines === null ? "not counted" : String(deadlines),
        ...times,
        showNumber(seconds, 1),
      ]);
      process.stderr.write(
        `${files} copies, ${atOnce} at once, ${run.hogs} hogs: ${showNumber(seconds, 1)} s\n`,
      );
    }
  }
  const shown = ratios.map((ratio) => showNumber(ratio, 2)).join(" and ");
  process.stdout.write(
    `\n${showTable(rows)}\n${files} copies of a PDF at once took ${shown} times as long as one after the other; ${FOLDER_BOUNDS}\n`,
  );
}

async function measurePurge({ purge, purgeMs }: NoisyNeighborOptions): Promise<void> {
  const { quiet, during, held, removed, runs, left, seconds } = await purgeMany(purge, purgeMs);
  const broken = [quiet, during]
    .flatMap((lap) => [lap.status.broken, lap.read.broken])
    .reduce((sum, count) => sum + count);
  const added = Math.max(during.status.ms - quiet.status.ms, during.read.ms - quiet.read.ms);
  const times = [quiet.status.ms, during.status.ms, quiet.read.ms, during.read.ms, added].map((ms) =>
    showNumber(ms),
  );
  const counts = [removed, left, runs, broken].map((count) => showNumber(count));
  const turns = [showNumber(held.quiet), showNumber(held.during)];
  const row = ["", ...times, heldIn(quiet), heldIn(during), ...turns, ...counts, showNumber(seconds, 1)];
  process.stdout.write(`\n${showTable([PURGE_HEAD, row])}\nThe target is at most ${AIM_MS} ms added.\n`);
}

/** @returns the milliseconds that each file added */
async function measureFiles(
  first: Instance,
  renew: () => Promise<Instance>,
  options: NoisyNeighborOptions,
): Promise<number[]> {
  let instance = first;
  const rows = [HEAD];
  const added: number[] = [];
  for (const file of filesToTry(options.only)) {
    if (Date.now() > options.deadline) {
      rows.push([file.name, ...HEAD.slice(2).map(() => ""), "not tried: the time was over"]);
      continue;
    }
    const { name, contentType, bytes } = file;
    const impact = await measureImpact(instance, { name, contentType, bytes }, options.waitMs);
    process.stderr.write(`${name}: ${impact.end.state}, ${addedBy(impact).toFixed(0)} ms added\n`);
    added.push(addedBy(impact));
    rows.push(rowOf(name, bytes.length, impact));
    if (impact.end.state !== "ready" && impact.end.state !== "failed") instance = await renew();
  }
  process.stdout.write(showTable(rows));
  return added;
}

async function measureRounds(instance: Instance, { rounds, waitMs }: NoisyNeighborOptions): Promise<void> {
  const files = await realPdfs();
  const quiet = await measureQuiet(instance);
  const rows = [
    ROUND_HEAD,
    ["in quiet", "", "", "", "", showNumber(quiet.status.ms), showNumber(quiet.read.ms), ""],
  ];
  for (let round = 1; round <= rounds; round += 1) {
    const { ready, failed, left, broken, seen, seconds }: Round = await uploadMany(instance, files, waitMs);
    const worst = [seen.status.ms, seen.read.ms].map((ms) => showNumber(ms));
    rows.push([
      `round ${round}`,
      ...[ready, failed, left, broken].map(String),
      ...worst,
      showNumber(seconds, 1),
    ]);
    // Unfinished files would distort the next round.
    if (left > 0) break;
  }
  process.stdout.write(`\n${showTable(rows)}`);
}

function filesToTry(only: string): HostileFile[] {
  const honest = {
    name: "honest text",
    contentType: "text/plain",
    bytes: new TextEncoder().encode(honestText(HONEST_BYTES)),
  };
  return [...hostileFiles(), honest].filter(({ name }) => name.includes(only));
}

/** CPU time of the gateway and of the runtime. */
function heldIn(lap: Lap | null): string {
  if (lap === null) return "";
  const { gateway, runtime } = worse(lap.status, lap.read).held;
  return `${showNumber(gateway)} + ${showNumber(runtime)}`;
}

function addedBy({ quiet, during }: NeighborImpact): number {
  return Math.max(during.status.ms - quiet.status.ms, during.read.ms - quiet.read.ms);
}

function rowOf(name: string, bytes: number, impact: NeighborImpact): string[] {
  const { quiet, sending, during, held: holds, end, seconds } = impact;
  const broken = (lap: Lap): number => lap.status.broken + lap.read.broken;
  const times = [quiet.status.ms, during.status.ms, quiet.read.ms, during.read.ms, addedBy(impact)].map(
    (ms) => showNumber(ms),
  );
  const held = [quiet, sending, during].map(heldIn);
  const ended = end.reason === "" ? end.state : `${end.state}: ${end.reason.slice(0, 60)}`;
  const turns = [holds.quiet, holds.during].map((ms) => showNumber(ms));
  return [
    name,
    showNumber(bytes),
    ...times,
    ...held,
    ...turns,
    String(broken(quiet) + broken(during)),
    showNumber(seconds, 1),
    ended,
  ];
}
