import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import type { Page } from "../../../domain/page.ts";
import { MAX_THREAD_HITS } from "../../../domain/thread-query.ts";
import { idsAlong, isAliveThread, listOf, mayOnPath, mayOnThread } from "../core/access.ts";
import type { Database } from "../core/database.ts";
import { citations } from "../schema/threads.ts";
import { MAX_ORGANIZATIONS, organizationsOf } from "../search/searchable-organizations.ts";
import { citationColumns } from "./thread-view.ts";

/** Row ids of a thread in `thread_words`. Slot 0 is the title, slot n the message at position n. */
const SLOTS = sql.raw("262144");

export interface ThreadSearch extends Page {
  /** FTS5 query. */
  readonly match: string;
  /** Searches these collections and their subtrees. If empty, searches everything that the actor may read. */
  readonly collectionIds: readonly string[];
}

export interface FoundThreads {
  /** JSON array of `[thread id, slots]`, the slots in descending order. */
  readonly page: string;
  /** Number of readable threads that match. */
  readonly count: number;
  /** Number of examined rows; more than `MAX_THREAD_HITS` if some were not examined. */
  readonly seen: number;
  /** Number of organizations; more than `MAX_ORGANIZATIONS` if some were not searched. */
  readonly organizations: number;
}

/**
 * A page of readable threads whose title or messages match: matching titles first, then the newest change. The
 * caller checks access to the given collections.
 */
export function findThreadsByWords({ build }: Database, actor: SQL, search: ThreadSearch) {
  const { collectionIds, match, limit, offset } = search;
  const end = MAX_THREAD_HITS + 1;
  const numberOf = (which: string): SQL =>
    sql`(SELECT ${sql.raw(which)}(known.id) FROM thread_numbers known WHERE known.organization_id = place.id)`;
  return build.all<FoundThreads>(sql`WITH RECURSIVE ${organizationsOf(actor)},
      place(id) AS MATERIALIZED (${collectionIds.length === 0 ? EVERYWHERE : organizationsOfNamed(collectionIds)} LIMIT ${MAX_ORGANIZATIONS + 1}),
      span(low, high) AS MATERIALIZED (SELECT ${numberOf("min")} * ${SLOTS}, (${numberOf("max")} + 1) * ${SLOTS} - 1 FROM place),
      hit(at) AS MATERIALIZED (SELECT one.value FROM span CROSS JOIN json_each((SELECT json_group_array(newest.at)
        FROM (SELECT words.rowid AS at FROM thread_words words WHERE words.thread_words MATCH ${match}
          AND words.rowid BETWEEN span.low AND span.high ORDER BY words.rowid DESC LIMIT ${end}) newest)) one LIMIT ${end}),
      named(id, slots, is_named) AS MATERIALIZED (SELECT known.thread_id, json_group_array(hit.at % ${SLOTS}), min(hit.at % ${SLOTS}) = 0
        FROM hit CROSS JOIN thread_numbers known ON known.id = hit.at / ${SLOTS} GROUP BY known.id),
      held AS MATERIALIZED (SELECT th.id, th.modified_at, named.slots, named.is_named,
          (SELECT json_group_array(tp.collection_id) FROM thread_places tp WHERE tp.thread_id = th.id) AS places
        FROM named CROSS JOIN threads th ON th.id = named.id AND ${isAliveThread("th")}
        CROSS JOIN collections home ON home.id = th.home_collection_id AND home.lifecycle_state = 'active'),
      open(id) AS MATERIALIZED (SELECT oc.id FROM (SELECT DISTINCT one.value AS id FROM held CROSS JOIN json_each(held.places) one) holder
        CROSS JOIN collections oc ON oc.id = holder.id AND oc.lifecycle_state = 'active'
        WHERE ${mayOnPath(sql`(SELECT id FROM me)`, sql`oc.path`, "read")} AND ${isBelowOneOf(collectionIds, sql`oc.path`)}),
      may AS MATERIALIZED (SELECT * FROM held WHERE EXISTS (SELECT 1 FROM json_each(held.places) one WHERE one.value IN (SELECT id FROM open)))
    SELECT (SELECT count(*) FROM may) AS count, (SELECT count(*) FROM hit) AS seen, (SELECT count(*) FROM place) AS organizations,
      (SELECT json_group_array(json_array(id, json(slots))) FROM (SELECT id, slots FROM may ORDER BY is_named DESC, modified_at DESC, id LIMIT ${limit} OFFSET ${offset})) AS page`);
}

const EVERYWHERE = sql`SELECT found.id FROM found ORDER BY found.own DESC, found.id`;

function organizationsOfNamed(collectionIds: readonly string[]): SQL {
  return sql`SELECT DISTINCT nc.organization_id FROM ${listOf(collectionIds)} named CROSS JOIN collections nc ON nc.id = named.value
    WHERE ${mayOnPath(sql`(SELECT id FROM me)`, sql`nc.path`, "read")}`;
}

function isBelowOneOf(collectionIds: readonly string[], path: SQL): SQL {
  if (collectionIds.length === 0) return sql`true`;
  return sql`EXISTS (SELECT 1 FROM ${idsAlong(path)} above WHERE above.value IN (SELECT value FROM ${listOf(collectionIds)}))`;
}

/** A message of a hit: the one at the position, or its question. */
export interface FoundMessage {
  readonly threadId: Id<"thread">;
  readonly position: number;
  /** 1 for the question of an answer. */
  readonly isQuestion: 0 | 1;
  /** Id of the row, which citations name. */
  readonly rowId: Id<"msg">;
  readonly messageId: Id<"msg">;
  readonly content: string;
  readonly createdBy: Id<"user">;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface FoundThread {
  readonly id: Id<"thread">;
  readonly label: string;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
  /** JSON array of the readable collections that list the thread. */
  readonly places: string;
}

/**
 * The threads among these that the actor may read now, their messages at these positions with their questions,
 * and the citations of these messages.
 */
export function selectFoundThreads(
  { build }: Database,
  actor: SQL,
  targets: readonly { readonly threadId: string; readonly positions: readonly number[] }[],
) {
  const pairs = targets.flatMap(({ threadId, positions }) => positions.map((at) => [threadId, at]));
  const shown = sql`json_each(${JSON.stringify(pairs)}) pair CROSS JOIN messages shown
    ON shown.thread_id = pair.value ->> 0 AND shown.position = pair.value ->> 1 AND shown.kind = 'text' AND shown.state <> 'pending'`;
  const columns = (message: string, isQuestion: 0 | 1): SQL => {
    const of = (column: string): SQL => sql.raw(`${message}.${column}`);
    return sql`shown.thread_id AS "threadId", shown.position AS position, ${sql.raw(String(isQuestion))} AS "isQuestion", ${of("id")} AS "rowId",
      ${of("known_as")} AS "messageId", ${of("content")} AS content, ${of("created_by")} AS "createdBy", ${of("created_at")} AS "createdAt"`;
  };
  return {
    threads: build.all<FoundThread>(sql`SELECT th.id AS id, th.label AS label, th.modified_at AS "modifiedAt",
        (SELECT json_group_array(tp.collection_id) FROM thread_places tp CROSS JOIN collections pc ON pc.id = tp.collection_id
          AND pc.lifecycle_state = 'active' WHERE tp.thread_id = th.id AND ${mayOnPath(actor, sql`pc.path`, "read")}) AS places
      FROM ${listOf(targets.map(({ threadId }) => threadId))} wanted CROSS JOIN threads th ON th.id = wanted.value
      WHERE ${mayOnThread(actor, sql`th.id`, "read")}`),
    messages: build.all<FoundMessage>(sql`SELECT ${columns("shown", 0)} FROM ${shown}
      UNION ALL SELECT ${columns("asked", 1)} FROM ${shown} CROSS JOIN messages asked ON asked.id = shown.in_reply_to`),
    citations: build
      .select(citationColumns())
      .from(citations)
      .where(sql`${citations.messageId} IN (SELECT shown.id FROM ${shown})`)
      .orderBy(citations.messageId, citations.ordinal),
  };
}
