import type { RefreshEnd } from "../api.ts";
import type { PipelineRun } from "../pipeline-run.ts";

type Resolve = (end: RefreshEnd | null) => void;

/**
 * Callers that wait for a refresh. An eviction may lose them, but not the refresh itself, which is stored.
 */
export class RefreshSubscribers {
  #asked: Resolve[] = [];
  /** Callers that asked before the current fetch started and receive its result. */
  #served: Resolve[] = [];

  async wait(ms: number): Promise<RefreshEnd | null> {
    const { promise, resolve } = Promise.withResolvers<RefreshEnd | null>();
    this.#asked.push(resolve);
    const timer = setTimeout(resolve, ms, null);
    const end = await promise;
    clearTimeout(timer);
    return end;
  }

  begin(): void {
    this.#served.push(...this.#asked.splice(0));
  }

  end(end: RefreshEnd | null): void {
    for (const resolve of this.#served.splice(0)) resolve(end);
  }
}

/** The refresh result of a run. */
export function refreshEndOf({ asset, refreshed }: PipelineRun): RefreshEnd {
  const { lifecycleState } = asset;
  const outcome = refreshed ?? "changed";
  const isOver = lifecycleState === "ready" || lifecycleState === "uploaded" || outcome === "unchanged";
  return { asset, outcome: isOver ? outcome : lifecycleState === "failed" ? "failed" : "reading" };
}
