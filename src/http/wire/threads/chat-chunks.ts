import { ServiceError } from "../../../domain/errors.ts";
import type { CompletedChat } from "../../../services/threads/complete-chat.ts";
import type { VerifiedText } from "../../../services/threads/internal/subscribe-verified.ts";
import { annotationsOf, chatError, createdOf, usageOf } from "./chat.ts";
import { parseSentences } from "../../../domain/support.ts";
import { MS_PER_SECOND } from "../../../domain/time.ts";

interface ChunkOptions {
  /** The model's name in the client's request. */
  readonly model: string;
  /** Origin of the links to cited texts. */
  readonly origin: string;
  /** Whether the last piece reports the token counts. */
  readonly withUsage: boolean;
}

/** @throws ServiceError `aborted` if the answer does not begin with the sent words */
export function requireSent({ answer, threadId }: CompletedChat, sent: string): void {
  if (answer.content.startsWith(sent)) return;
  throw new ServiceError(
    "aborted",
    `The service replaced the streamed part of this answer. The final answer is in ${threadId}.`,
  );
}

/**
 * The pieces of a streamed `presentCompletion`: role, words, citations, and token counts on request. Only
 * verified words are sent, because OpenAI's clients cannot retract words. The model may still generate the
 * rest.
 */
export class ChatChunks {
  readonly #options: ChunkOptions;
  #head: Readonly<Record<string, unknown>> | null = null;
  #sent = "";

  constructor(options: ChunkOptions) {
    this.#options = options;
  }

  /**
   * Yields new verified words. If the verified text no longer begins with the sent words, yields nothing
   * until the end decides.
   */
  *more({ messageId, threadId, text }: VerifiedText): Generator<object> {
    if (text.length <= this.#sent.length || !text.startsWith(this.#sent)) return;
    yield* this.#begin(messageId, threadId, Math.floor(Date.now() / MS_PER_SECOND));
    yield* this.#say(text);
  }

  /**
   * Yields the last pieces.
   * @throws ServiceError `aborted` if the answer does not begin with the sent words
   */
  *end(chat: CompletedChat): Generator<object> {
    const { id, content, droppedSentences, sentences } = chat.answer;
    requireSent(chat, this.#sent);
    const { origin, withUsage } = this.#options;
    yield* this.#begin(id, chat.threadId, createdOf(chat));
    yield* this.#say(content);
    const annotations = annotationsOf(chat, origin);
    if (annotations.length > 0) yield this.#chunk({ annotations });
    yield {
      ...this.#chunk({}, "stop"),
      dropped_sentences: droppedSentences,
      sentences: parseSentences(sentences),
    };
    if (withUsage) yield { ...this.#head, choices: [], usage: usageOf(chat) };
  }

  fail(error: ServiceError, operationId: string): object {
    return chatError(error, operationId);
  }

  *#begin(id: string, threadId: string, created: number): Generator<object> {
    if (this.#head !== null) return;
    this.#head = {
      id,
      object: "chat.completion.chunk",
      created,
      model: this.#options.model,
      thread_id: threadId,
    };
    yield this.#chunk({ role: "assistant", content: "", refusal: null });
  }

  /** @param text the complete text so far */
  *#say(text: string): Generator<object> {
    const added = text.slice(this.#sent.length);
    this.#sent = text;
    if (added !== "") for (const piece of added.split(/(?<=\n)/)) yield this.#chunk({ content: piece });
  }

  #chunk(delta: object, finish: "stop" | null = null): object {
    const usage = this.#options.withUsage ? { usage: null } : {};
    return { ...this.#head, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }], ...usage };
  }
}
