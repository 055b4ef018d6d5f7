import type { ApiClient } from "../../support/http/api-client.ts";
import { type Entry, keyOf } from "../journal.ts";
import { isCampaign } from "../message-input.ts";
import type { Citation } from "../wire-schemas.ts";
import { isAnswer, type StoredMessage, type StoredThread } from "../stored-thread.ts";
import { keyOfStored } from "./messages.ts";
import type { Violation } from "./violation.ts";

const FAILED = "The service could not answer this question";
export const INTERRUPTED = `${FAILED}: each attempt was interrupted`;

/** The answers that have not ended. */
export function pendingAnswers({ messages }: StoredThread): StoredMessage[] {
  return messages.filter((message) => isAnswer(message) && !message.isComplete);
}

/**
 * Each prompt, and each frame of a campaign, has one answer that has ended and has text.
 * @param mayBeCutOff whether an answer may say that it was cut off at each attempt
 */
export function checkAnswers(
  thread: StoredThread,
  entries: readonly Entry[],
  mayBeCutOff: boolean,
): Violation[] {
  const answers = Map.groupBy(thread.messages.filter(isAnswer), ({ inReplyTo }) => inReplyTo);
  const sent = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const prompts = thread.messages.filter(({ kind }) => kind === "promptV2");
  const found = prompts.flatMap((prompt) => {
    const what = faultOf(prompt, answers.get(prompt.id) ?? [], sent.get(keyOfStored(prompt)), mayBeCutOff);
    answers.delete(prompt.id);
    return what === null ? [] : [`prompt ${prompt.id} ${what}`];
  });
  const strays = [...answers.keys()].map(
    (id) => `${id ?? "nothing"} has an answer, and is no prompt of this thread`,
  );
  return [...found, ...strays].map((what) => ({ round: null, where: thread.threadId, what }));
}

function faultOf(
  prompt: StoredMessage,
  answers: readonly StoredMessage[],
  entry: Entry | undefined,
  mayBeCutOff: boolean,
): string | null {
  const campaign = entry !== undefined && isCampaign(entry.kind) ? entry : null;
  const least = Math.max(1, campaign?.acknowledgedFrames.size ?? 1);
  const most = campaign?.transformationIds.length ?? 1;
  if (answers.length < least || answers.length > most) return `has ${answers.length} answers`;
  if (answers.some(({ isComplete }) => !isComplete)) return "has an answer that does not end";
  if (answers.some(({ content }) => content === "")) return "has an empty answer";
  const failed = answers.find(
    ({ content }) => content.startsWith(FAILED) && !(mayBeCutOff && content.startsWith(INTERRUPTED)),
  );
  if (failed !== undefined) return `has no answer but: ${failed.content}`;
  const isEnded = prompt.transformationQueue.length === 0 && prompt.transformations.length === answers.length;
  return isEnded ? null : "has a transformation that has not ended";
}

/** Every quote occurs exactly in the text that its citation names. */
export class QuoteCheck {
  readonly #api: ApiClient;
  readonly #texts = new Map<string, Promise<string>>();

  constructor(api: ApiClient) {
    this.#api = api;
  }

  async check({ threadId, messages, citations }: StoredThread): Promise<Violation[]> {
    const answers = new Set(messages.filter(isAnswer).map(({ id }) => id));
    const found: Violation[] = [];
    for (const [id, citation] of citations) {
      const text = await this.#text(citation);
      const isQuoted = citation.quote !== "" && text.slice(citation.start, citation.end) === citation.quote;
      if (!isQuoted)
        found.push({
          round: null,
          where: threadId,
          what: `the quote of ${id} is not at its position in the text`,
        });
      if (!answers.has(citation.messageId))
        found.push({ round: null, where: threadId, what: `${id} belongs to no answer of this thread` });
    }
    return found;
  }

  #text({ assetId, version }: Citation): Promise<string> {
    const path = `/v1/assets/${assetId}/text?version=${version}`;
    const text = this.#texts.get(path) ?? this.#api.text(path);
    this.#texts.set(path, text);
    return text;
  }
}
