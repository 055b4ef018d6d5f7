import type { Reader } from "./reader.ts";
import type { WorkersAi } from "./run-workers-ai.ts";
import { workersAiReader } from "./workers-ai-reader.ts";

export interface ReaderSources {
  /** The reader of the model process. Null where no such process runs. */
  readonly local: Reader | null;
  /** Workers AI binding. Undefined if it is not configured. */
  readonly ai: WorkersAi | undefined;
}

/** The local reader, or else a reranker of Workers AI. Null if reading is off or neither exists. */
export function createReader(isOn: boolean, { local, ai }: ReaderSources): Reader | null {
  if (!isOn) return null;
  return local ?? (ai === undefined ? null : workersAiReader(ai));
}
