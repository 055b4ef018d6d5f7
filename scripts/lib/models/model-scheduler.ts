import type { EmbedRequest, ReadRequest } from "../../../src/models/local-models-protocol.ts";
import type { Reading } from "../../../src/models/reader.ts";
import { FairQueue } from "../sandbox/fair-queue.ts";
import { type ModelSupervisor, ModelsUnavailable } from "./model-supervisor.ts";
import type { Job, Result } from "./process/messages.ts";

/** One organization fills a quarter of the queue. */
const QUEUE = { maxWaiting: 256, maxWaitingPerOwner: 64 };
/** Texts that one message carries. The process takes the first few of them. */
const TEXTS_PER_JOB = 16;

export interface Caller {
  readonly owner: string;
  /** Unix time in milliseconds at which the caller stops waiting. */
  readonly deadline: number;
}

/** The queue is full, or no turn came before the deadline. */
export class ModelsBusy extends Error {
  override readonly name = "ModelsBusy";
}

/**
 * Runs one short job at a time: questions before documents, organizations in turns. A long document takes
 * many turns, so a question waits for one short batch at most.
 */
export class ModelScheduler {
  readonly #supervisor: Pick<ModelSupervisor, "run">;
  readonly #queue = new FairQueue(1);
  /** Number of questions whose passages are being read. */
  #questions = 0;

  constructor(supervisor: Pick<ModelSupervisor, "run">) {
    this.#supervisor = supervisor;
  }

  /**
   * @throws ModelsBusy
   * @throws ModelsUnavailable
   */
  async embed({ purpose, texts }: EmbedRequest, caller: Caller): Promise<readonly Int8Array[]> {
    const vectors: Int8Array[] = [];
    while (vectors.length < texts.length) {
      const next = texts.slice(vectors.length, vectors.length + TEXTS_PER_JOB);
      const result = await this.#run({ kind: "embed", purpose, texts: next }, caller, purpose === "question");
      if (result.kind !== "vectors" || result.vectors.length === 0)
        throw new Error("The process sent no vectors.");
      vectors.push(...result.vectors);
    }
    return vectors;
  }

  /**
   * Reads the passages in order. With several questions at once, each gets fewer passages, so that none waits
   * for all passages of the others. The first passage is always read.
   * @returns null for each passage that stayed unread
   * @throws ModelsBusy
   * @throws ModelsUnavailable
   */
  async read({ question, passages }: ReadRequest, caller: Caller): Promise<readonly (Reading | null)[]> {
    const readings: (Reading | null)[] = [];
    let longestMs = 0;
    this.#questions += 1;
    try {
      for (const passage of passages) {
        const isFirst = readings.length === 0;
        const hasTurn = readings.length < Math.ceil(passages.length / this.#questions);
        if (!isFirst && !(hasTurn && Date.now() + longestMs < caller.deadline)) break;
        const startedAt = Date.now();
        const result = await this.#run({ kind: "read", question, passage }, caller, true);
        if (result.kind !== "reading") throw new Error("The process sent no reading.");
        const { span, margin, probability } = result;
        readings.push({ span, margin, probability });
        longestMs = Math.max(longestMs, Date.now() - startedAt);
      }
    } catch (error) {
      // The passages read so far are enough for an answer.
      const isStopped = error instanceof ModelsBusy || error instanceof ModelsUnavailable;
      if (!isStopped || readings.length === 0) throw error;
    } finally {
      this.#questions -= 1;
    }
    return passages.map((_, at) => readings[at] ?? null);
  }

  async #run(job: Job, { owner, deadline }: Caller, isUrgent: boolean): Promise<Result> {
    const maxWaitMs = deadline - Date.now();
    const turn = maxWaitMs > 0 ? await this.#queue.acquire(owner, { ...QUEUE, maxWaitMs, isUrgent }) : null;
    if (turn === null) throw new ModelsBusy("The model process has too much to do.");
    try {
      return await this.#supervisor.run(job);
    } finally {
      turn.release();
    }
  }
}
