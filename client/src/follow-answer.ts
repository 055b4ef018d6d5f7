import type { AnswerText, FinalAnswer } from "./answer-text.ts";
import { citationsOf } from "./citations-of.ts";
import { type Backoff, fullJitter } from "./backoff.ts";
import { type Closing, ConnectionClosed, isRejection } from "./errors.ts";
import { type EventFrame, keyOf, type ThreadEvents, type ThreadFrame } from "./frames.ts";
import { MAX_PAGES, type ReadThread, type ThreadQuery } from "./find-acknowledged.ts";
import { idFromBytes } from "./identifiers.ts";
import type { Schemas } from "./operation-types.ts";
import type { Acknowledgement } from "./outbox.ts";
import { sleep } from "./sleep.ts";
import { abortable } from "./abortable.ts";

type TextEvent = ThreadEvents["textV1"];
type Message = Schemas["Message"];

/** The thread that contains the answer. */
export interface FollowedThread {
  /** Subscribed before the question is sent. */
  readonly frames: AsyncGenerator<ThreadFrame, void>;
  readonly readThread: ReadThread;
  readonly closed: Promise<Closing>;
}

interface Question extends FollowedThread {
  readonly messageId: string;
  readonly acknowledged: Promise<Acknowledgement>;
}

const READING: Backoff = { baseMs: 500, maxMs: 8_000 };

/** Fills the answer from the thread's events. It settles the answer in every case and never rejects. */
export async function followAnswer(question: Question, answer: AnswerText): Promise<void> {
  const follower = new AnswerFollower(question, answer);
  const fail = (error: unknown): void =>
    answer.fail(error instanceof Error ? error : new Error(String(error)));
  // The thread stored the question in an earlier connection and may have answered it already.
  question.acknowledged.then(({ seq }) => (seq === null ? follower.readMissed() : undefined)).catch(fail);
  try {
    for await (const frame of question.frames) {
      if (answer.isEnded) return;
      if (frame.resync) await follower.readMissed();
      else await follower.receive(frame);
      if (answer.isEnded) return;
    }
    const { code, reason } = await question.closed;
    fail(new ConnectionClosed(code, reason));
  } catch (error) {
    fail(error);
  }
}

/**
 * Finds the answer among the thread's events. The question's event names the transformation of the first
 * attempt. If the answer restarted before its first event, that event names another transformation; then the
 * thread itself shows which message answers the question.
 */
class AnswerFollower {
  readonly #question: Question;
  readonly #closed = new AbortController();
  readonly #answer: AnswerText;
  /** Id of the answer's message, once the client knows it. */
  #answerId: string | null = null;
  #ownTransformation: string | null = null;
  readonly #otherTransformations = new Set<string>();
  readonly #otherAnswers = new Set<string>();
  /** Whether the client may have missed some events. */
  #hasMissed = false;

  constructor(question: Question, answer: AnswerText) {
    this.#question = question;
    void question.closed.then(({ code, reason }) => this.#closed.abort(new ConnectionClosed(code, reason)));
    this.#answer = answer;
  }

  async receive(frame: EventFrame): Promise<void> {
    const prompt = frame.promptV2 ?? frame.promptV1 ?? frame.promptCampaignV2 ?? frame.promptCampaignV1;
    if (prompt !== undefined) {
      if (keyOf(frame) === this.#question.messageId) this.#ownTransformation = prompt.transformationId;
      else this.#otherTransformations.add(prompt.transformationId);
    } else if (frame.textV1 !== undefined && (await this.#isAnswer(frame.textV1)))
      await this.#add(frame.textV1);
  }

  /** Reads the thread when events have expired, because the thread contains their result. */
  async readMissed(): Promise<void> {
    this.#hasMissed = true;
    const found = await this.#findReply();
    if (found?.reply.isComplete === true) this.#adopt(found.reply, found.thread);
  }

  async #add({ parts, isDone, provenance, textSuggestions, messageId }: TextEvent): Promise<void> {
    if (!this.#hasMissed) this.#answer.add(parts, provenance.transformationId);
    if (!isDone) return;
    if (!this.#hasMissed)
      return this.#answer.finish({
        messageId,
        text: this.#answer.text,
        state: endState(provenance.state),
        stoppedBy: provenance.stoppedBy ?? "",
        citations: provenance.citations ?? [],
        textSuggestions,
        pendingAssets: provenance.pendingAssets ?? 0,
        provenance,
      });
    await this.readMissed();
    if (!this.#answer.isEnded)
      this.#answer.fail(new Error("The answer is not among the thread's newest messages."));
  }

  async #isAnswer({ messageId, createdBy, provenance }: TextEvent): Promise<boolean> {
    if (this.#answerId !== null) return messageId === this.#answerId;
    const isRemark = createdBy.some((byte) => byte !== 0);
    if (isRemark || this.#otherAnswers.has(messageId)) return false;
    if (provenance.transformationId === this.#ownTransformation) this.#answerId = messageId;
    else if (this.#mayHaveBegun() && !this.#otherTransformations.has(provenance.transformationId))
      await this.#findReply();
    if (messageId === this.#answerId) return true;
    this.#otherAnswers.add(messageId);
    return false;
  }

  /**
   * The answer's events follow the question's event, so without it there is no answer unless events were
   * missed.
   */
  #mayHaveBegun(): boolean {
    return this.#ownTransformation !== null || this.#hasMissed;
  }

  /** Null while there is no answer. @throws errors that a retry cannot fix */
  async #findReply(): Promise<{ readonly reply: Message; readonly thread: Schemas["Thread"] } | null> {
    const isQuestion = (id: readonly number[] | null): boolean =>
      id !== null && idFromBytes("msg", id) === this.#question.messageId;
    let query: ThreadQuery = {};
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const thread = await this.#readThread(query);
      const { messages } = thread;
      const reply = messages.filter(({ inReplyTo }) => isQuestion(inReplyTo)).at(-1);
      if (reply !== undefined) {
        this.#answerId = idFromBytes("msg", reply.id);
        return { reply, thread };
      }
      const oldest = messages[0];
      if (oldest === undefined || messages.some(({ id }) => isQuestion(id))) return null;
      query = { messagesBefore: idFromBytes("msg", oldest.id) };
    }
    throw new Error("The question is not among the thread's newest messages.");
  }

  async #readThread(query: ThreadQuery): Promise<Schemas["Thread"]> {
    const { signal } = this.#closed;
    for (let failures = 1; ; failures += 1) {
      try {
        return await abortable(this.#question.readThread(query, signal), signal);
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        // The token source may provide a valid token later.
        if (isRejection(error) && error.status !== 401) throw error;
        await sleep(fullJitter(READING, failures, Math.random()), signal);
      }
    }
  }

  #adopt({ id, content, state, stoppedBy, textSuggestions }: Message, thread: Schemas["Thread"]): void {
    if (this.#answer.isEnded) return;
    const messageId = idFromBytes("msg", id);
    if (this.#answer.text !== content) this.#answer.add([content], `read ${messageId}`);
    const { pendingAssets } = thread.knowledgeProvenance;
    const citations = citationsOf(thread.knowledgeProvenance, messageId);
    this.#answer.finish({
      messageId,
      text: content,
      state: endState(state),
      stoppedBy: stoppedBy === null ? "" : idFromBytes("user", stoppedBy),
      citations,
      textSuggestions,
      pendingAssets,
      provenance: null,
    });
  }
}

/** The state of a complete answer. */
function endState(state: Message["state"]): FinalAnswer["state"] {
  return state === "pending" ? "done" : state;
}
