/**
 * `npm run demo`: starts a service and shows the main job: upload, question, and an answer with checked
 * citations.
 */
import { readDocuments } from "./demo/documents.ts";
import { readDemoOptions } from "./demo/options.ts";
import { startTemporaryService } from "./demo/temporary-service.ts";
import { DEMO_EMAIL, runDemo } from "./demo/run-demo.ts";
import { print, seconds } from "./demo/print.ts";
import { readSampleQuestions } from "./demo/questions.ts";
import { run } from "./lib/failure.ts";
import { userToken } from "./lib/user-token.ts";
import { localSecrets } from "./lib/secrets.ts";

/** Exit statuses that a shell reports for a process ended by a signal. */
const INTERRUPTED_STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

await run(async () => {
  const startedAt = Date.now();
  const { files, asked } = readDemoOptions();
  const documents = await readDocuments(files);
  const given = asked.map((text) => ({ text, isAnswerable: null }));
  const questions = given.length > 0 || files.length > 0 ? given : await readSampleQuestions();
  const interrupted = Promise.withResolvers<number>();
  let isInterrupted = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      isInterrupted = true;
      interrupted.resolve(INTERRUPTED_STATUS[signal]);
    });
  }
  const service = await startTemporaryService();
  const main = async (): Promise<number> => {
    const origin = await service.origin;
    print(`A temporary service answers at ${origin} after ${seconds(startedAt)}`);
    const token = await userToken(await localSecrets(service.stateFolder), { email: DEMO_EMAIL });
    await runDemo({ origin, token, documents, questions });
    print(`Done after ${seconds(startedAt)}.`);
    return 0;
  };
  let status: number;
  try {
    status = await Promise.race([interrupted.promise, main()]);
  } catch (error) {
    if (!isInterrupted) throw error;
    status = await interrupted.promise;
  } finally {
    await service.stop();
  }
  process.exit(status);
});
