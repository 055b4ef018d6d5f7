import { AnswerChanger, type AnswerLog } from "./answer-changer.ts";
import { ClientWriter } from "./client-writer.ts";
import { HttpWriter } from "./http-writer.ts";
import type { Journal } from "./journal.ts";
import type { Random } from "./random.ts";
import { SocketWriter } from "./socket-writer.ts";
import type { Stage } from "./stage.ts";
import { Switch } from "./switch.ts";
import type { Writer } from "./writer.ts";

export interface LoadOptions {
  readonly stage: Stage;
  readonly journal: Journal;
  readonly answers: AnswerLog;
  readonly random: Random;
  /** By thread: the last event before the load. */
  readonly since: ReadonlyMap<string, number>;
  /** Assets that a thread may add; the list grows. */
  readonly shelf: readonly string[];
}

/** All users write in every thread in all ways until the load stops. */
export class Load {
  readonly #power = new Switch();
  readonly #running: readonly Promise<void>[];

  constructor({ stage, journal, answers, random, since, shelf }: LoadOptions) {
    const [poster, framer, other] = stage.members;
    if (poster === undefined || framer === undefined || other === undefined) throw new Error("too few are there to write");
    const writers = stage.threadIds.flatMap((threadId): Writer[] => {
      const options = { threadId, journal, shelf, rivals: stage.rivals, since: since.get(threadId) ?? 0 };
      const asksAgain = !stage.guestPlaces.some((place) => place.threadId === threadId);
      return [
        new HttpWriter({ ...options, member: poster, random: random.fork() }),
        new SocketWriter({ ...options, member: framer, random: random.fork() }),
        new ClientWriter({ ...options, member: other, random: random.fork() }),
        new AnswerChanger({ ...options, member: poster, random: random.fork(), log: answers, asksAgain }),
      ];
    });
    this.#running = writers.map(async (writer) => await writer.run(this.#power));
  }

  /** Stops new messages and resends. */
  turnOff(): void {
    this.#power.isOn = false;
  }

  /** Resolves once all writers have left. */
  async ended(): Promise<void> {
    await Promise.all(this.#running);
  }
}
