import { DatabaseSync } from "node:sqlite";
import { Failure } from "../../../scripts/lib/failure.ts";
import { cronTrigger } from "../../../scripts/lib/cron-trigger.ts";
import { useUnixSockets } from "../../../scripts/lib/unix-sockets.ts";
import { databaseFiles, editState } from "../lib/database-files.ts";
import { signIn, startService } from "../lib/service.ts";
import { fillOrganization, type Seed } from "../scale/fill.ts";
import { plantSeed } from "../scale/seed.ts";
import { copyObjects } from "./copy-objects.ts";
import type { Lap } from "./bystander.ts";
import { startInstance } from "./instance.ts";
import { measureQuiet } from "./measure-impact.ts";

const COLLECTIONS = 100;
const DAY_MS = 86_400_000;
/** The first run wakes sleeping objects; it counts too. */
const REPORT_EVERY = 1_000;

export interface Purge {
  readonly quiet: Lap;
  readonly during: Lap;
  /** Longest time without a yield of the runtime. */
  readonly held: { readonly quiet: number; readonly during: number };
  readonly removed: number;
  readonly runs: number;
  readonly seconds: number;
  /** Assets that remained at the time limit. */
  readonly left: number;
}

/**
 * Measures a bystander of another organization while many assets reach the end of their retention. The cron
 * run repeats immediately, although the service runs it once a minute, so the result is an upper bound.
 */
export async function purgeMany(assets: number, timeMs: number): Promise<Purge> {
  let records = "";
  let folder = "";
  const instance = await startInstance(async (stateFolder) => {
    folder = stateFolder;
    records = await deleteMany(stateFolder, assets);
  });
  try {
    const trigger = cronTrigger("", useUnixSockets(folder));
    // The service's own cron does not yet consider these expired.
    const scheduledTime = new Date(Date.now() + 2 * DAY_MS);
    const { bystander, holds } = instance;
    await holds.lap();
    const quiet = await measureQuiet(instance);
    const quietHold = await holds.lap();
    const beganAt = performance.now();
    const before = countDeleted(records);
    let [left, runs, told] = [before, 0, before];
    for (; left > 0 && performance.now() - beganAt < timeMs; runs += 1) {
      const outcome = await trigger.fire(scheduledTime);
      if (outcome !== "ok") throw new Failure(`The cron run ended with "${outcome}".`);
      left = countDeleted(records);
      if (told - left >= REPORT_EVERY) process.stderr.write(`${(told = left)} are left\n`);
    }
    const seconds = (performance.now() - beganAt) / 1_000;
    const during = await bystander.lap();
    return {
      quiet,
      during,
      held: { quiet: quietHold, during: await holds.lap() },
      removed: before - left,
      runs,
      seconds,
      left,
    };
  } finally {
    await instance.stop();
  }
}

/**
 * Creates an organization with this many assets, including rows, objects and passages, and deletes all of
 * them. @returns the database file of the records
 */
async function deleteMany(stateFolder: string, assets: number): Promise<string> {
  const { origin, stop } = await startService(stateFolder);
  let seed: Seed;
  try {
    seed = await plantSeed(origin, await signIn(origin, stateFolder, "ada"));
  } finally {
    await stop();
  }
  fillOrganization(stateFolder, seed, { name: "purge", collections: COLLECTIONS, assets: assets + 1 });
  const [records] = databaseFiles(stateFolder, "d1/miniflare-D1DatabaseObject");
  if (records === undefined) throw new Failure("The state of the service has no database.");
  const now = Date.now();
  const ids = editState(records, (database) => {
    const deleted =
      "UPDATE assets SET lifecycle_state = 'deleted', deleted_at = ?, deleted_by = created_by, purge_at = ? WHERE id <> ? RETURNING id";
    return database
      .prepare(deleted)
      .all(now, now + DAY_MS, seed.assetId)
      .map(({ id }) => String(id));
  });
  copyObjects(stateFolder, records, seed.assetId, ids);
  return records;
}

function countDeleted(records: string): number {
  const database = new DatabaseSync(records, { readOnly: true });
  try {
    return Number(
      database.prepare("SELECT count(*) AS n FROM assets WHERE lifecycle_state = 'deleted'").get()?.["n"],
    );
  } finally {
    database.close();
  }
}
