import { useState } from "preact/hooks";
import { invalidate } from "../../../data/cache.ts";

export interface Change {
  /** The error of the last change; null without one. */
  readonly failure: unknown;
  readonly isRunning: boolean;
  /** Runs a change and reads again what it touched. Keeps its error for the page. */
  readonly run: (work: () => Promise<unknown>) => void;
}

/** @param ids identifiers of the answers that the change makes old */
export function useChange(...ids: readonly string[]): Change {
  const [failure, setFailure] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const run = (work: () => Promise<unknown>): void => {
    setFailure(null);
    setRunning(true);
    work()
      .then(() => invalidate(...ids), setFailure)
      .finally(() => setRunning(false));
  };
  return { failure, isRunning, run };
}
