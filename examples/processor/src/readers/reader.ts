import type { Artifacts, Source } from "../artifacts.ts";
import type { Settings } from "../settings.ts";
import type { ToolLimits } from "../tools/run-tool.ts";

/** The environment of a reader. */
export interface ReaderContext {
  readonly settings: Settings;
  readonly limits: ToolLimits;
  /** Reports the progress as a sentence for people. */
  readonly reportProgress: (message: string) => void;
}

/** @throws Unreadable, ToolFailed, ToolMissing, or an error that can be retried */
export type Reader = (source: Source, work: ReaderContext) => Promise<Artifacts>;
