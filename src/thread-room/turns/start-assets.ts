import type { Id } from "../../domain/ids.ts";
import type { Job } from "../../jobs/job.ts";
import { runInline } from "../../jobs/run-job.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import type { OutboxEntry } from "../../storage/d1/service/outbox.ts";

/** Starts the pipelines of these assets concurrently with the turn. The cron run retries failures. */
export type StartAssets = (starts: readonly OutboxEntry[]) => void;

interface Deps {
  readonly database: () => Database;
  readonly startAsset: (assetId: Id<"asset">) => Promise<void>;
  /** Lets work continue after the call has returned. */
  readonly defer: (work: Promise<unknown>) => void;
  readonly now: () => number;
}

export function assetStarter({ database, startAsset, defer, now }: Deps): StartAssets {
  const start = async (job: Job): Promise<null> => {
    if (job.kind === "process_asset") await startAsset(job.assetId);
    return null;
  };
  return (starts) => {
    if (starts.length > 0)
      defer(Promise.allSettled(starts.map((row) => runInline(database(), row, new Date(now()), start))));
  };
}
