import type { AddressPolicy } from "../net/address-policy.ts";
import type { Platform } from "../platform.ts";
import type { Database } from "../storage/d1/core/database.ts";
import type { ProgressWriter } from "./asset-progress.ts";
import type { ProcessingJob } from "./processing-job.ts";
import type { SandboxClient } from "./reading/sandbox-client.ts";

/** What the stages of a pipeline work with. */
export interface PipelineDependencies {
  readonly db: Database;
  readonly bucket: R2Bucket;
  /** A writer of this moment. */
  readonly writer: () => ProgressWriter;
  readonly index: Platform["index"];
  readonly sandbox: SandboxClient;
  readonly hasSpace: Platform["hasSpace"];
  /** From where pages may be fetched; null: from nowhere. */
  readonly addresses: AddressPolicy | null;
  /** Patterns of the media types that wait for an external worker. */
  readonly externalTypes: readonly string[];
  /** Keeps what is finished. */
  readonly save: (job: ProcessingJob) => void;
}
