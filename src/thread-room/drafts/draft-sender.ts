import { type DraftText, NOTHING_WRITTEN } from "../../answering/answerer.ts";
import type { Draft, ProvenDraft } from "../../answering/draft-answer.ts";
import type { DraftFrame } from "../../domain/events.ts";
import type { ProvenAnswer } from "../api.ts";
import { logRoomFault } from "../log/log-fault.ts";

/** Minimum interval between drafts in milliseconds. Text that arrives in between is sent together. */
const EVERY_MS = 100;
/** Pause in milliseconds after a check without new text, for example while the model emits its reasoning. */
const LOOK_MS = 10;

/** The answer whose draft is sent. */
export interface Drafted {
  readonly threadId: string;
  readonly messageId: string;
  readonly inReplyTo: string;
  readonly transformationId: string;
}

interface Deps {
  /**
   * Closes sockets of listeners that lost access.
   * @throws ServiceError if D1 is unavailable
   */
  readonly ensure: () => Promise<void>;
  readonly send: (frame: string, now: number) => void;
  readonly now: () => number;
}

/**
 * Sends the text of an unfinished answer, at most ten times a second, to sockets that requested drafts.
 * Drafts are in memory only. After a restart of the room, the next attempt invalidates them.
 */
export class DraftSender {
  readonly #deps: Deps;
  #drafted: Drafted | null = null;
  #read: () => DraftText = () => NOTHING_WRITTEN;
  #proven: ProvenDraft | undefined;
  /** The text that was sent last. */
  #sent = NOTHING_WRITTEN;
  #sentAt = Number.NEGATIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #isSending = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Starts the draft of another answer. */
  begin(drafted: Drafted): void {
    this.#forget();
    this.#drafted = drafted;
  }

  /**
   * @param read returns the complete text so far
   * @param proven returns the answer that stays if a user stops it now
   */
  show(read: () => DraftText, proven?: ProvenDraft): void {
    this.#read = read;
    this.#proven = proven;
    if (this.#timer !== null || this.#isSending || this.#drafted === null) return;
    const waitMs = Math.max(this.#sentAt + EVERY_MS, this.#lookedAt + LOOK_MS) - this.#deps.now();
    if (waitMs <= 0) void this.#send();
    else this.#timer = setTimeout(() => void this.#send(), Math.min(waitMs, EVERY_MS));
  }

  /** The proven part of the unfinished answer to a question. Null: nothing is proven. */
  proven(questionId: string): ProvenAnswer | null {
    const draft = this.#drafted?.inReplyTo === questionId ? this.#proven?.() : null;
    return draft ? provenAnswerOf(draft) : null;
  }

  /** Ends the draft. The answer's events follow and replace it. */
  end(): void {
    this.#forget();
  }

  /** Withdraws the draft, because no answer follows yet. */
  async withdraw(): Promise<void> {
    this.#stopTimer();
    this.#read = () => NOTHING_WRITTEN;
    this.#proven = undefined;
    if (this.#sent.text !== "") await this.#send();
    this.#forget();
  }

  /** The complete draft for a new socket, which later frames continue; null if nothing was sent yet. */
  whole(): string | null {
    return this.#drafted === null || this.#sent.text === "" ? null : frameOf(this.#drafted, 0, this.#sent);
  }

  async #send(): Promise<void> {
    const drafted = this.#drafted;
    this.#stopTimer();
    if (drafted === null) return;
    this.#isSending = true;
    this.#lookedAt = this.#deps.now();
    try {
      const seen = this.#read;
      const seenText = seen();
      if (seenText.text === this.#sent.text && seenText.proven === this.#sent.proven) return;
      this.#sentAt = this.#lookedAt;
      await this.#deps.ensure();
      // The draft may have ended during the access check.
      if (this.#drafted !== drafted) return;
      const draft = this.#read === seen ? seenText : this.#read();
      const from = sharedStart(this.#sent.text, draft.text);
      this.#sent = draft;
      this.#deps.send(frameOf(drafted, from, draft), this.#deps.now());
    } catch (error) {
      logRoomFault({ threadId: drafted.threadId, doing: "sending a draft", attempt: 1 }, error);
    } finally {
      this.#isSending = false;
      // Text of another answer may have arrived during the send.
      if (this.#drafted !== drafted) this.show(this.#read, this.#proven);
    }
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #forget(): void {
    this.#stopTimer();
    this.#drafted = null;
    this.#sent = NOTHING_WRITTEN;
    this.#read = () => NOTHING_WRITTEN;
    this.#proven = undefined;
  }
}

function frameOf(
  { messageId, inReplyTo, transformationId }: Drafted,
  from: number,
  { text, proven }: DraftText,
): string {
  return JSON.stringify({
    draft: { messageId, inReplyTo, transformationId, from, text: text.slice(from), proven },
  } satisfies DraftFrame);
}

function provenAnswerOf({ answer, sources }: Draft): ProvenAnswer {
  const { messageId, threadId, content, model, sentences, citations, transformationId } = answer;
  return {
    transformationId,
    answer: {
      messageId,
      threadId,
      state: "cancelled",
      content,
      textSuggestions: [],
      inputTokens: 0,
      outputTokens: 0,
      model,
      droppedSentences: 0,
      sentences,
      passedOver: [],
      citations,
    },
    sources: sources.map(({ assetId, version }) => ({ assetId, version })),
  };
}

/** Length of the common prefix in code units, which never splits a surrogate pair. */
function sharedStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  const before = other.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
}
