import { Failure } from "../lib/failure.ts";
import type { ApiClient } from "./api-client.ts";
import { print } from "./print.ts";
import type { Question } from "./questions.ts";
import type { QuoteCheck } from "./quote-check.ts";
import type { ThreadSocket } from "./thread-socket.ts";
import type { Citation } from "./wire.ts";
import { citationsOf, postQuestion } from "./workspace.ts";

const ANSWER_TIMEOUT_MS = 60_000;

export interface Conversation {
  readonly api: ApiClient;
  readonly socket: ThreadSocket;
  readonly threadId: string;
  /** The documents' names by asset id. */
  readonly names: ReadonlyMap<string, string>;
  readonly check: QuoteCheck;
}

export interface QuoteCount {
  readonly quotes: number;
  /** How many of them do not stand in their source. */
  readonly faults: number;
}

/** Asks, prints the answer as it streams, then its citations with what the check says. @throws Failure when an answer is missing or made up */
export async function askAloud(conversation: Conversation, question: Question): Promise<QuoteCount> {
  const { api, socket, threadId } = conversation;
  print(`\n? ${question.text}`);
  const from = socket.frames.length;
  const [messageId, thread] = await Promise.all([printAnswer(socket, from), postQuestion(api, threadId, question.text)]);
  const citations = citationsOf(thread, messageId);
  if (question.isAnswerable === true && citations.length === 0) throw new Failure(`Nothing was found for: ${question.text}`);
  if (question.isAnswerable === false && citations.length > 0)
    throw new Failure(`No document answers this, yet it was answered: ${question.text}`);
  const faults = await Promise.all(citations.map(async (citation) => await printCitation(conversation, citation)));
  return { quotes: citations.length, faults: faults.filter(Boolean).length };
}

/** @returns the answer's message id, once its last frame is there */
async function printAnswer(socket: ThreadSocket, from: number): Promise<string> {
  let transformationId: string | null = null;
  for await (const { textV1: text } of socket.follow(ANSWER_TIMEOUT_MS, from)) {
    if (text === undefined) continue;
    const { provenance, parts, isDone, messageId } = text;
    // Another transformation: the answer started over, and what was shown of it is void.
    if (transformationId !== provenance.transformationId) process.stdout.write(transformationId === null ? "> " : "\n> ");
    transformationId = provenance.transformationId;
    process.stdout.write(parts.join(""));
    if (!isDone) continue;
    process.stdout.write("\n");
    return messageId;
  }
  throw new Failure("unreachable: the frames do not end");
}

/** @returns whether the quote has a fault */
async function printCitation({ names, check }: Conversation, citation: Citation): Promise<boolean> {
  const { ordinal, assetId, page, quote, start, end } = citation;
  const fault = await check.findFault(citation);
  const place = page > 0 ? `, page ${page}` : "";
  const verdict = fault === null ? "stands in its source" : `DOES NOT STAND IN ITS SOURCE: ${fault}`;
  print(`  [${ordinal}] ${names.get(assetId) ?? assetId}${place}, characters ${start} to ${end}: ${verdict}`);
  print(`      "${quote.replaceAll(/\s+/g, " ")}"`);
  return fault !== null;
}
