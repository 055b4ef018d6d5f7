import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { BackupSettings } from "../../../src/config.ts";
import { log } from "../../../src/log.ts";
import { firstLine } from "../failure.ts";
import { PROJECT_ROOT } from "../project.ts";
import { runEveryMinute } from "../run-every-minute.ts";
import { listManifests } from "./manifest.ts";

const BACKUP_SCRIPT = join(PROJECT_ROOT, "scripts", "backup.ts");
const HOUR_MS = 3_600_000;
const DETAIL_MAX_LENGTH = 500;

/** Begins the schedule of the settings, if they name a folder of backups. */
export function scheduleBackups(stateFolder: string, settings: BackupSettings): void {
  if (settings.to === null) return;
  const schedule = new BackupSchedule(stateFolder, settings.to, settings);
  runEveryMinute(async (now) => await schedule.run(now));
}

/**
 * Makes backups of the running service in a process of their own, because reading and hashing take long.
 * A failed backup is due again an hour later.
 */
export class BackupSchedule {
  readonly #stateFolder: string;
  readonly #to: string;
  readonly #settings: BackupSettings;
  #failedAt: Date | null = null;

  constructor(stateFolder: string, to: string, settings: BackupSettings) {
    this.#stateFolder = stateFolder;
    this.#to = to;
    this.#settings = settings;
  }

  /** Makes a backup if one is due. Call it every minute. */
  async run(now: Date): Promise<void> {
    if (!this.#isDue(now)) return;
    const { status, said } = await this.#backUp();
    this.#failedAt = status === 0 ? null : now;
    const detail = said.trim().slice(0, DETAIL_MAX_LENGTH);
    log(status === 0 ? "info" : "error", status === 0 ? "backed_up" : "backup_failed", { detail });
  }

  #isDue(now: Date): boolean {
    const since = (at: Date | null | undefined): number => now.getTime() - (at?.getTime() ?? 0);
    if (since(this.#failedAt) < HOUR_MS) return false;
    return since(listManifests(this.#to).at(-1)?.takenAt) >= this.#settings.hours * HOUR_MS;
  }

  async #backUp(): Promise<{ readonly status: number | null; readonly said: string }> {
    const keep = String(this.#settings.keep);
    const child = spawn(
      process.execPath,
      [BACKUP_SCRIPT, "--to", this.#to, "--keep", keep, "--persist-to", this.#stateFolder],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    const end = (): void => void child.kill();
    process.once("exit", end);
    try {
      const [[status], ...said] = await Promise.all([
        once(child, "close") as Promise<[number | null]>,
        text(child.stdout),
        text(child.stderr),
      ]);
      return { status, said: said.join("") };
    } catch (error) {
      return { status: null, said: firstLine(error) };
    } finally {
      process.off("exit", end);
    }
  }
}
