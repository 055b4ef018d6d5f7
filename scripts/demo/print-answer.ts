import type { Answer, FinalAnswer, KnowledgeClient, ThreadConnection } from "../../client/src/index.ts";
import { formatLocator, idFromBytes } from "../../client/src/index.ts";
import { Failure } from "../lib/failure.ts";
import { print } from "./print.ts";
import type { Question } from "./questions.ts";
import type { QuoteCheck } from "./quote-check.ts";
import { type Citation, citationsOf, getThread } from "./workspace.ts";

const ANSWER_TIMEOUT_MS = 60_000;

export interface Conversation {
  readonly client: KnowledgeClient;
  readonly connection: ThreadConnection;
  /** Names of the documents by asset id. */
  readonly names: ReadonlyMap<string, string>;
  readonly check: QuoteCheck;
}

export interface QuoteCount {
  readonly quotes: number;
  /** Number of quotes that their source does not contain. */
  readonly faults: number;
}

/**
 * Asks, prints the answer as it arrives, then its citations with the result of the check. @throws Failure if
 * an answer is missing or invented
 */
export async function printAnswer(conversation: Conversation, question: Question): Promise<QuoteCount> {
  const { client, connection } = conversation;
  print(`\n? ${question.text}`);
  // An answer that restarts invalidates its earlier text.
  const { answer } = connection.ask(question.text, { onRestart: () => process.stdout.write("\n> ") });
  const { messageId } = await inTime(printParts(answer));
  const thread = await getThread(client, connection.threadId);
  const citations = citationsOf(thread, messageId);
  // An abstention marks no sentence. It cites the nearest ones.
  const shown = thread.messages.find(({ id }) => idFromBytes("msg", id) === messageId);
  const isAnswered = (shown?.sentences.length ?? 0) > 0;
  if (question.isAnswerable === true && !isAnswered)
    throw new Failure(`No answer was found for: ${question.text}`);
  if (question.isAnswerable === false && isAnswered)
    throw new Failure(`The service answered a question that no document answers: ${question.text}`);
  const faults = await Promise.all(
    citations.map(async (citation) => await printCitation(conversation, citation)),
  );
  return { quotes: citations.length, faults: faults.filter(Boolean).length };
}

async function printParts(answer: Answer): Promise<FinalAnswer> {
  process.stdout.write("> ");
  for await (const part of answer) process.stdout.write(part);
  process.stdout.write("\n");
  return await answer.final;
}

/** @throws Failure after the timeout */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Failure(`No answer for ${ANSWER_TIMEOUT_MS / 1_000} s.`)),
    ANSWER_TIMEOUT_MS,
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** @returns whether the quote is wrong */
async function printCitation({ names, check }: Conversation, citation: Citation): Promise<boolean> {
  const { ordinal, assetId, locator, quote, start, end } = citation;
  const fault = await check.findFault(citation);
  const named = formatLocator(locator);
  const place = named === "" ? "" : `, ${named}`;
  const verdict = fault === null ? "matches its source" : `DIFFERS FROM ITS SOURCE: ${fault}`;
  print(`  [${ordinal}] ${names.get(assetId) ?? assetId}${place}, characters ${start} to ${end}: ${verdict}`);
  print(`      "${quote.replaceAll(/\s+/g, " ")}"`);
  return fault !== null;
}
