/** Backups that the service makes itself: before an upgrade, and by its schedule. */
import { cp, readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test, vi } from "vitest";
import { BackupSchedule } from "../../scripts/lib/backup/backup-schedule.ts";
import { listManifests } from "../../scripts/lib/backup/manifest.ts";
import { applyMigrations } from "../../scripts/lib/migrations.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { storageFolder } from "../../scripts/lib/serve.ts";
import { readWorkerOptions } from "../../scripts/lib/worker-options.ts";
import { newFolder } from "../support/fixtures/folders.ts";
import { runScript } from "../support/fixtures/scripts.ts";
import { startTestService } from "../support/http/service.ts";
import { WAIT } from "../support/setup/wait.ts";

const HOUR_MS = 3_600_000;

/** A state folder of the version before the last migration. */
async function olderState(): Promise<string> {
  const [migrations, stateFolder] = [await newFolder(), join(await newFolder(), "state")];
  const { workerOptions, database } = await readWorkerOptions();
  await cp(join(PROJECT_ROOT, database.migrationsFolder), migrations, { recursive: true });
  const last =
    (await readdir(migrations))
      .filter((name) => name.endsWith(".sql"))
      .toSorted()
      .at(-1) ?? "";
  await rm(join(migrations, last));
  const source = { ...database, migrationsFolder: relative(PROJECT_ROOT, migrations) };
  await applyMigrations(source, workerOptions.d1Databases ?? {}, storageFolder(stateFolder));
  return stateFolder;
}

async function migrationsOf(stateFolder: string): Promise<number> {
  const folder = join(storageFolder(stateFolder), "d1", "miniflare-D1DatabaseObject");
  const file = (await readdir(folder)).find((name) => /^[\da-f]{64}\.sqlite$/.test(name)) ?? "";
  using database = new DatabaseSync(join(folder, file));
  return Number(database.prepare("SELECT count(*) AS count FROM d1_migrations").get()?.["count"]);
}

test("an upgrade backs up the state before it migrates, and its log line restores the former state", async () => {
  const stateFolder = await olderState();
  const before = await migrationsOf(stateFolder);
  const service = await startTestService({ dir: stateFolder });
  const [, args = ""] =
    /"upgrade_backed_up".* npm run restore -- (.*) NEW_FOLDER/.exec(service.output.stdout) ?? [];
  await service.kill("SIGTERM");
  expect(await migrationsOf(stateFolder)).toBe(before + 1);
  const former = join(await newFolder(), "state");
  expect(await runScript("restore", [...args.split(" "), former])).toMatchObject({ status: 0, stderr: "" });
  expect(await migrationsOf(former)).toBe(before);
  const again = await startTestService({ dir: stateFolder });
  expect(again.output.stdout).not.toContain("upgrade_backed_up");
  await again.kill("SIGTERM");
  expect(listManifests(`${stateFolder}-backups`)).toHaveLength(1);
});

test("an upgrade without a backup does not migrate", async () => {
  const stateFolder = await olderState();
  const before = await migrationsOf(stateFolder);
  const vars = { BACKUP_TO: join(stateFolder, "backups") };
  await expect(startTestService({ dir: stateFolder, vars })).rejects.toThrow(
    /nothing has changed: .* must lie apart/,
  );
  expect(await migrationsOf(stateFolder)).toBe(before);
});

test("a service with BACKUP_TO makes a backup when the last one is older than BACKUP_HOURS", async () => {
  const to = await newFolder();
  const service = await startTestService({ vars: { BACKUP_TO: to } });
  await vi.waitFor(() => expect(service.output.stdout).toContain('"backed_up"'), WAIT);
  const [first] = listManifests(to);
  const takenAt = first?.takenAt.getTime() ?? Number.NaN;
  expect(await readdir(service.dir)).toContain("last-backup");
  const schedule = new BackupSchedule(service.dir, to, { to, hours: 24, keep: 7 });
  await schedule.run(new Date(takenAt + 24 * HOUR_MS - 1));
  expect(listManifests(to)).toEqual([first]);
  await schedule.run(new Date(takenAt + 24 * HOUR_MS));
  expect(listManifests(to)).toEqual([first, expect.anything()]);
  await service.kill("SIGTERM");
});
