import { type Column, sql, type SQL } from "drizzle-orm";
import { MAX_EVENTS_COUNTED } from "../../../domain/event-sort.ts";
import { type Id, idFromBytes, type IdKind } from "../../../domain/ids.ts";
import type { Page } from "../../../domain/page.ts";
import { mayOnCollection } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { MS_PER_HOUR } from "../../../domain/time.ts";

export interface EventListing extends Page {
  readonly organizationId: string;
  readonly actorId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly targetId?: string | undefined;
  readonly operation?: string | undefined;
  /** Start of the period, inclusive. */
  readonly from?: Date | undefined;
  /** End of the period, exclusive. */
  readonly to?: Date | undefined;
  readonly newestFirst: boolean;
}

/** A row of the audit log. `changes` is JSON. */
export interface EventRow {
  readonly id: string;
  readonly actorId: string;
  readonly actorName: string;
  readonly keyId: string | null;
  /** Name of the API key; null if the key is deleted. */
  readonly keyName: string | null;
  readonly operation: string;
  readonly operationId: string;
  readonly targetId: string;
  readonly units: number;
  readonly at: number;
  readonly changes: string;
}

/**
 * A page of an organization's audit log, and the number of matching events, counted up to
 * `MAX_EVENTS_COUNTED`. Returns nothing if the actor does not own the organization.
 */
export function selectEvents({ build }: Database, actor: SQL, listing: EventListing) {
  const { limit, offset } = listing;
  return {
    total: build.all<{ readonly count: number }>(
      sql`SELECT count(*) AS count FROM (${matching(actor, listing, MAX_EVENTS_COUNTED + 1)})`,
    ),
    events:
      build.all<EventRow>(sql`SELECT ev.id, ev.actor_id AS actorId, coalesce(au.display_name, '') AS actorName, ev.key_id AS keyId, ek.name AS keyName, ev.operation,
        ev.operation_id AS operationId, ev.target_id AS targetId, ev.units, ev.at, ev.changes
      FROM (${matching(actor, listing, limit, offset)}) shown CROSS JOIN audit_events ev ON ev.id = shown.id LEFT JOIN users au ON au.id = ev.actor_id
        LEFT JOIN api_keys ek ON ek.id = ev.key_id`),
  };
}

/**
 * Longest delay between an event's time and the creation of its id. Ids limit the scanned range; times select
 * the events.
 */
const MARGIN_MS = MS_PER_HOUR;

/** The matching event ids in order. The query uses the index of the narrowest filter. */
function matching(actor: SQL, listing: EventListing, limit: number, offset = 0): SQL {
  const { organizationId, actorId, keyId, targetId, operation, from, to, newestFirst } = listing;
  const by =
    targetId !== undefined
      ? "target"
      : keyId !== undefined
        ? "key"
        : actorId !== undefined
          ? "actor"
          : operation !== undefined
            ? "operation"
            : "organization";
  const conditions = [
    sql`me.organization_id = ${organizationId}`,
    ...(targetId === undefined ? [] : [sql`me.target_id = ${targetId}`]),
    ...(actorId === undefined ? [] : [sql`me.actor_id = ${actorId}`]),
    ...(keyId === undefined ? [] : [sql`me.key_id = ${keyId}`]),
    ...(operation === undefined ? [] : [sql`me.operation = ${operation}`]),
    ...(from === undefined
      ? []
      : [sql`me.id >= ${idAt("event", from.getTime() - MARGIN_MS)} AND me.at >= ${from.getTime()}`]),
    ...(to === undefined
      ? []
      : [sql`me.id < ${idAt("event", to.getTime() + MARGIN_MS)} AND me.at < ${to.getTime()}`]),
  ];
  return sql`SELECT me.id FROM (${ownerOf(actor, organizationId)}) owner CROSS JOIN audit_events me INDEXED BY ${sql.identifier(`audit_events_${by}`)} WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY me.id ${sql.raw(newestFirst ? "DESC" : "")} LIMIT ${limit} OFFSET ${offset}`;
}

/** SQL that yields a row if the actor owns the organization. */
export function ownerOf(actor: SQL, organizationId: string): SQL {
  return sql`SELECT 1 WHERE ${mayOnCollection(actor, rootOf(organizationId), "own")}`;
}

/** The smallest id of this time. A UUIDv7 begins with 48 bits of milliseconds. */
export function idAt<K extends IdKind>(kind: K, ms: number): Id<K> {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.min(Math.max(ms, 0), 2 ** 48 - 1)) << 16n);
  return idFromBytes(kind, bytes);
}

/**
 * The root collection of an organization; its owners own the organization. The root is the oldest collection,
 * so the index finds it first.
 */
export function rootOf(organizationId: string | SQL | Column): SQL {
  return sql`(SELECT root.id FROM collections root INDEXED BY collections_organization
    WHERE root.organization_id = ${organizationId} AND root.kind = 'root' LIMIT 1)`;
}
