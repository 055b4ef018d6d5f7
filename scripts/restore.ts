/** `npm run restore`: restores a backup into an empty state folder. */
import { resolve } from "node:path";
import { restoreBackup } from "./lib/backup/restore-backup.ts";
import { Failure, run } from "./lib/failure.ts";
import { DEFAULT_STATE_FOLDER, readOptions } from "./lib/options.ts";

const USAGE = `npm run restore -- --from FOLDER [--at 2026-11-28T03-00] [--persist-to ${DEFAULT_STATE_FOLDER}]`;

await run(async () => {
  const options = readOptions(
    {
      from: { type: "string" },
      at: { type: "string" },
      "persist-to": { type: "string", default: DEFAULT_STATE_FOLDER },
    },
    USAGE,
  );
  if (options.from === undefined) throw new Failure(`--from is missing. Usage: ${USAGE}`);
  process.umask(0o077);
  const stateFolder = resolve(options["persist-to"]);
  const { takenAt, version, files } = await restoreBackup({
    from: resolve(options.from),
    at: options.at ?? null,
    stateFolder,
  });
  process.stdout.write(
    `Restored the backup of ${takenAt} (version ${version}, ${files.length} files) into ${stateFolder}. Start it with npm start.\n`,
  );
});
