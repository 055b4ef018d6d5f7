import { AnswerEditor, type AnswerLog } from "./answer-editor.ts";
import { ClientWriter } from "./client-writer.ts";
import { HttpWriter } from "./http-writer.ts";
import type { Journal } from "./journal.ts";
import type { Random } from "./random.ts";
import { SocketWriter } from "./socket-writer.ts";
import type { Setup } from "./setup.ts";
import { StopFlag } from "./stop-flag.ts";
import type { Writer } from "./writer.ts";

export interface LoadOptions {
  readonly setup: Setup;
  readonly journal: Journal;
  readonly answers: AnswerLog;
  readonly random: Random;
  /** By thread: the last event before the load. */
  readonly since: ReadonlyMap<string, number>;
  /** Assets that a thread may add; the list grows. */
  readonly assetPool: readonly string[];
}

/** All users write in every thread in all ways until the load stops. */
export class Load {
  readonly #flag = new StopFlag();
  readonly #running: readonly Promise<void>[];

  constructor({ setup, journal, answers, random, since, assetPool }: LoadOptions) {
    const [poster, framer, other] = setup.members;
    if (poster === undefined || framer === undefined || other === undefined)
      throw new Error("there are too few members");
    const writers = setup.threadIds.flatMap((threadId): Writer[] => {
      const options = {
        threadId,
        journal,
        assetPool,
        competing: setup.competing,
        since: since.get(threadId) ?? 0,
      };
      const asksAgain = !setup.guestLinks.some((place) => place.threadId === threadId);
      return [
        new HttpWriter({ ...options, member: poster, random: random.fork() }),
        new SocketWriter({ ...options, member: framer, random: random.fork() }),
        new ClientWriter({ ...options, member: other, random: random.fork() }),
        new AnswerEditor({ ...options, member: poster, random: random.fork(), log: answers, asksAgain }),
      ];
    });
    this.#running = writers.map(async (writer) => await writer.run(this.#flag));
  }

  /** Stops new messages and resends. */
  stop(): void {
    this.#flag.isRunning = false;
  }

  /** Resolves once all writers have left. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }
}
