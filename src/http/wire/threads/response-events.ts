import type { ServiceError } from "../../../domain/errors.ts";
import { MS_PER_SECOND } from "../../../domain/time.ts";
import type { CompletedChat } from "../../../services/threads/complete-chat.ts";
import type { VerifiedText } from "../../../services/threads/internal/subscribe-verified.ts";
import { createdOf } from "./chat.ts";
import { requireSent } from "./chat-chunks.ts";
import {
  presentItem,
  presentResponse,
  presentText,
  presentUnfinished,
  type ResponseRequest,
  urlCitationsOf,
} from "./responses.ts";

/** Place of the only text in a response. */
const PLACE = { output_index: 0, content_index: 0 } as const;

/** The events of a streamed `presentResponse`. As in `ChatChunks`, only verified words are sent. */
export class ResponseEvents {
  readonly #request: ResponseRequest;
  readonly #origin: string;
  #answerId: string | null = null;
  #sent = "";
  #count = 0;

  /** @param origin origin of the links to cited texts */
  constructor(request: ResponseRequest, origin: string) {
    this.#request = request;
    this.#origin = origin;
  }

  *more({ messageId, text }: VerifiedText): Generator<object> {
    if (text.length <= this.#sent.length || !text.startsWith(this.#sent)) return;
    yield* this.#begin(messageId, Math.floor(Date.now() / MS_PER_SECOND));
    yield* this.#say(text);
  }

  /** @throws ServiceError `aborted` if the answer does not begin with the sent words */
  *end(chat: CompletedChat): Generator<object> {
    requireSent(chat, this.#sent);
    const { id, content } = chat.answer;
    yield* this.#begin(id, createdOf(chat));
    yield* this.#say(content);
    const annotations = urlCitationsOf(chat, this.#origin);
    for (const [at, annotation] of annotations.entries())
      yield this.#ofText("response.output_text.annotation.added", { annotation_index: at, annotation });
    yield this.#ofText("response.output_text.done", { text: content, logprobs: [] });
    const part = presentText(content, annotations);
    yield this.#ofText("response.content_part.done", { part });
    const item = presentItem(id, "completed", [part]);
    yield this.#event("response.output_item.done", { output_index: 0, item });
    const response = presentResponse(this.#request, chat, this.#origin);
    yield this.#event("response.completed", { response });
  }

  fail({ code, message, issues }: ServiceError, operationId: string): object {
    return this.#event("error", {
      code,
      message,
      param: issues[0]?.path ?? null,
      operation_id: operationId,
    });
  }

  *#begin(answerId: string, createdAt: number): Generator<object> {
    if (this.#answerId !== null) return;
    this.#answerId = answerId;
    const response = presentUnfinished(this.#request, answerId, createdAt);
    yield this.#event("response.created", { response });
    yield this.#event("response.in_progress", { response });
    const item = presentItem(answerId, "in_progress", []);
    yield this.#event("response.output_item.added", { output_index: 0, item });
    yield this.#ofText("response.content_part.added", { part: presentText("", []) });
  }

  /** @param text the complete text so far */
  *#say(text: string): Generator<object> {
    const added = text.slice(this.#sent.length);
    this.#sent = text;
    if (added !== "")
      for (const delta of added.split(/(?<=\n)/))
        yield this.#ofText("response.output_text.delta", { delta, logprobs: [] });
  }

  #ofText(type: string, fields: object): object {
    return this.#event(type, { item_id: this.#answerId, ...PLACE, ...fields });
  }

  #event(type: string, fields: object): object {
    return { type, sequence_number: this.#count++, ...fields };
  }
}
