import type { RecordedOperation } from "../../../domain/operation-ids.ts";
import { type Column, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import {
  dayOf,
  MODEL_COUNTERS,
  type ModelCounts,
  type ModelUsage,
  UNUSED,
  USAGE_COUNTERS,
  type UsageCounter,
} from "../../../domain/usage.ts";
import { usageDays, usageTotals } from "../schema/service.ts";
import type { Database, Statement } from "./database.ts";

/** Usage of one user on one day. */
export interface UsageEntry
  extends Readonly<Record<UsageCounter, number | SQL<number>>>, Partial<ModelCounts> {
  readonly organizationId: Id<"org">;
  readonly day: number;
  readonly userId: Id<"user">;
  readonly operation: RecordedOperation;
}

/**
 * Usage entries per statement. An entry binds twelve values, or 16 if its units are SQL, and a total 19, or 23.
 * D1 binds at most 100 per statement.
 */
const [ENTRIES_PER_STATEMENT, TOTALS_PER_STATEMENT] = [8, 4];

/** Model usage outside a change, which otherwise would count it. */
export interface Spending {
  readonly organizationId: Id<"org">;
  readonly userId: Id<"user">;
  readonly operation: RecordedOperation;
  readonly spent: ModelUsage;
  readonly at: Date;
}

/** Counts model usage. Returns no statement if no tokens were used. */
export function countSpending(db: Database, { spent, at, ...who }: Spending): Statement[] {
  const units = spent.inputTokens + spent.outputTokens;
  return units === 0 ? [] : countUsage(db, [{ ...who, ...UNUSED, units, ...spent, day: dayOf(at) }]);
}

/** Adds usage to the day's rows of the user and operation, and of the organization. */
export function countUsage({ build }: Database, entries: readonly UsageEntry[]): Statement[] {
  const days = summed(entries, ({ organizationId, day, userId, operation }) => [
    organizationId,
    day,
    userId,
    operation,
  ]);
  const totals = summed(entries, ({ organizationId, day }) => [organizationId, day]);
  const { organizationId, day, userId, operation } = usageDays;
  return [
    ...inGroups(days, ENTRIES_PER_STATEMENT).map((rows) =>
      build
        .insert(usageDays)
        .values(rows)
        .onConflictDoUpdate({
          target: [organizationId, day, userId, operation],
          set: raised(getTableColumns(usageDays), USAGE_COUNTERS),
        }),
    ),
    ...inGroups(totals, TOTALS_PER_STATEMENT).map((rows) =>
      build
        .insert(usageTotals)
        .values(rows)
        .onConflictDoUpdate({
          target: [usageTotals.day, usageTotals.organizationId],
          set: raised(getTableColumns(usageTotals), [...USAGE_COUNTERS, ...MODEL_COUNTERS]),
        }),
    ),
  ];
}

/** Sums the entries with the same key. */
function summed(
  entries: readonly UsageEntry[],
  keyOf: (entry: UsageEntry) => readonly unknown[],
): UsageEntry[] {
  const groups = [...Map.groupBy(entries, (entry) => JSON.stringify(keyOf(entry))).values()];
  return groups.map((group) =>
    group.reduce((sum, entry) => ({
      ...sum,
      ...countersOf(USAGE_COUNTERS, (name) => plus(sum[name], entry[name])),
      ...countersOf(MODEL_COUNTERS, (name) => (sum[name] ?? 0) + (entry[name] ?? 0)),
    })),
  );
}

function plus(one: number | SQL<number>, other: number | SQL<number>): number | SQL<number> {
  return typeof one === "number" && typeof other === "number"
    ? one + other
    : sql<number>`(${one}) + (${other})`;
}

function inGroups(rows: readonly UsageEntry[], size: number): UsageEntry[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, group) =>
    rows.slice(group * size, (group + 1) * size),
  );
}

function raised<N extends string>(columns: Readonly<Record<N, Column>>, names: readonly N[]): Record<N, SQL> {
  return countersOf(names, (name) => sql`${columns[name]} + excluded.${sql.identifier(columns[name].name)}`);
}

function countersOf<N extends string, T>(names: readonly N[], valueOf: (name: N) => T): Record<N, T> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<N, T>;
}
