import type { Context } from "../../context/context.ts";

const SHARD = 0;

/**
 * State of removed data in the files of the stores. `clean`: free pages, full-text segments and logs contain
 * none of it. `waiting`: they may still contain some. `unknown`: the runtime does not expose its files.
 */
export type BytesOnDisk = "clean" | "waiting" | "unknown";

/** True if the index still contains rows or terms of removed data. */
export async function hasIndexRemains(
  { platform }: Pick<Context, "platform">,
  organizationId: string,
): Promise<boolean> {
  return (await platform.index(organizationId, SHARD).countRemainingRows("")) > 0;
}

/**
 * Determines if the files of the stores may still contain data that was removed by `removedAt`. Requests a
 * cleanup of the files if one is due.
 */
export async function bytesOnDisk(
  { platform }: Pick<Context, "platform">,
  organizationId: string,
  removedAt: Date,
): Promise<BytesOnDisk> {
  if (await hasIndexRemains({ platform }, organizationId)) return "waiting";
  const host = await platform.host();
  if (host === null) return "unknown";
  if (host.storesCleanedAt !== null && host.storesCleanedAt > removedAt) return "clean";
  await platform.cleanStores();
  return "waiting";
}
