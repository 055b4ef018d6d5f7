import type { OperationId } from "../../../domain/operation-ids.ts";
import { countOf } from "../../../domain/count-of.ts";
import { healMissingUserSnapshots } from "../../../services/users/heal-missing-user-snapshots.ts";
import { defineOperation } from "../../operation.ts";
import { healResult, presentHealResult } from "../../wire/users/heal-result.ts";

export function healOperation(id: OperationId, method: "GET" | "POST") {
  return defineOperation({
    id,
    method,
    path: "/ops/heal-missing-user-snapshots",
    audience: { service: "ops" },
    access: "A service, for all users",
    tag: "service",
    summary: "Rebuild missing or outdated user snapshots, 200 users a call.",
    description:
      "Each call continues behind the last one and restarts after the last user. The cron trigger does the same.",
    changes: true,
    message: ({ data }) => `${countOf(data.CountHealed, "snapshot")} of ${data.CountAttempted} repaired.`,
    data: healResult,
    async handle(ctx) {
      return { data: presentHealResult(await healMissingUserSnapshots(ctx.db)) };
    },
  });
}

export const healMissingUserSnapshotsOperation = healOperation("healMissingUserSnapshots", "GET");
