/** Resources that an indexer used for all files of a kind. */
export interface ResourceUsage {
  /** Wall time. */
  readonly seconds: number;
  /** CPU milliseconds of all its processes. */
  readonly cpuMs: number;
}
