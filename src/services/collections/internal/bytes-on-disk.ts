import type { Context } from "../../context/context.ts";

const SHARD = 0;

/**
 * `clean`: free pages, full-text segments and logs of the stores contain none of it. `unknown`: the runtime
 * does not expose its files.
 */
export type BytesOnDisk = "clean" | "waiting" | "unknown";

/** Whether the index still holds rows or terms of removed data. */
export async function hasIndexRemains({ platform }: Pick<Context, "platform">, organizationId: string): Promise<boolean> {
  return (await platform.index(organizationId, SHARD).countRemainingRows("")) > 0;
}

/**
 * Whether the stores' files may still contain data that was removed by `removedAt`. Requests a cleaning when
 * one is due.
 */
export async function bytesOnDisk({ platform }: Pick<Context, "platform">, organizationId: string, removedAt: Date): Promise<BytesOnDisk> {
  if (await hasIndexRemains({ platform }, organizationId)) return "waiting";
  const host = await platform.host();
  if (host === null) return "unknown";
  if (host.storesCleanedAt !== null && host.storesCleanedAt > removedAt) return "clean";
  await platform.cleanStores();
  return "waiting";
}
