/** `npm run backup`: backs up the state of the service, also while it runs. */
import { resolve } from "node:path";
import { createBackup } from "./lib/backup/create-backup.ts";
import { Failure, run } from "./lib/failure.ts";
import { DEFAULT_STATE_FOLDER, readOptions } from "./lib/options.ts";

const USAGE = `npm run backup -- --to FOLDER [--keep 7] [--persist-to ${DEFAULT_STATE_FOLDER}]`;

await run(async () => {
  const options = readOptions(
    {
      to: { type: "string" },
      keep: { type: "string", default: "7" },
      "persist-to": { type: "string", default: DEFAULT_STATE_FOLDER },
    },
    USAGE,
  );
  if (options.to === undefined) throw new Failure(`--to is missing. Usage: ${USAGE}`);
  const keep = Number(options.keep);
  if (!Number.isSafeInteger(keep) || keep < 1) throw new Failure(`--keep must be a number of at least 1.`);
  process.umask(0o077);
  const { stored, files, bytes, newBytes, pausedMs } = await createBackup({
    stateFolder: resolve(options["persist-to"]),
    to: resolve(options.to),
    keep,
  });
  process.stdout.write(
    `Backup of ${stored.takenAt.toISOString()}: ${files} files, ${bytes} bytes, ${newBytes} of them new. The service paused for ${pausedMs} ms.\n`,
  );
});
