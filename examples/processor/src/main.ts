/** Processes files that wait for an external processor, until SIGTERM or SIGINT. See README.md. */
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Claim, Claims } from "./claims.ts";
import { log } from "./log.ts";
import { type Dependencies, processClaim } from "./process-claim.ts";
import { Rejection, Service } from "./service/service.ts";
import { readSettings } from "./settings.ts";
import { ToolFailed } from "./tools/run-tool.ts";

const MAX_ATTEMPTS = 3;
const PAUSE_MS = 5_000;
/** The processor claims no more files while this many failed for reasons other than their contents. */
const MAX_POSTPONED = 10;
const GIVEN_UP = "The processor stopped three times while reading this file. Reprocess it, or split it.";

const stop = new AbortController();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());

try {
  await run();
} catch (error) {
  if (!stop.signal.aborted) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

async function run(): Promise<void> {
  const settings = readSettings(process.env);
  await prepare(settings.folder);
  const claims = await Claims.open(settings.folder);
  const deps = {
    settings,
    stopped: stop.signal,
    service: new Service(settings.serviceUrl, settings.serviceToken),
  };
  const resumed = await claims.list();
  const queue: Queue = { resumed, postponed: [], atWork: new Set(resumed.map(({ asset }) => asset.id)) };
  log("started", { resumed: resumed.length });
  await Promise.all(Array.from({ length: settings.jobs }, async () => await workOn(deps, claims, queue)));
}

/** Unfinished claims of this process. */
interface Queue {
  /** Claimed by an earlier start. */
  readonly resumed: Claim[];
  /** Retried when nothing else waits. */
  readonly postponed: Claim[];
  /** Ids of all these claims and of the running ones. */
  readonly atWork: Set<string>;
}

async function workOn(deps: Dependencies, claims: Claims, queue: Queue): Promise<void> {
  for (;;) {
    const claim = await nextClaim(deps, claims, queue);
    if (claim === null) {
      await wait(deps.settings.pollMs, undefined, { signal: deps.stopped });
      continue;
    }
    const postponed = await work(deps, claims, claim);
    if (postponed === null) {
      queue.atWork.delete(claim.asset.id);
      continue;
    }
    queue.postponed.push(postponed);
    await wait(PAUSE_MS, undefined, { signal: deps.stopped });
  }
}

/** A killed start leaves its working files behind. */
async function prepare(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const left = (await readdir(folder)).filter((name) => name.startsWith("work-"));
  await Promise.all(left.map(async (name) => await rm(join(folder, name), { recursive: true, force: true })));
}

/**
 * The next claim: first those of earlier starts, then the longest-waiting file that this process has not
 * claimed, then postponed claims.
 */
async function nextClaim(
  { service, stopped }: Dependencies,
  claims: Claims,
  queue: Queue,
): Promise<Claim | null> {
  const { resumed, postponed, atWork } = queue;
  const left = resumed.shift() ?? (postponed.length >= MAX_POSTPONED ? postponed.shift() : undefined);
  if (left !== undefined) return left;
  try {
    const listed = await service.listWaiting(stopped);
    const asset = listed.find(({ id }) => !atWork.has(id));
    if (asset === undefined) return postponed.shift() ?? null;
    atWork.add(asset.id);
    return await claims.add(asset);
  } catch (error) {
    if (stopped.aborted || error instanceof Rejection) throw error;
    log("unreachable", { error: messageOf(error) });
    return null;
  }
}

/** @returns the claim if it needs a retry; null if it is finished */
async function work(deps: Dependencies, claims: Claims, kept: Claim): Promise<Claim | null> {
  const { asset, jobId } = kept;
  let claim = kept;
  try {
    if (claim.attempts >= MAX_ATTEMPTS) {
      await deps.service.report(
        asset.id,
        jobId,
        { step: "processing", status: "failed", message: GIVEN_UP },
        deps.stopped,
      );
    } else {
      claim = await claims.begin(claim);
      log("begun", { asset: asset.id, attempt: claim.attempts });
      await processClaim(deps, claim);
    }
  } catch (error) {
    if (deps.stopped.aborted) {
      await claims.postpone(claim);
      throw error;
    }
    log("stopped", { asset: asset.id, error: messageOf(error) });
    // Another processor owns the asset, it was deleted, or its job has ended: nothing is left to do.
    if (!(error instanceof Rejection))
      return error instanceof ToolFailed ? claim : await claims.postpone(claim);
  }
  await claims.remove(claim);
  return null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
