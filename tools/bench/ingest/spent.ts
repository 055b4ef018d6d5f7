/** What an indexer took for all files of a kind. */
export interface Spent {
  /** By the clock. */
  readonly seconds: number;
  /** Milliseconds of computing, of all its processes. */
  readonly cpuMs: number;
}
