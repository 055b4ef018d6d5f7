import type { RecordedOperation } from "../../../domain/operation-ids.ts";
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import { dayOf, type ModelUsage, UNUSED, USAGE_COUNTERS, type UsageCounter } from "../../../domain/usage.ts";
import { usageDays, usageTotals } from "../schema/service.ts";
import type { Database, Statement } from "./database.ts";

/** Usage of one user on one day. */
export interface UsageEntry extends Readonly<Record<UsageCounter, number | SQL<number>>> {
  readonly organizationId: Id<"org">;
  readonly day: number;
  readonly userId: Id<"user">;
  readonly operation: RecordedOperation;
}

/**
 * Usage entries per statement. An entry binds twelve values, or 16 if its units are SQL, and D1 binds at most
 * 100 per statement.
 */
const ENTRIES_PER_STATEMENT = 8;

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
    ...inGroups(days).map((rows) =>
      build
        .insert(usageDays)
        .values(rows)
        .onConflictDoUpdate({ target: [organizationId, day, userId, operation], set: raised(usageDays) }),
    ),
    ...inGroups(totals).map((rows) =>
      build
        .insert(usageTotals)
        .values(rows)
        .onConflictDoUpdate({
          target: [usageTotals.day, usageTotals.organizationId],
          set: raised(usageTotals),
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
    group.reduce((sum, entry) => ({ ...sum, ...countersOf((name) => plus(sum[name], entry[name])) })),
  );
}

function plus(one: number | SQL<number>, other: number | SQL<number>): number | SQL<number> {
  return typeof one === "number" && typeof other === "number"
    ? one + other
    : sql<number>`(${one}) + (${other})`;
}

function inGroups(rows: readonly UsageEntry[]): UsageEntry[][] {
  const count = Math.ceil(rows.length / ENTRIES_PER_STATEMENT);
  return Array.from({ length: count }, (_, group) =>
    rows.slice(group * ENTRIES_PER_STATEMENT, (group + 1) * ENTRIES_PER_STATEMENT),
  );
}

function raised(table: typeof usageDays | typeof usageTotals): Record<UsageCounter, SQL> {
  const columns = getTableColumns(table);
  return countersOf((name) => sql`${columns[name]} + excluded.${sql.identifier(columns[name].name)}`);
}

function countersOf<T>(valueOf: (name: UsageCounter) => T): Record<UsageCounter, T> {
  return Object.fromEntries(USAGE_COUNTERS.map((name) => [name, valueOf(name)])) as Record<UsageCounter, T>;
}
