import { sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { periodOf, QUOTA_PERIODS, type QuotaCounter, quotaName, type Quotas, type Using } from "../../../domain/quota.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database } from "../core/database.ts";
import { usedBetween } from "./usage.ts";

/** That an organization may use this much more: one for each of its quotas that is about it. Relies on the batch to count what is used. */
export function quotaAssertions(quotas: Quotas, organizationId: Id<"org">, using: Using, now: Date): Assertion[] {
  return QUOTA_PERIODS.flatMap((period) =>
    (Object.entries(quotas[period] ?? {}) as [QuotaCounter, number | undefined][]).flatMap(([counter, most]) => {
      const more = using[counter] ?? 0;
      if (most === undefined || more === 0) return [];
      const { from, to } = periodOf(period, now);
      return [{ name: quotaName(period, counter), holds: sql`(${usedBetween(organizationId, counter, from, to)}) + ${more} <= ${most}` }];
    }),
  );
}

/** A row when all of it holds. */
export function findHolding({ build }: Database, asked: readonly Assertion[]) {
  const all = sql.join(
    asked.map(({ holds }) => sql`(${holds})`),
    sql` AND `,
  );
  return build.all<{ holds: 1 }>(sql`SELECT 1 AS holds WHERE ${all}`);
}
