import { log } from "../../log.ts";
import { type Embedder, EmbedderError, type Embedders } from "../../models/embedder.ts";
import type { QueryEmbedding } from "./nearest-chunks.ts";
import { ResidentCodes } from "./resident-codes.ts";
import { embedderOfSet, findSet, hasVectors, type VectorSet } from "./vector-sets.ts";
import { MS_PER_MINUTE } from "../../domain/time.ts";

/** Time limit of a query embedding in a search. */
export const QUESTION_TIMEOUT_MS = 1_000;
/** First cool-down of a failed embedder. It doubles with each further failure. */
const MIN_OPEN_MS = 5_000;
const MAX_OPEN_MS = MS_PER_MINUTE;
const MAX_RETRY_AFTER_MS = 10 * MS_PER_MINUTE;
const MAX_CACHED = 64;

interface Asked {
  readonly question: string;
  readonly waitMs: number;
}

interface OpenCircuit {
  readonly failures: number;
  readonly until: number;
}

/** Embeds queries with the embedder whose vectors searches use, behind a circuit breaker. */
export class QueryEmbedder {
  readonly #sql: SqlStorage;
  readonly #codes = new ResidentCodes();
  /**
   * Query embeddings by embedder and question, because one answer embeds the same question more than once.
   */
  readonly #cache = new Map<string, Promise<Int8Array | null>>();
  readonly #circuits = new Map<string, OpenCircuit>();

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Clears the caches. Call it after the tables are recreated. */
  clear(): void {
    this.#codes.clear();
  }

  /**
   * Returns null if there are no vectors to compare with or no embedder, and after a failure or timeout.
   * Never throws.
   */
  async embed(embedders: Embedders, { question, waitMs }: Asked): Promise<QueryEmbedding | null> {
    const serving = this.#serving(embedders).find(({ embedder }) => !this.#isOpen(embedder));
    if (serving === undefined) return null;
    const vector = await this.#vectorOf(serving.embedder, question, waitMs);
    // During the call, another vector set may have become active or replaced this one.
    const still = vector && this.#serving(embedders).find(({ set }) => set.name === serving.set.name);
    return vector && still ? { vector, set: still.set, codes: this.#codes } : null;
  }

  /** The previous set comes first, because it is complete. */
  #serving({ current, named }: Embedders): { set: VectorSet; embedder: Embedder }[] {
    if (current === null) return [];
    const sets = [findSet(this.#sql, "previous"), findSet(this.#sql, "current")];
    return sets.flatMap((set) => {
      const embedder = set === null ? null : named(embedderOfSet(set));
      return set === null || embedder === null || !hasVectors(this.#sql, set.half) ? [] : [{ set, embedder }];
    });
  }

  #isOpen({ name }: Embedder): boolean {
    return (this.#circuits.get(name)?.until ?? 0) > Date.now();
  }

  #vectorOf(embedder: Embedder, question: string, waitMs: number): Promise<Int8Array | null> {
    const key = `${embedder.name}\n${question}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const embedding = this.#embed(embedder, question, waitMs).then((vector) => {
      if (vector === null) this.#cache.delete(key);
      return vector;
    });
    this.#cache.set(key, embedding);
    const oldest = this.#cache.size > MAX_CACHED ? this.#cache.keys().next().value : undefined;
    if (oldest !== undefined) this.#cache.delete(oldest);
    return embedding;
  }

  async #embed(embedder: Embedder, question: string, waitMs: number): Promise<Int8Array | null> {
    const slow = scheduler.wait(waitMs).then((): never => {
      throw new EmbedderError("slow", "The embedding model did not answer in time.");
    });
    try {
      const [vector] = await Promise.race([embedder.embed([question], "question", waitMs), slow]);
      this.#circuits.delete(embedder.name);
      return vector ?? null;
    } catch (error) {
      if (!(error instanceof EmbedderError)) throw error;
      this.#openCircuit(embedder, error);
      return null;
    } finally {
      slow.catch(() => undefined);
    }
  }

  /** The built-in model gets no cool-down: its delays are caused by load on this machine. */
  #openCircuit({ name, isBuiltIn }: Embedder, { kind, message, retryAfterMs }: EmbedderError): void {
    if (isBuiltIn) return;
    const failures = (this.#circuits.get(name)?.failures ?? 0) + 1;
    const backoff = Math.min(MIN_OPEN_MS * 2 ** (failures - 1), MAX_OPEN_MS);
    const coolDownMs =
      retryAfterMs === null ? backoff : Math.min(Math.max(retryAfterMs, 1_000), MAX_RETRY_AFTER_MS);
    this.#circuits.set(name, { failures, until: Date.now() + coolDownMs });
    log("warn", "embedder_failed", { kind, detail: message, failures, coolDownMs });
  }
}
