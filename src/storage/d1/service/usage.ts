import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import type { Page } from "../../../domain/page.ts";
import {
  MODEL_COUNTERS,
  type ModelCounter,
  type ModelCounts,
  USAGE_COUNTERS,
  USAGE_GROUPS,
  type UsageCounter,
  type UsageCounts,
  type UsageGroup,
} from "../../../domain/usage.ts";
import type { Database, Statement } from "../core/database.ts";
import { usageTotals } from "../schema/service.ts";
import { ownerOf } from "./event-listing.ts";

export interface UsageListing extends Page {
  readonly organizationId: Id<"org">;
  /** Start of the period, inclusive. */
  readonly from: number;
  /** End of the period, exclusive. */
  readonly to: number;
  /** Contains at least one element. */
  readonly by: readonly UsageGroup[];
  readonly newestFirst: boolean;
}

/** A row of grouped usage. Columns outside the grouping are null. */
export interface UsageRow extends UsageCounts {
  readonly day: number | null;
  readonly userId: Id<"user"> | null;
  readonly userName: string | null;
  readonly operation: string | null;
}

/** Rows of `usage_days` to sum at most, newest first. */
export const MAX_USAGE_COUNTED = 50_000;

/**
 * A page of grouped usage, the number of records, and the sum of all days. Returns nothing if the actor does
 * not own the organization.
 */
export function selectUsage({ build }: Pick<Database, "build">, actor: SQL, listing: UsageListing) {
  const { organizationId, from, to, by, limit, offset, newestFirst } = listing;
  const found = sql`SELECT ud.* FROM (${ownerOf(actor, organizationId)}) owner CROSS JOIN usage_days ud
    WHERE ud.organization_id = ${organizationId} AND ud.day >= ${from} AND ud.day < ${to} ORDER BY ud.day DESC LIMIT ${MAX_USAGE_COUNTED + 1}`;
  const names = USAGE_GROUPS.map(
    (each) =>
      sql`${by.includes(each) ? sql.raw(COLUMNS[each]) : sql`NULL`} AS ${sql.identifier(NAMES[each])}`,
  );
  const groups = list(by.map((each) => sql.raw(COLUMNS[each])));
  const grouped = sql`SELECT ${list(names)}, count(*) AS rows, ${sumsOf("found")} FROM (${found}) found GROUP BY ${groups}`;
  const order = list(
    by.map(
      (each) => sql`${sql.identifier(NAMES[each])} ${sql.raw(each === "day" && newestFirst ? "DESC" : "")}`,
    ),
  );
  const page = sql`SELECT * FROM (${grouped}) ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
  return {
    total: build.all<{ readonly count: number; readonly rows: number }>(
      sql`SELECT count(*) AS count, coalesce(sum(rows), 0) AS rows FROM (${grouped})`,
    ),
    records: build.all<UsageRow>(
      sql`SELECT shown.*, uu.display_name AS "userName" FROM (${page}) shown LEFT JOIN users uu ON uu.id = shown."userId"`,
    ),
    sums: sumsBetween({ build }, actor, listing),
  };
}

/**
 * An organization's usage of all counters between two days. Returns nothing if the actor does not own the
 * organization.
 */
export function sumsBetween(
  { build }: Pick<Database, "build">,
  actor: SQL,
  { organizationId, from, to }: Pick<UsageListing, "organizationId" | "from" | "to">,
) {
  return build.all<UsageCounts>(sql`SELECT ${sumsOf("ut")} FROM (${ownerOf(actor, organizationId)}) owner
    CROSS JOIN (${daysBetween(from, to)}) days CROSS JOIN usage_totals ut ON ut.day = days.day AND ut.organization_id = ${organizationId}`);
}

/** An organization's usage of one counter between two days. */
export function usedBetween(
  organizationId: string,
  name: UsageCounter,
  from: number,
  to: number,
): SQL<number> {
  const column = sql.identifier(getTableColumns(usageTotals)[name].name);
  return sql<number>`SELECT coalesce(sum(ut.${column}), 0) FROM (${daysBetween(from, to)}) days
    CROSS JOIN usage_totals ut ON ut.day = days.day AND ut.organization_id = ${organizationId}`;
}

/**
 * Deletes usage before a day, oldest days first, at most `limit` rows per table. An organization's total is
 * deleted after the organization's last row of that day. Every row has a total, so the totals list the
 * remaining work in order.
 */
export function deleteExpiredUsage({ build }: Database, before: number, limit: number): Statement[] {
  const old = sql`SELECT ut.day, ut.organization_id FROM usage_totals ut WHERE ut.day < ${before} ORDER BY ut.day, ut.organization_id LIMIT ${limit}`;
  return [
    build.run(sql`DELETE FROM usage_days WHERE (organization_id, day, user_id, operation) IN (
      SELECT ud.organization_id, ud.day, ud.user_id, ud.operation FROM (${old}) old
      CROSS JOIN usage_days ud ON ud.organization_id = old.organization_id AND ud.day = old.day LIMIT ${limit})`),
    build.run(sql`DELETE FROM usage_totals WHERE (day, organization_id) IN (
      SELECT old.day, old.organization_id FROM (${old}) old
      WHERE NOT EXISTS (SELECT 1 FROM usage_days ud WHERE ud.organization_id = old.organization_id AND ud.day = old.day))`),
  ];
}

/** Usage of all organizations on a day, and the number of organizations with usage. */
export function sumOfDay({ build }: Database, day: number) {
  return build.all<UsageCounts & ModelCounts & { readonly organizations: number }>(
    sql`SELECT ${sumsOf("ut", [...USAGE_COUNTERS, ...MODEL_COUNTERS])}, count(*) AS organizations FROM usage_totals ut WHERE ut.day = ${day}`,
  );
}

const COLUMNS: Readonly<Record<UsageGroup, string>> = { day: "day", user: "user_id", operation: "operation" };
const NAMES = { day: "day", user: "userId", operation: "operation" } as const satisfies Record<
  UsageGroup,
  keyof UsageRow
>;

/** Sums of counters, named after the counter. */
function sumsOf(rows: string, names: readonly (UsageCounter | ModelCounter)[] = USAGE_COUNTERS): SQL {
  const columns = getTableColumns(usageTotals);
  const sums = names.map(
    (name) =>
      sql`coalesce(sum(${sql.identifier(rows)}.${sql.identifier(columns[name].name)}), 0) AS ${sql.identifier(name)}`,
  );
  return list(sums);
}

function list(parts: readonly SQL[]): SQL {
  return sql.join([...parts], sql`, `);
}

/** Each day of the period as a row, because keys of `usage_totals` begin with the day. */
function daysBetween(from: number, to: number): SQL {
  return sql`WITH RECURSIVE each_day (day) AS (SELECT ${from} UNION ALL SELECT day + 1 FROM each_day WHERE day + 1 < ${to}) SELECT day FROM each_day`;
}
