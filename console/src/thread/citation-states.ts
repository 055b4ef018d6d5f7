/** The states of the citations of a thread: what the service says about a quote and its document now. */
import { type Signal, signal } from "@preact/signals";
import { onInvalidated, query, read } from "../data/cache.ts";
import { checkCitations, client, type DataOf } from "../data/client.ts";

export type CitationCheck = DataOf<"GET", "/v1/threads/{threadID}/citations/{citationId}">;

export interface CitationState {
  /** Null before the first answer. */
  readonly check: CitationCheck | null;
  readonly hasFailed: boolean;
}

/** The service hashes the texts of each request, so requests are few. */
const AT_ONCE = 2;
const MAX_A_MINUTE = 20;
const MINUTE_MS = 60_000;

const UNKNOWN: CitationState = { check: null, hasFailed: false };

export class CitationStates {
  readonly #threadID: string | null;
  readonly #states = new Map<string, Signal<CitationState>>();
  /** Grows when answers are forgotten, so that visible sources are checked again. */
  readonly forgotten = signal(0);
  readonly #checkedAt = new Map<string, number>();
  /** Times of the requests of the last minute. */
  #times: number[] = [];
  /** The citations of each waiting request. */
  #queue: (readonly string[])[] = [];
  #running = 0;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly #endHearing: () => void;

  /** @param threadID null for guests, who may not check citations */
  constructor(threadID: string | null) {
    this.#threadID = threadID;
    this.#endHearing = onInvalidated((ids) => this.forget(ids));
  }

  of(citationId: string): Signal<CitationState> {
    const known = this.#states.get(citationId) ?? signal(UNKNOWN);
    this.#states.set(citationId, known);
    return known;
  }

  /** Checks a citation now, unless that happened in the last minute. */
  check(citationId: string): void {
    if (this.#threadID === null || this.#isClosed || this.#isFresh(citationId)) return;
    this.#checkedAt.set(citationId, Date.now());
    void this.#checkOne(this.#threadID, citationId);
  }

  /** Checks citations by one request, which may wait. Leaves out those of the last minute. */
  checkAll(citationIds: readonly string[]): void {
    const wanted = citationIds.filter((id) => !this.#isFresh(id));
    if (this.#threadID === null || this.#isClosed || wanted.length === 0) return;
    for (const id of wanted) this.#checkedAt.set(id, Date.now());
    this.#queue.push(wanted);
    this.#work();
  }

  /**
   * Forgets when citations were checked: those that are named, and those of named documents. Null: all. The
   * document of a citation is unknown before its first check ends.
   */
  forget(ids: readonly string[] | null): void {
    let hasForgotten = false;
    for (const [id, state] of this.#states) {
      const assetId = state.peek().check?.assetId;
      const isNamed = ids === null || assetId === undefined || ids.includes(assetId) || ids.includes(id);
      if (isNamed && this.#checkedAt.delete(id)) hasForgotten = true;
    }
    if (hasForgotten) this.forgotten.value += 1;
  }

  close(): void {
    this.#isClosed = true;
    this.#endHearing();
    this.#queue = [];
    clearTimeout(this.#timer);
  }

  #work(): void {
    clearTimeout(this.#timer);
    const now = Date.now();
    this.#times = this.#times.filter((time) => now - time < MINUTE_MS);
    const threadID = this.#threadID;
    if (threadID === null) return;
    while (this.#running < AT_ONCE && this.#times.length < MAX_A_MINUTE) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#times.push(now);
      this.#running += 1;
      void this.#checkMany(threadID, next).finally(() => {
        this.#running -= 1;
        this.#work();
      });
    }
    const [first] = this.#times;
    if (this.#running < AT_ONCE && this.#queue.length > 0 && first !== undefined)
      this.#timer = setTimeout(() => this.#work(), first + MINUTE_MS - now);
  }

  #isFresh(citationId: string): boolean {
    return Date.now() - (this.#checkedAt.get(citationId) ?? 0) < MINUTE_MS;
  }

  async #checkMany(threadID: string, citationIds: readonly string[]): Promise<void> {
    const missing = new Set(citationIds);
    try {
      for await (const check of checkCitations(client, threadID, citationIds)) {
        missing.delete(check.citationId);
        this.of(check.citationId).value = { check, hasFailed: false };
      }
    } catch {
      // The states say it.
    }
    for (const id of missing) this.#fail(id);
  }

  /** Shares its answer with the reader of the same citation. */
  async #checkOne(threadID: string, citationId: string): Promise<void> {
    try {
      const check = await read(
        query("/v1/threads/{threadID}/citations/{citationId}", {
          params: { threadID, citationId },
        }),
      );
      this.of(citationId).value = { check, hasFailed: false };
    } catch {
      this.#fail(citationId);
    }
  }

  #fail(citationId: string): void {
    const state = this.of(citationId);
    this.#checkedAt.delete(citationId);
    state.value = { ...state.peek(), hasFailed: true };
  }
}
