import type { AddressPolicy } from "../net/address-policy.ts";
import type { Platform } from "../platform.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { ProgressWriter } from "./record-progress.ts";
import type { ProcessingJob } from "./processing-job.ts";
import type { SandboxClient } from "./extraction/sandbox-client.ts";

export interface PipelineDependencies {
  readonly db: Database;
  readonly bucket: R2Bucket;
  /** Returns a writer that has the current time. */
  readonly writer: () => ProgressWriter;
  readonly index: Platform["index"];
  readonly sandbox: SandboxClient;
  readonly hasSpace: Platform["hasSpace"];
  /** Addresses of pages that may be fetched; null if crawling is disabled. */
  readonly addresses: AddressPolicy | null;
  /** Patterns of media types that an external processor extracts. */
  readonly externalTypes: readonly string[];
  /** Saves the job with its finished steps. */
  readonly save: (job: ProcessingJob) => void;
}
