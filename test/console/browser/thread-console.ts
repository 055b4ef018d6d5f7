/** A service whose language model writes what a question asks for, and a thread over a harbor's documents. */
import type { Page } from "playwright-core";
import { afterAll } from "vitest";
import { createCollection } from "../../../scripts/demo/workspace.ts";
import { plain, type Script, SCRIPTS } from "../../support/fixtures/chat-scripts.ts";
import { type ChatBehavior, type ChatServer, startChatServer } from "../../support/fixtures/chat-server.ts";
import {
  addReadyFile,
  type RemoteUser,
  share,
  startThread,
  textFile,
} from "../../support/http/remote-user.ts";
import type { ServiceOptions } from "../../support/http/service.ts";
import { type Console, startConsole } from "./console.ts";

export const FACTS = [
  "The harbour of Brackwater opened in 1871 after nine years of work.",
  "Its lamp burnt oil until 1957.",
  "The harbour master of Brackwater keeps a log of all arrivals.",
  "The mole of the harbour is 420 metres long.",
  "The harbour has berths for sixty fishing boats.",
  "A chain closes the harbour in stormy nights.",
  "The harbour crane of Brackwater lifts twelve tonnes.",
  "Coal came to the harbour by a narrow railway.",
  "The harbour freezes about once in ten years.",
  "Herring was the harbour's main trade until 1930.",
  "The harbour office stands on piles of oak.",
  "Pilots of the harbour board ships at the outer buoy.",
  "The fog horn of the harbour sounds twice a minute.",
] as const;

export const LINES = 200;
const PARTS = 3;

/** A question says how the model answers it. */
const write: Script = async (writer) => {
  const { question, numberOf, isRepair, say, gate } = writer;
  if (writer.prompt.includes("You put a question better")) return await SCRIPTS.wording(writer);
  const fact = (at: number): string => `${FACTS[at] ?? ""} [${numberOf((FACTS[at] ?? "").slice(4, 30))}]`;
  if (isRepair) await say(fact(0));
  else if (question.includes("twelve")) for (let at = 0; at < 12; at += 1) await say(`${fact(at)} `);
  else if (question.includes("lines")) {
    await say(`${fact(0)}\n\n`);
    await gate();
    for (let line = 1; line <= LINES; line += 1) await say(`- Line ${line}\n`);
  } else if (question.includes("parts")) {
    await say(`${fact(0)}\n\n`);
    for (let line = 0; line < PARTS * LINES; line += 1) {
      if (line % LINES === 0) await gate();
      await say(`- Line ${line + 1}\n`);
    }
  } else if (question.includes("half")) {
    // The second sentence is contradicted, so it stays grey.
    await say(`${fact(0)} It opened in 1999 [${numberOf("1871")}].`);
    await gate();
    await say(" Then it was enlarged.");
  } else if (question.includes("marks"))
    await say(
      `${fact(0)} Its mole has a length of 420 metres [${numberOf("420")}]. The harbour opened in 1999 [${numberOf("1871")}]. Boats like it. [${numberOf("sixty")}]`,
    );
  else if (numberOf(FACTS[0]) === 0) await plain(writer);
  else await say(fact(0));
};

export interface ThreadConsole extends Console {
  readonly models: ChatServer<"story">;
  readonly ada: RemoteUser;
  readonly bob: RemoteUser;
  /** A collection that both may write in. */
  readonly sharedId: string;
  readonly assetId: string;
  /** A new thread over the shared collection. */
  newThread(): Promise<string>;
}

/** A further model of the service. */
interface MoreModel {
  readonly id: string;
  readonly label: string;
  readonly behavior: ChatBehavior;
  readonly organizationKeys?: "needed";
}

export async function startThreadConsole(
  options: ServiceOptions = {},
  more: readonly MoreModel[] = [],
): Promise<ThreadConsole> {
  const models = await startChatServer({ story: write });
  afterAll(() => models.close());
  const model = {
    id: "story",
    provider: "openai",
    url: models.urlOf("story"),
    model: "m",
    contextWindow: 8_192,
  };
  const others = more.map(({ behavior, ...each }) => ({
    ...each,
    provider: "openai",
    url: models.urlOf(behavior),
    model: "m",
    contextWindow: 8_192,
  }));
  const vars = { MODELS: JSON.stringify([model, ...others]), ...options.vars };
  const it = await startConsole({ ...options, vars });
  const [ada, bob] = [await it.person("ada"), await it.person("bob")];
  const sharedId = await createCollection(ada.api, ada.workspace.personalId, "Harbor");
  await share(ada, sharedId, bob, ["chat"]);
  const assetId = await addReadyFile(ada, sharedId, textFile("harbor.txt", `${FACTS.join("\n\n")}\n`));
  return {
    ...it,
    models,
    ada,
    bob,
    sharedId,
    assetId,
    newThread: async () => await startThread(ada, sharedId),
  };
}

export const composer = (page: Page) => page.getByRole("textbox", { name: "Your question" });

/** Asks in the composer of an open thread. */
export async function ask(page: Page, question: string): Promise<void> {
  await composer(page).fill(question);
  await composer(page).press("Enter");
}

/** The answers of a thread, oldest first. */
export const answers = (page: Page) => page.locator("article.answers .answer");

/** The numbers in the text of an answer. */
export const chips = (page: Page, answer = 0) =>
  answers(page).nth(answer).locator(".answer-text button.chip");

/** The answers to the question with this number, from 1. Rows far from the visible ones are not in the page. */
export const answersTo = (page: Page, question: number) =>
  page.locator(`article.answers[aria-posinset="${2 * question}"]`);

/** Waits until the question with this number is answered. */
export async function answered(page: Page, question = 1): Promise<void> {
  await answersTo(page, question).locator(".answer-actions").first().waitFor();
}
