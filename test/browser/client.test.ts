/**
 * The built client library in a real browser, with another origin, the browser's WebSocket and fetch, and a
 * service that is killed meanwhile.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { createCollection } from "../../scripts/demo/workspace.ts";
import {
  addReadyFile,
  type RemoteUser,
  share,
  signUp,
  startThread,
  textFile,
} from "../support/http/remote-user.ts";
import { ReceivedFrames } from "../support/http/received-frames.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { type Service, startTestService } from "../support/http/service.ts";
import { openInBrowser } from "./browser.ts";
import { type PageServer, startPageServer } from "./page-server.ts";

const FACTS = [
  "The bridge over the Mole stands on nine piers of Portland stone.",
  "The lighthouse of Brackwater was lit in 1843.",
];
const QUESTIONS = [
  "How many piers does the bridge over the Mole stand on?",
  "When was the lighthouse of Brackwater lit?",
];
const REMARK = "Said while the service was away";

const reported = z.object({
  frames: z.array(z.looseObject({ seq: z.int() })),
  answers: z.array(z.string()),
  acknowledged: z.array(z.object({ messageId: z.string(), seq: z.int().nullable() })),
  contents: z.array(z.string()),
  refused: z.object({ code: z.int(), reason: z.string() }),
});

let pages: PageServer;
let service: Service;
let ada: RemoteUser;
beforeAll(async () => {
  await promisify(execFile)("npm", ["run", "--silent", "build:client"], { cwd: PROJECT_ROOT });
  pages = await startPageServer();
  service = await startTestService({ vars: { CORS_ORIGINS: pages.origin } });
  ada = await signUp(service, "ada");
});
afterAll(() => pages.close());

test("a page asks, continues after the service returns, receives each event once and in order, and cannot read forbidden data", async () => {
  const bob = await signUp(service, "bob");
  const sharedId = await createCollection(ada.api, ada.workspace.personalId, "Shared");
  await share(ada, sharedId, bob, ["chat"]);
  await addReadyFile(ada, sharedId, textFile("facts.txt", `${FACTS.join("\n\n")}\n`));
  const [threadId, hiddenThreadId] = [
    await startThread(ada, sharedId),
    await startThread(ada, ada.workspace.personalId),
  ];
  const report = pages.show({
    settings: { origin: service.url, threadId, hiddenThreadId, questions: QUESTIONS, remark: REMARK },
    token: async () => await service.token(bob.email),
    steps: { answered: async () => await service.kill("SIGKILL"), sent: async () => await service.restart() },
  });
  await openInBrowser(`${pages.origin}/`);
  const { frames, answers, acknowledged, contents, refused } = reported.parse(await report);

  const connection = ada.api.openThread(threadId, { since: 0 });
  const heard = await new ReceivedFrames(connection).untilAnswers(2);
  connection.close();
  expect(frames).toEqual(heard);
  expect(frames.map(({ seq }) => seq)).toEqual(heard.map((_, position) => position + 1));
  expect(answers).toEqual(FACTS.map((fact) => expect.stringContaining(fact)));
  expect(contents.filter((content) => content === REMARK)).toHaveLength(1);
  expect(contents).toEqual(expect.arrayContaining([...answers, ...QUESTIONS]));
  expect(
    acknowledged.map(({ seq }) => heard[(seq ?? 0) - 1]?.textV1?.parts.join("") ?? "a question"),
  ).toEqual(["a question", REMARK]);
  expect(refused).toMatchObject({ code: 4404 });
});
