import { log } from "../../log.ts";
import { type Embedder, EmbedderFault, type Embedders } from "../../models/embedder.ts";
import type { AskedVector } from "./like-sentences.ts";
import { ResidentCodes } from "./resident-codes.ts";
import { findSet, hasBlocks, type VectorSet } from "./vector-sets.ts";

/** A question waits for its vector so long, and no longer. */
export const QUESTION_MS = 1_000;
/** After a failure nobody waits for the model for so long, twice as long after each that follows. */
const REST_MS = 5_000;
const MAX_OPEN_MS = 60_000;
const MAX_RETRY_AFTER_MS = 10 * 60_000;
const MAX_REMEMBERED = 64;

interface Asked {
  readonly question: string;
  readonly isEnglish: boolean;
  readonly waitMs: number;
}

interface Rest {
  readonly failures: number;
  readonly until: number;
}

/** What questions mean, by the embedder whose vectors serve. */
export class AskedVectors {
  readonly #sql: SqlStorage;
  readonly #codes = new ResidentCodes();
  /** By embedder and question: a turn asks the same more than once. */
  readonly #remembered = new Map<string, Promise<Int8Array | null>>();
  readonly #rests = new Map<string, Rest>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** The tables were made again. */
  forget(): void {
    this.#codes.clear();
  }

  /** Null: there is nothing to compare it with, nobody can tell, or not in time. Never throws. */
  async ask(embedders: Embedders, { question, isEnglish, waitMs }: Asked): Promise<AskedVector | null> {
    const serving = this.#serving(embedders).find(({ embedder }) => (isEnglish || !embedder.isBuiltIn) && !this.#isResting(embedder));
    if (serving === undefined) return null;
    const vector = await this.#vectorOf(serving.embedder, question, waitMs);
    // Another set may serve by now, or be written over.
    const still = vector && this.#serving(embedders).find(({ set }) => set.name === serving.set.name);
    return vector && still ? { vector, set: still.set, codes: this.#codes } : null;
  }

  /** Those of before come first: they are whole. */
  #serving({ current, named }: Embedders): { set: VectorSet; embedder: Embedder }[] {
    if (current === null) return [];
    const sets = [findSet(this.#sql, "before"), findSet(this.#sql, "current")];
    return sets.flatMap((set) => {
      const embedder = set === null ? null : named(set.name);
      return set === null || embedder === null || !hasBlocks(this.#sql, set.half) ? [] : [{ set, embedder }];
    });
  }

  #isResting({ name }: Embedder): boolean {
    return (this.#rests.get(name)?.until ?? 0) > Date.now();
  }

  #vectorOf(embedder: Embedder, question: string, waitMs: number): Promise<Int8Array | null> {
    const key = `${embedder.name}\n${question}`;
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    const asked = this.#embed(embedder, question, waitMs).then((vector) => {
      if (vector === null) this.#remembered.delete(key);
      return vector;
    });
    this.#remembered.set(key, asked);
    const oldest = this.#remembered.size > MAX_REMEMBERED ? this.#remembered.keys().next().value : undefined;
    if (oldest !== undefined) this.#remembered.delete(oldest);
    return asked;
  }

  async #embed(embedder: Embedder, question: string, waitMs: number): Promise<Int8Array | null> {
    const slow = scheduler.wait(waitMs).then((): never => {
      throw new EmbedderFault("slow", "The embedding model did not answer in time.");
    });
    try {
      const [vector] = await Promise.race([embedder.embed([question], "question", waitMs), slow]);
      this.#rests.delete(embedder.name);
      return vector ?? null;
    } catch (error) {
      if (!(error instanceof EmbedderFault)) throw error;
      this.#rest(embedder, error);
      return null;
    } finally {
      slow.catch(() => undefined);
    }
  }

  /** The built-in one is on this machine, or beside it: what slows it down slows all. */
  #rest({ name, isBuiltIn }: Embedder, { kind, message, retryAfterMs }: EmbedderFault): void {
    if (isBuiltIn) return;
    const failures = (this.#rests.get(name)?.failures ?? 0) + 1;
    const away = Math.min(REST_MS * 2 ** (failures - 1), MAX_OPEN_MS);
    const restMs = retryAfterMs === null ? away : Math.min(Math.max(retryAfterMs, 1_000), MAX_RETRY_AFTER_MS);
    this.#rests.set(name, { failures, until: Date.now() + restMs });
    log("warn", "embedder_failed", { kind, detail: message, failures, restMs });
  }
}
