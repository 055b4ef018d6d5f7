/**
 * Messages that the thread does not hold yet. This device keeps them with their identifiers, so a reload sends
 * the same message again, and the thread stores it once.
 */
import { signal } from "@preact/signals";
import type { Acknowledgement, ClientEvent } from "../data/client.ts";
import { ConnectionClosed, FrameRefused } from "../data/frame-refused.ts";
import { newId } from "../data/ids.ts";
import { keep, kept } from "../data/kept.ts";
import type { Unsent } from "./timeline/timeline.ts";

/** The documents that a question is about; none: the thread's scope. */
export interface QuestionScope {
  readonly assetIds: readonly string[];
  readonly collectionIds: readonly string[];
}

export interface UnsentMessage extends Unsent {
  /** One event, or one for each answer of a comparison. */
  readonly events: readonly ClientEvent[];
}

export const NO_SCOPE: QuestionScope = { assetIds: [], collectionIds: [] };

/**
 * Keeps a question for a thread. The thread's page sends it, now or when it opens next.
 * @param scopes none: the thread's scope; several: a comparison of an answer from each
 * @param model "": the best one
 */
export function keepQuestion(
  userId: string,
  threadId: string,
  text: string,
  scopes: readonly QuestionScope[] = [],
  model = "",
): UnsentMessage {
  const message = question(text, scopes, model);
  store(userId, threadId, [...stored(userId, threadId), message]);
  return message;
}

function question(text: string, scopes: readonly QuestionScope[], model: string): UnsentMessage {
  const id = newId("msg");
  const asked = { messageId: id, prompt: text, ...(model === "" ? {} : { model }) };
  const scopeOf = ({ assetIds, collectionIds }: QuestionScope): object =>
    assetIds.length + collectionIds.length === 0
      ? {}
      : { scope: { assetIDs: [...assetIds], collectionIDs: [...collectionIds] } };
  const [first = NO_SCOPE] = scopes;
  const events: ClientEvent[] =
    scopes.length <= 1
      ? [{ promptV2: { ...asked, ...scopeOf(first) } }]
      : scopes.map((scope) => ({
          promptCampaignV2: { ...asked, ...scopeOf(scope), transformationId: newId("inter") },
        }));
  return { id, text, refusal: null, events };
}

function nameOf(threadId: string): string {
  return `unsent:${threadId}`;
}

function stored(userId: string, threadId: string): readonly UnsentMessage[] {
  const found = kept(userId, nameOf(threadId));
  return Array.isArray(found) ? (found as UnsentMessage[]) : [];
}

function store(userId: string, threadId: string, messages: readonly UnsentMessage[]): void {
  keep(userId, nameOf(threadId), messages.length === 0 ? null : messages);
}

type Send = (event: ClientEvent) => Promise<Acknowledgement>;

export interface UnsentHooks {
  /** The thread holds a message whose event was missed. */
  readonly onMissed: () => void;
  /** The person may not write in the thread. */
  readonly onForbidden: () => void;
}

/** The unsent messages of one open thread. */
export class UnsentMessages {
  /** A message stays here until the thread's rows hold it. */
  readonly messages = signal<readonly UnsentMessage[]>([]);
  readonly #userId: string;
  readonly #threadId: string;
  readonly #send: Send;
  readonly #hooks: UnsentHooks;

  constructor(userId: string, threadId: string, send: Send, hooks: UnsentHooks) {
    this.#userId = userId;
    this.#threadId = threadId;
    this.#send = send;
    this.#hooks = hooks;
    this.messages.value = stored(userId, threadId);
    for (const message of this.messages.value) if (message.refusal === null) void this.#deliver(message);
  }

  ask(text: string, scopes: readonly QuestionScope[], model = ""): string {
    const message = keepQuestion(this.#userId, this.#threadId, text, scopes, model);
    this.messages.value = [...this.messages.value, message];
    void this.#deliver(message);
    return message.id;
  }

  /** Sends a refused message again under its identifier. */
  retry(id: string): void {
    const message = this.messages.value.find((each) => each.id === id);
    if (message === undefined) return;
    const again = { ...message, refusal: null };
    this.#replace(again);
    void this.#deliver(again);
  }

  discard(id: string): void {
    this.messages.value = this.messages.value.filter((each) => each.id !== id);
    this.#forget(id);
  }

  /** Drops the messages that the thread's rows hold. */
  settle(heldIds: ReadonlySet<string>): void {
    const left = this.messages.value.filter(({ id }) => !heldIds.has(id));
    if (left.length !== this.messages.value.length) this.messages.value = left;
  }

  async #deliver(message: UnsentMessage): Promise<void> {
    try {
      const told = await Promise.all(message.events.map(async (event) => await this.#send(event)));
      this.#forget(message.id);
      if (told.some(({ seq }) => seq === null)) this.#hooks.onMissed();
    } catch (error) {
      // After the end of the connection the outcome is unknown: the next visit sends it again.
      if (error instanceof ConnectionClosed) return;
      const refusal = error instanceof FrameRefused ? error.message : String(error);
      if (error instanceof FrameRefused && error.code === "permission_denied") this.#hooks.onForbidden();
      this.#replace({ ...message, refusal });
    }
  }

  #replace(message: UnsentMessage): void {
    const change = (list: readonly UnsentMessage[]): UnsentMessage[] =>
      list.map((each) => (each.id === message.id ? message : each));
    this.messages.value = change(this.messages.value);
    store(this.#userId, this.#threadId, change(stored(this.#userId, this.#threadId)));
  }

  #forget(id: string): void {
    store(
      this.#userId,
      this.#threadId,
      stored(this.#userId, this.#threadId).filter((each) => each.id !== id),
    );
  }
}
