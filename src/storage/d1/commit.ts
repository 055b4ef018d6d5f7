import { sql, type SQL } from "drizzle-orm";
import { newId } from "../../domain/ids.ts";
import type { IdempotencyKey } from "../../domain/idempotency.ts";
import type { Database, Rows, Statement } from "./database.ts";
import { isKept, keepKey } from "./idempotency-store.ts";
import { auditEvents } from "./schema/service.ts";

/** Who writes, through which operation. */
export interface Writer {
  readonly db: Database;
  readonly now: Date;
  readonly actorId: string;
  /** The operation's name and the `op_…` id of this call of it. */
  readonly operation: string;
  readonly operationId: string;
  /** Kept with the change, and refused when it is kept already. */
  readonly idempotency?: IdempotencyKey | null;
}

/** The assertion that the caller's `Idempotency-Key` has not been used yet. */
export const KEY_IS_NEW = "idempotency_key_is_new";

/** Eight columns each, and D1 binds at most 100 values a statement. */
const EVENTS_A_STATEMENT = 12;

/** Something that an earlier read saw and that must still hold when the batch writes. */
export interface Assertion {
  readonly name: string;
  readonly holds: SQL;
}

export interface Change<Q extends Record<string, Statement>> {
  readonly asserts: readonly Assertion[];
  readonly statements: readonly Statement[];
  readonly event: { readonly organizationId: string | null; readonly targetId: string; readonly units?: number };
  /** Run in the same transaction, after the statements: reads, or changes that return rows. */
  readonly reads?: Q;
}

/** The world changed between the read and the write (or two callers raced): nothing was written. The verb reads again. */
export class CommitConflict extends Error {
  override readonly name = "CommitConflict";
  /** The assertion's name, or `unique:table.column`. */
  readonly reason: string;
  constructor(reason: string) {
    super(`the change met a conflict: ${reason}`);
    this.reason = reason;
  }
}

/**
 * The one way to write D1: assertions, the change, its audit event and what is read afterwards are one batch, all or nothing.
 * @returns the audit event's id, and the rows of `reads`
 * @throws CommitConflict when an assertion or a unique index refused
 */
export async function commit<Q extends Record<string, Statement>>(
  writer: Writer,
  change: Change<Q>,
): Promise<{ readonly eventKey: string; readonly rows: Rows<Q> }> {
  const { db, now } = writer;
  const event = auditEvent(writer, change.event);
  const promised = writer.idempotency ?? null;
  const asserts = promised === null ? change.asserts : [keyIsNew(writer, promised), ...change.asserts];
  const kept = promised === null ? [] : [keepKey(db, promised, { targetId: change.event.targetId, eventId: event.id, at: now })];
  const rows = await runChange(db, { ...change, asserts }, [db.build.insert(auditEvents).values(event), ...kept]);
  return { eventKey: event.id, rows };
}

/**
 * Changes of several callers as one batch, all or nothing, with an audit event for each of them.
 * @returns the events' ids in the order of the changes
 */
export async function commitTogether<Q extends Record<string, Statement>>(
  db: Database,
  changes: readonly { readonly writer: Omit<Writer, "db" | "idempotency">; readonly event: Change<Q>["event"] }[],
  change: Omit<Change<Q>, "event">,
): Promise<{ readonly eventKeys: readonly string[]; readonly rows: Rows<Q> }> {
  const events = changes.map(({ writer, event }) => auditEvent(writer, event));
  const groups = Array.from({ length: Math.ceil(events.length / EVENTS_A_STATEMENT) }, (_, group) =>
    events.slice(group * EVENTS_A_STATEMENT, (group + 1) * EVENTS_A_STATEMENT),
  );
  const audits = groups.map((group) => db.build.insert(auditEvents).values(group));
  return { eventKeys: events.map(({ id }) => id), rows: await runChange(db, change, audits) };
}

function auditEvent({ actorId, operation, operationId, now }: Omit<Writer, "db">, event: Change<never>["event"]) {
  const { organizationId, targetId, units = 0 } = event;
  return { id: newId("event"), organizationId, actorId, operation, operationId, targetId, units, at: now };
}

async function runChange<Q extends Record<string, Statement>>(
  db: Database,
  { asserts, statements, reads = {} as Q }: Omit<Change<Q>, "event">,
  audits: readonly Statement[],
): Promise<Rows<Q>> {
  const before = [...asserts.map((assertion) => assertStatement(db, assertion)), ...statements, ...audits];
  const results = await writeOrConflict(db, [...before, ...Object.values(reads)]);
  const rows = Object.keys(reads).map((name, position) => [name, results[before.length + position]]);
  return Object.fromEntries(rows) as Rows<Q>;
}

function keyIsNew({ now }: Writer, key: IdempotencyKey): Assertion {
  return { name: KEY_IS_NEW, holds: sql`NOT ${isKept(key, now)}` };
}

/** SQLite names the path it cannot parse, so a failed assertion says which one it was; the batch rolls back. */
function assertStatement(db: Database, { name, holds }: Assertion): Statement {
  return db.build.all(sql`SELECT CASE WHEN ${holds} THEN 1 ELSE json_extract('{}', ${`assert:${name};`}) END`);
}

async function writeOrConflict(db: Database, statements: readonly Statement[]): Promise<unknown[]> {
  try {
    return await db.write(statements);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const asserted = /assert:([\w-]+);/.exec(message)?.[1];
    if (asserted !== undefined) throw new CommitConflict(asserted);
    const unique = /UNIQUE constraint failed: ([\w.]+)/.exec(message)?.[1];
    if (unique !== undefined) throw new CommitConflict(`unique:${unique}`);
    throw error;
  }
}
