import type { RecordedOperation } from "../../../domain/operation-ids.ts";
import { Column, sql, SQL, StringChunk } from "drizzle-orm";
import { type AssertionName, CommitConflict, conflictOf, KEY_IS_NEW } from "../../../domain/conflicts.ts";
import { type Id, newId } from "../../../domain/ids.ts";
import type { IdempotencyKey } from "../../../domain/idempotency.ts";
import type { ImpactScope } from "../../../domain/dry-run.ts";
import { dayOf, UNUSED, type Usage } from "../../../domain/usage.ts";
import type { Database, Rows, Statement } from "./database.ts";
import { actorOfKey, isSessionActive } from "./access.ts";
import { executeDryRun } from "./execute-dry-run.ts";
import { isKeyStored, saveKey } from "./idempotency.ts";
import { countUsage, type UsageEntry } from "./count-usage.ts";
import { auditEvents } from "../schema/service.ts";

/** The writing actor and operation. */
export interface Writer {
  readonly db: Database;
  readonly now: Date;
  readonly actorId: Id<"user">;
  /** The API key of the request; absent or null without one. */
  readonly keyId?: Id<"key"> | null;
  /** The browser session of the request; absent or null without one. */
  readonly sessionId?: Id<"session"> | null;
  /** Name of the operation; `operationId` is the `op_…` id of this call. */
  readonly operation: RecordedOperation;
  readonly operationId: string;
  /** Key to store with the change. If the key is already stored, the batch fails. */
  readonly idempotency?: IdempotencyKey | null;
  /** Whether this is a dry run, which rolls the batch back. */
  readonly isDryRun?: boolean;
  /** Called with the audit event's id after the commit. */
  readonly onCommit?: (eventKey: Id<"event">) => void;
}

/** D1's limit of bound values per statement. */
const VALUES_PER_STATEMENT = 100;
/** Audit events per statement. An event binds ten columns. */
const EVENTS_PER_STATEMENT = 10;

/** A condition that a use case has checked and that must still hold when the batch writes. */
export interface Assertion {
  readonly name: AssertionName;
  readonly holds: SQL;
}

/**
 * Details for the audit log: ids, actions and field names only, because purged content must not remain there.
 */
export type AuditDetails = Readonly<Record<string, string | number | readonly string[] | null>>;

export interface Change<Q extends Record<string, Statement>> {
  readonly asserts: readonly Assertion[];
  readonly writes: readonly Statement[];
  /** Audit event of the change. `targetId` may be SQL that yields the id after the writes. */
  readonly audit: {
    readonly organizationId: Id<"org"> | null;
    readonly targetId: Id | SQL<Id>;
    readonly units?: number | SQL<number>;
    readonly changes?: AuditDetails;
    readonly usage?: Usage;
  };
  /** The records whose access the change may affect. Operations with a dry run require this scope. */
  readonly impactScope?: ImpactScope;
  /** Result to store with the idempotency key, if the target's id does not identify the result. */
  readonly result?: string;
  /** Reads, or writes that return rows. The same transaction executes them after `writes`. */
  readonly returning?: Q;
}

/**
 * Writes a change with its assertions, audit event and reads as one atomic batch. All writes to D1 use this
 * function or `commitAll`.
 * @returns the rows of `returning`
 * @throws CommitConflict if an assertion or a unique index fails
 * @throws DryRunDone for a dry run, which writes nothing
 */
export async function commit<Q extends Record<string, Statement>>(
  writer: Writer,
  { audit, result, impactScope: reach, ...change }: Change<Q>,
): Promise<Rows<Q>> {
  if (writer.isDryRun === true) return await rehearseChange(writer, { audit, ...change }, reach);
  const { eventKeys, rows } = await commitAll(writer.db, [{ writer, audit, result: result ?? null }], change);
  writer.onCommit?.(eventKeys[0]!);
  return rows;
}

async function rehearseChange(
  writer: Writer,
  { asserts, writes, audit, returning = {} }: Change<Record<string, Statement>>,
  reach?: ImpactScope,
) {
  const { db, now } = writer;
  const done = [
    ...writes,
    db.build.insert(auditEvents).values(auditEvent(writer, audit)),
    ...Object.values(returning),
  ];
  try {
    return await executeDryRun(
      db,
      { asserts: assertStatements(db, asserts), writes: done, actorId: writer.actorId },
      reach,
      now,
    );
  } catch (error) {
    throw conflictIn(error);
  }
}

/**
 * Writes changes of several callers as one atomic batch, with one audit event per change.
 * @returns the event ids in the order of the changes
 */
export async function commitAll<Q extends Record<string, Statement>>(
  db: Database,
  changes: readonly {
    readonly writer: Omit<Writer, "db">;
    readonly audit: Change<Q>["audit"];
    readonly result?: string | null;
  }[],
  { asserts, writes, returning = {} as Q }: Omit<Change<Q>, "audit" | "result">,
): Promise<{ readonly eventKeys: readonly Id<"event">[]; readonly rows: Rows<Q> }> {
  const events = changes.map(({ writer, audit }) => auditEvent(writer, audit));
  const groups = Array.from({ length: Math.ceil(events.length / EVENTS_PER_STATEMENT) }, (_, group) =>
    events.slice(group * EVENTS_PER_STATEMENT, (group + 1) * EVENTS_PER_STATEMENT),
  );
  const keyed = changes.flatMap(({ writer: { idempotency, now }, audit: { targetId }, result = null }, at) =>
    idempotency ? [{ key: idempotency, now, targetId, eventId: events[at]!.id, result }] : [],
  );
  const keyLives = changes.flatMap(({ writer: { keyId = null, now } }) =>
    keyId === null
      ? []
      : [{ name: "key_is_live" as const, holds: sql`${actorOfKey(keyId, now)} IS NOT NULL` }],
  );
  const sessionLives = changes.flatMap(({ writer: { sessionId = null, now } }) =>
    sessionId === null ? [] : [{ name: "session_is_live" as const, holds: isSessionActive(sessionId, now) }],
  );
  const before = [
    ...assertStatements(db, [
      ...keyLives,
      ...sessionLives,
      ...keyed.map(({ key, now }) => ({
        name: KEY_IS_NEW as typeof KEY_IS_NEW,
        holds: sql`NOT ${isKeyStored(key, now)}`,
      })),
      ...asserts,
    ]),
    ...writes,
    // The usage comes before the events, because `countUnitsOnce` looks at existing events.
    ...countUsage(
      db,
      changes.flatMap(({ writer, audit }) => usageOf(writer, audit)),
    ),
    ...groups.map((group) => db.build.insert(auditEvents).values(group)),
    ...keyed.map(({ key, now, ...kept }) => saveKey(db, key, { ...kept, at: now })),
  ];
  const results = await writeOrConflict(db, [...before, ...Object.values(returning)]);
  const rows = Object.keys(returning).map((name, position) => [name, results[before.length + position]]);
  return { eventKeys: events.map(({ id }) => id), rows: Object.fromEntries(rows) as Rows<Q> };
}

function auditEvent(
  { actorId, keyId = null, operation, operationId, now }: Omit<Writer, "db">,
  audit: Change<never>["audit"],
) {
  const { organizationId, targetId, units = 0, changes = {} } = audit;
  const event = {
    id: newId("event"),
    organizationId,
    actorId,
    keyId,
    operation,
    operationId,
    targetId,
    units,
    at: now,
  };
  return { ...event, changes: JSON.stringify(changes) };
}

/** The usage entries of the change. Returns none if the change uses nothing or concerns no organization. */
function usageOf(
  { actorId, operation, now }: Omit<Writer, "db">,
  { organizationId, units = 0, usage = {} }: Change<never>["audit"],
): UsageEntry[] {
  const { userId = actorId, ...used } = usage;
  const counts = { ...UNUSED, units, ...used };
  if (organizationId === null || Object.values(counts).every((count) => count === 0)) return [];
  return [{ organizationId, day: dayOf(now), userId, operation, ...counts }];
}

/**
 * Assertions in order, in as few statements as their values allow. A failed assertion stops the evaluation
 * and rolls the batch back. SQLite names the invalid JSON path in its error, which identifies the assertion.
 * Assertions may also follow some of the writes.
 */
export function assertStatements({ build }: Database, asserts: readonly Assertion[]): Statement[] {
  const groups: SQL[][] = [];
  let bound = Infinity;
  for (const { name, holds } of asserts) {
    const branch = sql`WHEN (${holds}) IS NOT TRUE THEN json_extract('{}', ${`assert:${name};`})`;
    const values = countValues(branch);
    if (bound + values > VALUES_PER_STATEMENT) {
      groups.push([]);
      bound = 0;
    }
    bound += values;
    groups.at(-1)?.push(branch);
  }
  return groups.map((branches) => build.all(sql`SELECT CASE ${sql.join(branches, sql` `)} ELSE 1 END`));
}

/** Number of values that this part of a query binds. */
function countValues(part: unknown): number {
  if (part instanceof SQL)
    return part.queryChunks.reduce<number>((sum, chunk) => sum + countValues(chunk), 0);
  if (Array.isArray(part)) return part.reduce<number>((sum, each) => sum + countValues(each), 0);
  return part instanceof StringChunk || part instanceof Column ? 0 : 1;
}

async function writeOrConflict(db: Database, statements: readonly Statement[]): Promise<unknown[]> {
  try {
    return await db.write(statements);
  } catch (error) {
    throw conflictIn(error);
  }
}

/** The conflict that D1's error message describes. Returns the error itself if it describes none. */
function conflictIn(error: unknown): unknown {
  const message = error instanceof Error ? error.message : "";
  const asserted = /assert:([\w-]+);/.exec(message)?.[1];
  if (asserted !== undefined) return conflictOf(asserted as AssertionName);
  const unique = /UNIQUE constraint failed: ([\w.]+)/.exec(message)?.[1];
  return unique === undefined ? error : new CommitConflict(null, `unique:${unique}`);
}
