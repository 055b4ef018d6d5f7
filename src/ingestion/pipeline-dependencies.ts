import type { AddressPolicy } from "../net/address-policy.ts";
import type { Platform } from "../platform.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { ProgressWriter } from "./record-progress.ts";
import type { ProcessingJob } from "./processing-job.ts";
import type { SandboxClient } from "./extraction/sandbox-client.ts";

export interface PipelineDependencies {
  readonly db: Database;
  readonly bucket: R2Bucket;
  /** Returns a writer with the current time. */
  readonly writer: () => ProgressWriter;
  readonly index: Platform["index"];
  readonly sandbox: SandboxClient;
  readonly hasSpace: Platform["hasSpace"];
  /** Allowed addresses of pages; null when crawling is disabled. */
  readonly addresses: AddressPolicy | null;
  /** Patterns of media types for an external processor. */
  readonly externalTypes: readonly string[];
  /** Saves the finished steps. */
  readonly save: (job: ProcessingJob) => void;
}
