import { type SQL, sql } from "drizzle-orm";
import { CommitConflict } from "../../../domain/conflicts.ts";
import {
  type QuotaRequest,
  eachQuota,
  exhausted,
  periodOf,
  type Quota,
  QUOTA_NAMES,
  QUOTA_PERIODS,
  quotaError,
  type QuotaError,
  quotaName,
  quotasFrom,
} from "../../../domain/quota.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database } from "../core/database.ts";
import { usedBetween } from "./usage.ts";

/**
 * Asserts that the organization may use the requested amounts. One assertion checks each quota of the
 * operator, and one checks all quotas of the owners. The latter reads sums only if the organization has such
 * quotas. The batch must count the usage.
 */
export function quotaAssertions(asking: QuotaRequest): Assertion[] {
  const own = limited(asking);
  if (own.length === 0) return [];
  const beyond = own.map((which) => isBeyond(asking, which));
  return [
    ...eachQuota(asking.quotas)
      .filter(({ counter }) => moreOf(asking, counter) > 0)
      .map((quota) => ({
        name: quotaName(quota.period, quota.counter),
        holds: sql`${withMore(asking, quota)} <= ${quota.most}`,
      })),
    {
      name: "own_quotas",
      holds: sql`NOT EXISTS (SELECT 1 FROM organizations oq WHERE oq.id = ${asking.organizationId} AND oq.quotas IS NOT NULL
        AND (${sql.join(beyond, sql` OR `)}))`,
    },
  ];
}

/**
 * The quota error if one of these assertions rejected the batch. Returns null if another assertion did, or if
 * the quota has capacity again.
 */
export async function quotaRejection(
  db: Database,
  error: unknown,
  asking: QuotaRequest,
): Promise<QuotaError | null> {
  if (!(error instanceof CommitConflict)) return null;
  if (error.assertion !== "own_quotas") return quotaError(error.assertion, asking.quotas, asking.now);
  const asked = limited(asking);
  const cases = asked.map((which, at) => sql`WHEN ${isBeyond(asking, which)} THEN ${at}`);
  const { found } = await db.read({
    found: db.build.all<{ readonly at: number | null; readonly quotas: string | null }>(
      sql`SELECT CASE ${sql.join(cases, sql` `)} END AS at, oq.quotas FROM organizations oq WHERE oq.id = ${asking.organizationId}`,
    ),
  });
  const which = asked[found[0]?.at ?? -1];
  const own = eachQuota(quotasFrom(found[0]?.quotas ?? null));
  const quota = own.find(({ period, counter }) => period === which?.period && counter === which.counter);
  return quota === undefined ? null : exhausted(quota, asking.now);
}

type Which = Omit<Quota, "most">;

/** Periods and counters of the quotas that concern the request. */
function limited(asking: QuotaRequest): Which[] {
  const counters = QUOTA_NAMES.filter((counter) => moreOf(asking, counter) > 0);
  return QUOTA_PERIODS.flatMap((period) => counters.map((counter) => ({ period, counter })));
}

function moreOf({ using }: QuotaRequest, counter: Quota["counter"]): number {
  return using[counter] ?? 0;
}

function withMore(asking: QuotaRequest, { period, counter }: Which): SQL {
  const { from, to } = periodOf(period, asking.now);
  return sql`(${usedBetween(asking.organizationId, counter, from, to)}) + ${moreOf(asking, counter)}`;
}

/**
 * Whether the request exceeds this quota of the organization `oq`; null if the organization has no such
 * quota.
 */
function isBeyond(asking: QuotaRequest, { period, counter }: Which): SQL {
  return sql`${withMore(asking, { period, counter })} > json_extract(oq.quotas, ${`$.${period}.${counter}`})`;
}

/** Returns a row if all assertions hold. */
export function findHolding({ build }: Database, asked: readonly Assertion[]) {
  const all = sql.join(
    asked.map(({ holds }) => sql`(${holds})`),
    sql` AND `,
  );
  return build.all<{ holds: 1 }>(sql`SELECT 1 AS holds WHERE ${all}`);
}
