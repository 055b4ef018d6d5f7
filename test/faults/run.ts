/**
 * `npm run test:faults`: kills the built service at random moments under load and checks that it loses
 * nothing, repeats nothing and recovers alone. The last line is the summary. The exit status is 1 after a
 * violation.
 */
import { run } from "../../scripts/lib/failure.ts";
import { type ChatServer, startChatServer } from "../support/fixtures/chat-server.ts";
import { readFaultOptions } from "./options.ts";
import { print, report, reportModelKills } from "./report.ts";
import { FaultyService } from "./service.ts";
import { createSetup } from "./setup.ts";
import { KillScenario } from "./kill-scenario.ts";
import { ModelKillScenario } from "./model-kill-scenario.ts";

await run(async () => {
  const startedAt = Date.now();
  const options = readFaultOptions();
  print(
    `${options.rounds} rounds of kill -9${options.modelProcess ? " of the model process" : ""}, seed ${options.seed}${options.models ? ", with language models" : ""}`,
  );
  const models = options.models ? await startChatServer() : null;
  const service = await FaultyService.create(models === null ? {} : { MODELS: namesOf(models) });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => void service.remove().finally(() => process.exit(1)));
  try {
    if (options.modelProcess) {
      const { rounds: kills, seed } = options;
      const scenario = new ModelKillScenario(service, await createSetup(service), { kills, seed });
      const outcome = await scenario.run((killed, questions) =>
        print(`${killed} kills, ${questions} questions answered`),
      );
      reportModelKills(outcome);
      process.exitCode = outcome.violations.length === 0 ? 0 : 1;
      return;
    }
    const scenario = new KillScenario(service, await createSetup(service), options);
    const outcome = await scenario.run((round, acknowledged) =>
      print(`round ${round}: ${acknowledged} messages acknowledged so far, all answered`),
    );
    report(options, outcome, service.log, Math.round((Date.now() - startedAt) / 1_000));
    process.exitCode = outcome.violations.length === 0 ? 0 : 1;
  } finally {
    await service.remove();
    models?.close();
  }
});

/** The first model is unreliable, and the next one works. */
function namesOf({ urlOf }: ChatServer): string {
  const models = (["fickle", "plain"] as const).map((behaviour) => {
    return { id: behaviour, provider: "openai", url: urlOf(behaviour), contextWindow: 8_192 };
  });
  return JSON.stringify(models);
}
