import { spawn } from "node:child_process";
import {
  type AnsweredQuestion,
  formatLocator,
  type KnowledgeClient,
  type QuestionOptions,
  type Verification,
} from "../index.ts";
import { type CommandArguments, createSessionClient, resolveCollection } from "./commands.ts";
import { Failure, UsageError } from "./failure.ts";
import { readSession } from "./session.ts";
import { print, oneLine, parseNumber, stripControls } from "./terminal.ts";

/**
 * Prints the answer as it arrives, the location of each quote and the thread's id. `--open` opens a cited
 * document.
 */
export async function ask({
  words,
  in: where,
  open,
  model = "",
  verification,
}: CommandArguments): Promise<void> {
  const question = words.join(" ");
  if (question.trim() === "")
    throw new UsageError(
      'knowledge ask "<question>" [--in <collection or thread>] [--open <number of a citation>] [--model <id>] [--verification <mode>]',
    );
  const options = { model, verification: verificationOf(verification) };
  const session = await readSession();
  const client = createSessionClient(session);
  const threadId =
    where?.startsWith("thread_") === true
      ? where
      : await client.startThread(await resolveCollection(client, where, session));
  const citations =
    globalThis.WebSocket === undefined
      ? await askAtOnce(client, threadId, question, options)
      : await askLive(client, threadId, question, options);
  for (const { ordinal, displayName, locator, quote } of citations) {
    const place = formatLocator(locator);
    print(`[${ordinal}] ${oneLine(displayName)}${place && `, ${oneLine(place)}`}: “${oneLine(quote)}”`);
  }
  print(`Continue with: --in ${threadId}`);
  if (open !== undefined)
    await openDocument(
      client,
      citations.find(({ ordinal }) => ordinal === parseNumber(open)),
    );
}

const MODES: readonly Verification[] = ["off", "mark", "strict"];

function verificationOf(named: string | undefined): Verification | undefined {
  const mode = MODES.find((each) => each === named);
  if (named !== undefined && mode === undefined)
    throw new UsageError(`--verification: must be one of ${MODES.join(", ")}`);
  return mode;
}

type ModelOptions = Pick<QuestionOptions, "model" | "verification">;

type Shown = Pick<
  AnsweredQuestion["citations"][number],
  "ordinal" | "displayName" | "locator" | "quote" | "assetId" | "page"
>;

async function askLive(
  client: KnowledgeClient,
  threadId: string,
  question: string,
  { model = "", verification }: ModelOptions,
): Promise<readonly Shown[]> {
  const thread = client.openThread(threadId);
  try {
    const { answer } = thread.ask(question, {
      model,
      ...(verification === undefined ? {} : { verification }),
      onRestart: () => process.stdout.write("\n(The answer restarts.)\n"),
    });
    for await (const part of answer) process.stdout.write(stripControls(part));
    print("\n");
    return (await answer.final).citations;
  } finally {
    thread.close();
  }
}

async function askAtOnce(
  client: KnowledgeClient,
  threadId: string,
  question: string,
  options: ModelOptions,
): Promise<readonly Shown[]> {
  const { answerId, text, citations } = await client.ask(threadId, question, options);
  if (answerId === "") throw new Failure(`The answer is not ready yet. It will appear in ${threadId}.`);
  print(`${stripControls(text)}\n`);
  return citations;
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: "open",
  win32: "explorer.exe",
  linux: "xdg-open",
};

async function openDocument(client: KnowledgeClient, citation: Shown | undefined): Promise<void> {
  if (citation === undefined) throw new Failure("The answer has no citation with this number.");
  const { data } = await client.request("GET", "/v1/assets/{assetID}", {
    params: { assetID: citation.assetId },
  });
  const address = `${data.signedURL}${citation.page > 0 ? `#page=${citation.page}` : ""}`;
  const opener = OPENERS[process.platform];
  // Piped output and machines without a desktop get the address instead.
  print(address);
  if (opener !== undefined)
    spawn(opener, [address], { stdio: "ignore", detached: true })
      .on("error", () => {})
      .unref();
}
