import { setTimeout as pause } from "node:timers/promises";
import { newId } from "../../src/domain/ids.ts";
import { type Entry, isAcknowledged } from "./journal.ts";
import type { Random } from "./random.ts";
import type { StopFlag } from "./stop-flag.ts";
import { TEMPORARY_CODES, type Writer, type WriterOptions } from "./writer.ts";

const MAX_PAUSE_MS = 250;
const RETRY_MS = 40;
/**
 * It stops one of the newest answers, of which some are in progress, and repeats those that may have ended.
 */
const NEWEST = 6;
/** The answer is still in progress, has the maximum number of versions, or its question has not arrived. */
const EXPECTED_REJECTIONS: ReadonlySet<string> = new Set(["failed_precondition", "not_found"]);

/** The changes made to the answer of a question. */
export interface AnswerChanges {
  /** A stop was requested, whether or not the answer had ended. */
  isStopped: boolean;
  /** Requested versions, and the acknowledged ones among them. */
  asked: number;
  acknowledged: number;
}

/** The changes made to answers, by the ids of their questions. */
export class AnswerLog {
  /** Responses that should never occur. */
  readonly faults: string[] = [];
  readonly #changes = new Map<string, AnswerChanges>();

  of(questionId: string): AnswerChanges {
    const known = this.#changes.get(questionId) ?? { isStopped: false, asked: 0, acknowledged: 0 };
    this.#changes.set(questionId, known);
    return known;
  }

  /** The number of requested versions that were acknowledged. */
  acknowledged(): number {
    return [...this.#changes.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }
}

export interface EditorOptions extends WriterOptions {
  readonly log: AnswerLog;
  /** Guests receive versions depending on when they join. With guests in the thread it only stops answers. */
  readonly asksAgain: boolean;
}

/**
 * Stops and repeats answers to other users' questions, and retries until each request is acknowledged or
 * rejected.
 */
export class AnswerEditor implements Writer {
  readonly #options: EditorOptions;
  readonly #random: Random;

  constructor(options: EditorOptions) {
    this.#options = options;
    this.#random = options.random;
  }

  async run(flag: StopFlag): Promise<void> {
    while (flag.isRunning) {
      const stops = !this.#options.asksAgain || this.#random.chance(0.5);
      const questions = this.#questions();
      const asked = stops ? questions.slice(-NEWEST) : questions.filter(isAcknowledged);
      const question = asked.length === 0 ? null : this.#random.pick(asked).messageId;
      if (question !== null) await (stops ? this.#stop(question) : this.#askAgain(question, flag));
      await pause(this.#random.between(0, MAX_PAUSE_MS));
    }
  }

  /** The questions of the thread with known ids. */
  #questions(): Entry[] {
    const { journal, threadId } = this.#options;
    const isQuestion = ({ kind, messageId }: Entry): boolean =>
      messageId !== null && (kind === "promptV2" || kind === "promptV1");
    return journal.entries.filter((entry) => entry.threadId === threadId && isQuestion(entry));
  }

  async #stop(question: string): Promise<void> {
    this.#options.log.of(question).isStopped = true;
    await this.#call("DELETE", question, {});
  }

  async #askAgain(question: string, flag: StopFlag): Promise<void> {
    const changes = this.#options.log.of(question);
    const headers = { "idempotency-key": newId("req") };
    changes.asked += 1;
    while (flag.isRunning) {
      const code = await this.#call("POST", question, headers);
      if (code === "ok") changes.acknowledged += 1;
      if (code === "ok" || (code !== null && !TEMPORARY_CODES.has(code))) {
        if (code !== "ok" && !EXPECTED_REJECTIONS.has(code))
          this.#options.log.faults.push(`a new version was rejected with ${code}`);
        return;
      }
      await pause(RETRY_MS);
    }
  }

  /** @returns the code of the response, or null without one */
  async #call(method: string, question: string, headers: Record<string, string>): Promise<string | null> {
    const { member, threadId } = this.#options;
    const path = `/v1/threads/${threadId}/messages/${question}/answer`;
    try {
      const response = await fetch(new URL(path, member.api.origin), {
        method,
        headers: { ...headers, authorization: `Bearer ${member.api.token}` },
      });
      return ((await response.json()) as { readonly code: string }).code;
    } catch {
      return null;
    }
  }
}
