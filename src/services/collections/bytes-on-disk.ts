import type { Context } from "../context/context.ts";

const SHARD = 0;

/** `clean`: free pages, full-text segments and logs of the stores hold nothing of it. `unknown`: the runtime shows nobody its files. */
export type BytesOnDisk = "clean" | "waiting" | "unknown";

/** Whether the index still holds rows or words of what was removed. */
export async function hasIndexRemains({ platform }: Pick<Context, "platform">, organizationId: string): Promise<boolean> {
  return (await platform.index(organizationId, SHARD).countRemains("")) > 0;
}

/** Whether the files of the stores may still hold what was removed by then. Orders their cleaning where it is due. */
export async function bytesOnDisk({ platform }: Pick<Context, "platform">, organizationId: string, removedAt: Date): Promise<BytesOnDisk> {
  if (await hasIndexRemains({ platform }, organizationId)) return "waiting";
  const host = await platform.host();
  if (host === null) return "unknown";
  if (host.storesCleanedAt !== null && host.storesCleanedAt > removedAt) return "clean";
  await platform.cleanStores();
  return "waiting";
}
