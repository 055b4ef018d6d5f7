import { log } from "../../log.ts";
import { type Embedder, EmbedderError, type Embedders } from "../../models/embedder.ts";
import type { AskedVector } from "./like-sentences.ts";
import { ResidentCodes } from "./resident-codes.ts";
import { findSet, hasBlocks, type VectorSet } from "./vector-sets.ts";

/** Time limit of a query embedding in a search. */
export const QUESTION_MS = 1_000;
/** First cool-down of a failed embedder. It doubles with each further failure. */
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

/** Embeds queries with the embedder whose vectors searches use, behind a circuit breaker. */
export class AskedVectors {
  readonly #sql: SqlStorage;
  readonly #codes = new ResidentCodes();
  /** By embedder and question, because a turn embeds the same question more than once. */
  readonly #remembered = new Map<string, Promise<Int8Array | null>>();
  readonly #rests = new Map<string, Rest>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Call it after the tables are recreated. */
  forget(): void {
    this.#codes.clear();
  }

  /**
   * Null without vectors to compare with, without an embedder, or after a failure or timeout. Never throws.
   */
  async ask(embedders: Embedders, { question, isEnglish, waitMs }: Asked): Promise<AskedVector | null> {
    const serving = this.#serving(embedders).find(({ embedder }) => (isEnglish || !embedder.isBuiltIn) && !this.#isResting(embedder));
    if (serving === undefined) return null;
    const vector = await this.#vectorOf(serving.embedder, question, waitMs);
    // During the call another set may have become active, or this one may have been replaced.
    const still = vector && this.#serving(embedders).find(({ set }) => set.name === serving.set.name);
    return vector && still ? { vector, set: still.set, codes: this.#codes } : null;
  }

  /** The previous set comes first: it is complete. */
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
      throw new EmbedderError("slow", "The embedding model did not answer in time.");
    });
    try {
      const [vector] = await Promise.race([embedder.embed([question], "question", waitMs), slow]);
      this.#rests.delete(embedder.name);
      return vector ?? null;
    } catch (error) {
      if (!(error instanceof EmbedderError)) throw error;
      this.#rest(embedder, error);
      return null;
    } finally {
      slow.catch(() => undefined);
    }
  }

  /** The built-in embedder gets no cool-down: its delays are caused by load on this machine. */
  #rest({ name, isBuiltIn }: Embedder, { kind, message, retryAfterMs }: EmbedderError): void {
    if (isBuiltIn) return;
    const failures = (this.#rests.get(name)?.failures ?? 0) + 1;
    const away = Math.min(REST_MS * 2 ** (failures - 1), MAX_OPEN_MS);
    const restMs = retryAfterMs === null ? away : Math.min(Math.max(retryAfterMs, 1_000), MAX_RETRY_AFTER_MS);
    this.#rests.set(name, { failures, until: Date.now() + restMs });
    log("warn", "embedder_failed", { kind, detail: message, failures, restMs });
  }
}
