import { cp } from "node:fs/promises";
import { applyMigrations } from "../../../scripts/lib/migrations.ts";
import { storageFolder } from "../../../scripts/lib/serve.ts";
import { readWorkerOptions } from "../../../scripts/lib/worker-options.ts";
import { newFolder } from "../fixtures/folders.ts";

/** The environment variable with the path of a freshly migrated state folder. */
const TEMPLATE = "TEST_MIGRATED_STATE";

/**
 * Creates the state folder once for all files, because a runtime that only migrates is the slowest part of a
 * start.
 */
export async function makeMigratedState(): Promise<void> {
  const template = await newFolder();
  const { workerOptions, database } = await readWorkerOptions();
  await applyMigrations(database, workerOptions.d1Databases ?? {}, storageFolder(template));
  process.env[TEMPLATE] = template;
}

/**
 * A new state folder, copied from the migrated one if it exists. Otherwise the service migrates it at start.
 */
export async function newStateFolder(): Promise<string> {
  const folder = await newFolder();
  const template = process.env[TEMPLATE];
  if (template !== undefined) await cp(template, folder, { recursive: true });
  return folder;
}
