/** Accepted work survives `kill -9` of the whole service, and continues after the next start. */
import { setImmediate as pause } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { getThread, postQuestion, uploadFile, waitUntilReady } from "../../scripts/demo/workspace.ts";
import {
  addReadyFile,
  readSample,
  type RemoteUser,
  signUp,
  startThread,
} from "../support/http/remote-user.ts";
import { answersIn, ReceivedFrames } from "../support/http/received-frames.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { countInDatabase } from "../support/rows/d1-file.ts";
import { scaled } from "../support/setup/scaled.ts";

const ANSWER_TIMEOUT_MS = 60_000;
const READY_TIMEOUT_MS = 90_000;

let service: Service;
let ada: RemoteUser;
let threadId: string;
beforeAll(async () => {
  service = await startTestService();
  ada = await signUp(service, "ada");
  await addReadyFile(ada, ada.workspace.personalId, await readSample("alice-chapter-7.txt"));
  threadId = await startThread(ada, ada.workspace.personalId);
});

/** Uploads a file with a long processing time into a collection outside the thread's scope. */
async function upload(name: string): Promise<string> {
  return await uploadFile(ada.api, ada.workspace, ada.workspace.rootId, {
    ...(await readSample("fasta-guide.pdf")),
    name,
  });
}

/** Distinct questions, so that the test recognizes each in the thread. */
const questionsOf = (round: string, count: number): string[] =>
  Array.from(
    { length: count },
    (_, position) => `Who is sleeping at the table, for the ${position + 1}. time in round ${round}?`,
  );

/** Waits until the frames show `count` stored questions. */
async function untilStored(
  heard: ReceivedFrames,
  questions: readonly string[],
  count: number,
): Promise<void> {
  // Only the requests must leave this process.
  if (count === 0) return await pause();
  await heard.until(
    (frames) => frames.filter(({ promptV2 }) => questions.includes(promptV2?.prompt ?? "")).length >= count,
  );
}

/** Counts each question and its answers in the thread. */
async function tally(questions: readonly string[]): Promise<{ asked: number; answered: number }[]> {
  const { messages } = await getThread(ada.api, threadId);
  return questions.map((question) => {
    const asked = messages.filter((message) => message.content === question);
    const answers = messages.filter((message) =>
      asked.some(({ id }) => String(id) === String(message.inReplyTo)),
    );
    return {
      asked: asked.length,
      answered: answers.filter((answer) => answer.isComplete && answer.content !== "").length,
    };
  });
}

const ROUNDS = [
  { round: "one", when: "once a question is stored", count: 1, stored: 1, files: 1 },
  { round: "two", when: "once the third of five questions is stored", count: 5, stored: 3, files: 1 },
  {
    round: "three",
    when: "as soon as a question is sent and two files are announced",
    count: 1,
    stored: 0,
    files: 2,
  },
];

describe("after kill -9 of the whole service", () => {
  let cutOffAssets = 0;
  /** The number of events in earlier rounds. */
  let told = 0;

  test.each(scaled({ whole: ROUNDS, share: ROUNDS.slice(1, 2) }))(
    "$when, the service stores and answers each question once, and files in processing become ready",
    async ({ round, count, stored, files }) => {
      const connection = ada.api.openThread(threadId);
      await connection.opened;
      const heard = new ReceivedFrames(connection);
      const names = Array.from({ length: files }, (_, position) => `${round}-${position + 1}.pdf`);
      const assetIds = await Promise.all(names.map(upload));
      const questions = questionsOf(round, count);
      const sent = questions.map(
        async (question) => await postQuestion(ada.api, threadId, question).catch(() => null),
      );
      await untilStored(heard, questions, stored);
      await service.kill("SIGKILL");
      cutOffAssets += countInDatabase(
        service.dir,
        "SELECT count(*) FROM assets WHERE lifecycle_state = 'processing'",
      );
      const acknowledged = (await Promise.all(sent)).filter((thread) => thread !== null).length;

      await service.restart();
      const restartedAt = Date.now();
      const again = ada.api.openThread(threadId, { since: 0 });
      const answeredAll = async (): Promise<boolean> => {
        const counts = await tally(questions);
        const asked = counts.filter((one) => one.asked > 0);
        return asked.length >= Math.max(stored, acknowledged) && asked.every((one) => one.answered > 0);
      };
      await expect.poll(answeredAll, { timeout: ANSWER_TIMEOUT_MS }).toBe(true);
      // Turns end in the order of acceptance, so the end of this one proves the end of all earlier ones.
      await postQuestion(ada.api, threadId, `Who is the Hatter, after round ${round}?`);
      const counts = await tally(questions);
      for (const one of counts)
        expect([
          { asked: 0, answered: 0 },
          { asked: 1, answered: 1 },
        ]).toContainEqual(one);

      const asked = (await getThread(ada.api, threadId)).messages.filter(
        (message) => message.kind === "promptV2",
      ).length;
      const replayed = await new ReceivedFrames(again).untilAnswers(asked);
      expect(replayed.map((frame) => frame.seq)).toEqual(replayed.map((_, position) => position + 1));
      expect(answersIn(replayed)).toBe(asked);
      // A client that listened throughout received the same events, despite the cuts.
      const heardAll = await heard.until((frames) => frames.at(-1)?.seq === replayed.at(-1)?.seq);
      expect(heardAll).toEqual(replayed.slice(told));
      told = replayed.length;
      for (const each of [connection, again]) each.close();

      await Promise.all(
        assetIds.map(
          async (assetId) =>
            await waitUntilReady(ada.api, assetId, restartedAt + READY_TIMEOUT_MS - Date.now()),
        ),
      );
    },
  );

  test("the kills of these rounds interrupted files in processing", () => {
    expect(cutOffAssets).toBeGreaterThan(0);
  });
});
