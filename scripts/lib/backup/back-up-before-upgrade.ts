import type { BackupSettings } from "../../../src/config.ts";
import { log } from "../../../src/log.ts";
import { Failure, firstLine } from "../failure.ts";
import { createBackup } from "./create-backup.ts";

/** Length of a backup's time, which names it for `--at`. */
const AT_LENGTH = "2026-11-28T03-00-00.000Z".length;

/**
 * Backs up the state before migrations change it. This process holds the state folder, and no runtime has
 * begun.
 * @throws Failure if there is no backup; the migrations must not run
 */
export async function backUpBeforeUpgrade(stateFolder: string, { to, keep }: BackupSettings): Promise<void> {
  // A container or a systemd unit may write below the folder above the state only.
  const folder = to ?? `${stateFolder}-backups`;
  try {
    const { stored } = await createBackup({ stateFolder, to: folder, keep, isHeld: true });
    const at = stored.name.slice(0, AT_LENGTH);
    log("info", "upgrade_backed_up", {
      detail: `To go back, restore this backup and start the former version of the code: npm run restore -- --from ${folder} --at ${at} --persist-to NEW_FOLDER`,
    });
  } catch (error) {
    throw new Failure(
      `The state needs migrations, but its backup failed, so nothing has changed: ${firstLine(error)} Free space, or name another folder with BACKUP_TO.`,
    );
  }
}
