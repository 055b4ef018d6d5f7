/** `npm run check`: checks the stores of a state folder, and with `--repair` makes again what can be made. */
import { resolve } from "node:path";
import { checkState } from "./lib/check/check-state.ts";
import { isLoss } from "./lib/check/finding.ts";
import { repairState } from "./lib/check/repair-state.ts";
import { run } from "./lib/failure.ts";
import { DEFAULT_STATE_FOLDER, readOptions } from "./lib/options.ts";

const USAGE = `npm run check -- [--repair] [--persist-to ${DEFAULT_STATE_FOLDER}]
It prints one line for each thing that is wrong, and exits with 1 if something is damaged, missing or incomplete.`;

await run(async () => {
  const options = readOptions(
    {
      repair: { type: "boolean", default: false },
      "persist-to": { type: "string", default: DEFAULT_STATE_FOLDER },
    },
    USAGE,
  );
  const stateFolder = resolve(options["persist-to"]);
  const report = await checkState(stateFolder);
  const write = (line: string): void => void process.stdout.write(`${line}\n`);
  for (const { kind, what, detail } of report.findings) write(`${kind}: ${what}: ${detail}`);
  const losses = report.findings.filter(isLoss).length;
  write(
    `${report.databases} databases and ${report.objects} objects checked: ${losses} problems, ${report.findings.length - losses} orphans.`,
  );
  if (options.repair) for (const line of await repairState(stateFolder, report)) write(line);
  if (losses > 0) process.exitCode = 1;
});
