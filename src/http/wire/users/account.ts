import * as z from "zod";
import { etagOf } from "../../../domain/etag.ts";
import type { AccountRow } from "../../../services/users/internal/read-account.ts";
import { idBytes, presentId } from "../identifier.ts";
import { nullableTimestamp, presentMoment } from "../values.ts";

/** State of an account, and the time until which the user can restore a closed account. */
export const account = z.object({
  userId: idBytes,
  lifecycleState: z.enum(["active", "deleted"]),
  deletedAt: nullableTimestamp,
  restorableUntil: nullableTimestamp.meta({
    description: "Null while the account is active; in a dry run: the end of the restore period.",
  }),
  dryRun: z.boolean(),
  etag: z.string(),
  version: z.int(),
});

export function presentAccount(
  { id, lifecycleState, deletedAt, purgeAt, version }: AccountRow,
  dryRun = false,
) {
  const etag = etagOf(id, version);
  return {
    etag,
    data: {
      userId: presentId(id),
      lifecycleState: lifecycleState === "active" ? ("active" as const) : ("deleted" as const),
      deletedAt: presentMoment(deletedAt),
      restorableUntil: presentMoment(purgeAt),
      dryRun,
      etag,
      version,
    },
  };
}
