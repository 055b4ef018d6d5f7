import type { AnswerText } from "./answer-text.ts";
import type { AskingHost } from "./ask.ts";
import { type Backoff, fullJitter } from "./backoff.ts";
import { ConnectionClosed } from "./errors.ts";
import { type EventFrame, keyOf, type ThreadEvents } from "./frames.ts";
import { idFromBytes } from "./identifiers.ts";
import type { Schemas } from "./operation-types.ts";
import type { Acknowledgement } from "./outbox.ts";

type TextEvent = ThreadEvents["textV1"];
type Message = Schemas["Message"];

interface Question extends Pick<AskingHost, "frames" | "readThread" | "closed"> {
  readonly messageId: string;
  readonly acknowledged: Promise<Acknowledgement>;
}

const READING: Backoff = { baseMs: 500, maxMs: 8_000 };
const MAX_READINGS = 6;

/** Fills the answer from the thread's events; settles it whatever happens, and never rejects. */
export async function followAnswer(question: Question, answer: AnswerText): Promise<void> {
  const follower = new AnswerFollower(question, answer);
  const fail = (error: unknown): void => answer.fail(error instanceof Error ? error : new Error(String(error)));
  // A question that was asked before, by another connection, may have been answered before.
  question.acknowledged.then(({ seq }) => (seq === null ? follower.readMissed() : undefined)).catch(fail);
  try {
    for await (const frame of question.frames) {
      if (answer.isEnded) return;
      if (frame.resync) await follower.readMissed();
      else await follower.hear(frame);
      if (answer.isEnded) return;
    }
    const { code, reason } = await question.closed;
    fail(new ConnectionClosed(code, reason));
  } catch (error) {
    fail(error);
  }
}

/**
 * Recognises the answer among the thread's events. The question's event names the transformation of the first attempt; an answer that
 * was told only after it had started over names another one, and then the thread says which message answers the question.
 */
class AnswerFollower {
  readonly #question: Question;
  readonly #answer: AnswerText;
  /** The answer's message, once known. */
  #answerId: string | null = null;
  #ownTransformation: string | null = null;
  readonly #otherTransformations = new Set<string>();
  readonly #otherAnswers = new Set<string>();
  /** Parts may have been missed. */
  #hasMissed = false;

  constructor(question: Question, answer: AnswerText) {
    this.#question = question;
    this.#answer = answer;
  }

  async hear(frame: EventFrame): Promise<void> {
    const prompt = frame.promptV2 ?? frame.promptV1 ?? frame.promptCampaignV2 ?? frame.promptCampaignV1;
    if (prompt !== undefined) {
      if (keyOf(frame) === this.#question.messageId) this.#ownTransformation = prompt.transformationId;
      else this.#otherTransformations.add(prompt.transformationId);
    } else if (frame.textV1 !== undefined && (await this.#isAnswer(frame.textV1))) await this.#add(frame.textV1);
  }

  /** After events that cannot be heard any more: the thread holds what they told. */
  async readMissed(): Promise<void> {
    this.#hasMissed = true;
    const reply = await this.#findReply();
    if (reply?.isComplete === true) this.#adopt(reply);
  }

  async #add({ parts, isDone, provenance, textSuggestions, messageId }: TextEvent): Promise<void> {
    if (!this.#hasMissed) this.#answer.add(parts, provenance.transformationId);
    if (!isDone) return;
    if (!this.#hasMissed) return this.#answer.finish({ messageId, text: this.#answer.text, textSuggestions, provenance });
    await this.readMissed();
    if (!this.#answer.isEnded) this.#answer.fail(new Error("The answer is not among the thread's newest messages."));
  }

  async #isAnswer({ messageId, createdBy, provenance }: TextEvent): Promise<boolean> {
    if (this.#answerId !== null) return messageId === this.#answerId;
    const isRemark = createdBy.some((byte) => byte !== 0);
    if (isRemark || this.#otherAnswers.has(messageId)) return false;
    if (provenance.transformationId === this.#ownTransformation) this.#answerId = messageId;
    else if (!this.#otherTransformations.has(provenance.transformationId)) await this.#findReply();
    if (messageId === this.#answerId) return true;
    this.#otherAnswers.add(messageId);
    return false;
  }

  /** Null while there is none. @throws what the last of several readings throws */
  async #findReply(): Promise<Message | null> {
    const { messages } = await this.#readThread();
    const isReply = ({ inReplyTo }: Message): boolean => inReplyTo !== null && idFromBytes("msg", inReplyTo) === this.#question.messageId;
    const reply = messages.filter(isReply).at(-1);
    if (reply === undefined) return null;
    this.#answerId = idFromBytes("msg", reply.id);
    return reply;
  }

  async #readThread(): Promise<Schemas["Thread"]> {
    for (let failures = 1; ; failures += 1) {
      try {
        return await this.#question.readThread();
      } catch (error) {
        if (failures >= MAX_READINGS) throw error;
        await new Promise((resolve) => setTimeout(resolve, fullJitter(READING, failures, Math.random())));
      }
    }
  }

  #adopt({ id, content, textSuggestions }: Message): void {
    if (this.#answer.isEnded) return;
    const messageId = idFromBytes("msg", id);
    if (this.#answer.text !== content) this.#answer.add([content], `read ${messageId}`);
    this.#answer.finish({ messageId, text: content, textSuggestions, provenance: null });
  }
}
