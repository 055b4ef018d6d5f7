import { cp } from "node:fs/promises";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { storageFolder } from "../../scripts/lib/serve.ts";
import { readWorkerOptions } from "../../scripts/lib/worker-options.ts";
import { newFolder } from "./folders.ts";

/** Names a state folder in which all migrations are applied and nothing else is; for the processes of the tests. */
const TEMPLATE = "TEST_MIGRATED_STATE";

/** Makes it, once for all files: a runtime that only migrates costs more than all else of a start. */
export async function makeMigratedState(): Promise<void> {
  const template = await newFolder();
  const { workerOptions, database } = await readWorkerOptions();
  await applyMigrations(database, workerOptions.d1Databases ?? {}, storageFolder(template));
  process.env[TEMPLATE] = template;
}

/** A new state folder, migrated where there is one to copy; else the service migrates it when it starts. */
export async function newStateFolder(): Promise<string> {
  const folder = await newFolder();
  const template = process.env[TEMPLATE];
  if (template !== undefined) await cp(template, folder, { recursive: true });
  return folder;
}
