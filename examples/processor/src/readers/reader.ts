import type { Artifacts, Source } from "../reading.ts";
import type { Settings } from "../settings.ts";
import type { Bounds } from "../tools/run-tool.ts";

/** The environment of a reader. */
export interface Work {
  readonly settings: Settings;
  readonly bounds: Bounds;
  /** Reports the progress as a sentence for people. */
  readonly tell: (message: string) => void;
}

/** @throws Unreadable, ToolFailed, ToolMissing, or an error that can be retried */
export type Reader = (source: Source, work: Work) => Promise<Artifacts>;
