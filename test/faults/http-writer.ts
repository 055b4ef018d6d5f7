import { setTimeout as pause } from "node:timers/promises";
import { ApiError, createClient, type KnowledgeClient } from "../../client/src/index.ts";
import type { Entry } from "./journal.ts";
import type { StopFlag } from "./stop-flag.ts";
import { randomInput } from "./message-input.ts";
import { MAX_PAUSE_MS, TEMPORARY_CODES, type Writer, type WriterOptions } from "./writer.ts";

const RETRY_MS = 40;

/**
 * Posts over HTTP, one message after the other, and retries each with an `Idempotency-Key` until it is
 * acknowledged.
 */
export class HttpWriter implements Writer {
  readonly #options: WriterOptions;
  readonly #client: KnowledgeClient;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#client = createClient(options.member.api);
  }

  async run(flag: StopFlag): Promise<void> {
    const { member, threadId, journal, random } = this.#options;
    while (flag.isRunning) {
      const marker = `${member.name}-${journal.entries.length}@faults.example`;
      const who = {
        threadId,
        writer: `${member.name} over HTTP`,
        authorId: member.userId,
        messageId: null,
        marker,
      };
      await this.#post(journal.add(who, randomInput(random)), flag);
      await pause(random.between(0, MAX_PAUSE_MS));
    }
  }

  async #post(entry: Entry, flag: StopFlag): Promise<void> {
    const { journal } = this.#options;
    while (flag.isRunning) {
      const code = await this.#try(entry);
      if (code === "ok") return journal.acknowledge(entry);
      if (code !== null && !TEMPORARY_CODES.has(code)) return journal.reject(entry, code);
      await pause(RETRY_MS);
    }
  }

  /** @returns the code of the response, or null without one */
  async #try({ threadId, kind, content, marker }: Entry): Promise<string | null> {
    if (kind !== "promptV2" && kind !== "textV1" && kind !== "renameThreadV1")
      throw new Error("this is sent by frames only");
    const body = { threadId, messageKind: kind, messageContent: content, recipients: [marker] };
    const headers = { "idempotency-key": marker };
    try {
      const answer = await this.#client.request("POST", "/v1/threads/{threadID}/messages", {
        params: { threadID: threadId },
        body,
        headers,
      });
      return answer.code;
    } catch (error) {
      return error instanceof ApiError ? error.code : null;
    }
  }
}
