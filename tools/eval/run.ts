/**
 * `npm run eval`: measures retrieval and answers on data with known answers. It runs on this machine and
 * removes its state afterwards.
 */
import { writeFile } from "node:fs/promises";
import { Failure, firstLine, run } from "../../scripts/lib/failure.ts";
import { readDataSets } from "./data/read-data-sets.ts";
import { readEvalOptions } from "./options.ts";
import { runOffline } from "./offline/run-offline.ts";
import { runVerification } from "./verification/run-verification.ts";
import { jsonOf } from "./report/json.ts";
import { plotOf } from "./report/plot.ts";
import { tableOf } from "./report/table.ts";
import { runAll } from "./run-all.ts";
import { Interrupted } from "./service/with-service.ts";

const [first, ...rest] = process.argv.slice(2);
const tell = (line: string): void => void process.stderr.write(`${line}\n`);

await run(async () => {
  if (first === "offline") {
    await runOffline(rest, (text) => void process.stdout.write(text));
    return;
  }
  if (first === "proof") {
    await runVerification(rest, (text) => void process.stdout.write(text));
    return;
  }
  if (first === "rules") {
    const { runRules } = await import("./rules/run-rules.ts");
    runRules(rest, (text) => void process.stdout.write(text));
    return;
  }
  if (first === "model-answers") {
    const { runModelAnswers } = await import("./model-answers/run-model-answers.ts");
    await runModelAnswers(rest, (text) => void process.stdout.write(text));
    return;
  }
  if (first === "extract") {
    await (await import("./extract/run-extract.ts")).runExtract(rest);
    // The extraction processes would keep this process alive.
    process.exit(0);
  }
  if (first === "suites") {
    await (await import("./suites/run-suites.ts")).runSuites(rest);
    // The extraction processes would keep this process alive.
    process.exit(0);
  }
  const options = readEvalOptions(process.argv.slice(2));
  const sets = await readDataSets(options.data, options.askIn);
  try {
    const results = await runAll(sets, options, tell);
    process.stdout.write(tableOf(results));
    if (options.json !== null) await write(options.json, jsonOf(results, options));
    if (options.plot !== null) await write(options.plot, plotOf(results));
  } catch (error) {
    if (error instanceof Interrupted) process.exit(error.status);
    throw error;
  }
});

async function write(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: unknown) => {
    throw new Failure(`Cannot write ${file}: ${firstLine(error)}`);
  });
}
