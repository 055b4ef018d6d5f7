import { type Reader, ReaderError } from "./reader.ts";
import type { WorkersAi } from "./run-workers-ai.ts";
import { workersAiReader } from "./workers-ai-reader.ts";

/** Time without calls after a failure. Questions would otherwise wait for every timeout of an outage. */
const COOL_DOWN_MS = 5_000;

export interface ReaderSources {
  /** The reader of the model process. Null where no such process runs. */
  readonly local: Reader | null;
  /** Workers AI binding. Undefined if it is not configured. */
  readonly ai: WorkersAi | undefined;
}

/** The local reader, or else a reranker of Workers AI. Null if reading is off or neither exists. */
export function createReader(isOn: boolean, { local, ai }: ReaderSources): Reader | null {
  if (!isOn) return null;
  return local ?? (ai === undefined ? null : withCircuitBreaker(workersAiReader(ai), ai));
}

/** The times at which open circuits close, by binding, in the memory of this Worker. */
const openUntil = new WeakMap<WorkersAi, number>();

function withCircuitBreaker(reader: Reader, ai: WorkersAi): Reader {
  return {
    ...reader,
    read: async (question, passages, timeoutMs) => {
      if (Date.now() < (openUntil.get(ai) ?? 0))
        throw new ReaderError("failed", "The circuit breaker of the reader is open.");
      try {
        return await reader.read(question, passages, timeoutMs);
      } catch (error) {
        // A rejected text is no sign of a failing provider.
        if (error instanceof ReaderError && error.kind !== "refused")
          openUntil.set(ai, Date.now() + COOL_DOWN_MS);
        throw error;
      }
    },
  };
}
