import { eq, sql, type SQL } from "drizzle-orm";
import { DIAGNOSTIC_DAYS, DIAGNOSTICS_PER_DAY } from "../../../domain/diagnostic.ts";
import type { Id } from "../../../domain/ids.ts";
import type { Database, Statement } from "../core/database.ts";
import { diagnostics } from "../schema/service.ts";
import { MS_PER_DAY } from "../../../domain/time.ts";

/** Whether the user has sent fewer than `DIAGNOSTICS_PER_DAY` diagnostics in the last 24 hours. */
export function hasCapacity(userId: SQL, now: Date): SQL<boolean> {
  return sql<boolean>`((SELECT count(*) FROM diagnostics dg WHERE dg.created_by = ${userId} AND dg.created_at > ${now.getTime() - MS_PER_DAY}) < ${DIAGNOSTICS_PER_DAY})`;
}

export function findHasCapacity({ build }: Database, userId: SQL, now: Date) {
  return build.all<{ readonly room: 0 | 1 }>(sql`SELECT ${hasCapacity(userId, now)} AS room`);
}

export function insertDiagnostic(
  { build }: Database,
  id: Id<"diag">,
  createdBy: Id<"user">,
  createdAt: Date,
): Statement {
  return build.insert(diagnostics).values({ id, createdBy, createdAt });
}

export function findDiagnostic({ build }: Database, id: Id<"diag">) {
  return build.select().from(diagnostics).where(eq(diagnostics.id, id));
}

/** Start of the retention period of diagnostics. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - DIAGNOSTIC_DAYS * MS_PER_DAY);
}

/** Deletes diagnostics created before `before`, at most `limit`. */
export function deleteExpiredDiagnostics({ build }: Database, before: Date, limit: number): Statement {
  return build.run(sql`DELETE FROM diagnostics WHERE id IN (SELECT old.id FROM diagnostics old WHERE old.created_at < ${before.getTime()}
    ORDER BY old.created_at LIMIT ${limit})`);
}
