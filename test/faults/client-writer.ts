import { setTimeout as pause } from "node:timers/promises";
import { createClient, FrameRefused, newId, type ThreadConnection } from "../../client/src/index.ts";
import { framesOf, type OutgoingFrame } from "./frames.ts";
import type { Entry } from "./journal.ts";
import { QUICK_BACKOFF } from "./readers.ts";
import type { StopFlag } from "./stop-flag.ts";
import { randomFrameInput } from "./message-input.ts";
import {
  MAX_PAUSE_MS,
  MAX_CONCURRENT,
  MAX_UNACKNOWLEDGED,
  TEMPORARY_CODES,
  type Writer,
  type WriterOptions,
} from "./writer.ts";

/** Posts frames through the client library, several concurrently. The library resends them. */
export class ClientWriter implements Writer {
  readonly #options: WriterOptions;
  #underWay = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  async run(flag: StopFlag): Promise<void> {
    const { member, threadId, since, random } = this.#options;
    const connection = createClient(member.api).openThread(threadId, { since, backoff: QUICK_BACKOFF });
    while (flag.isRunning) {
      const room = MAX_UNACKNOWLEDGED - this.#underWay;
      for (let count = Math.min(room, random.between(0, MAX_CONCURRENT)); count > 0; count -= 1)
        this.#sendNew(connection);
      await pause(random.between(0, MAX_PAUSE_MS));
    }
    connection.close();
  }

  #sendNew(connection: ThreadConnection): void {
    const { member, threadId, journal, random, assetPool, competing } = this.#options;
    const who = {
      threadId,
      writer: `${member.name} by the client`,
      authorId: member.userId,
      messageId: newId("msg"),
      marker: "",
    };
    const entry = journal.add(
      who,
      randomFrameInput(random, { assetPool, competing, campaigns: journal.campaigns }),
    );
    for (const frame of framesOf(entry)) void this.#send(connection, entry, frame);
  }

  async #send(connection: ThreadConnection, entry: Entry, { key, event }: OutgoingFrame): Promise<void> {
    const { journal } = this.#options;
    this.#underWay += 1;
    try {
      await connection.send(event);
      journal.acknowledge(entry, key);
    } catch (error) {
      // If a connection ends, the message may or may not be stored.
      if (error instanceof FrameRefused && !TEMPORARY_CODES.has(error.code))
        journal.reject(entry, error.code);
    }
    this.#underWay -= 1;
  }
}
