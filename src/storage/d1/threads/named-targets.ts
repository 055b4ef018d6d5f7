import { sql, type SQL } from "drizzle-orm";
import { isAliveAsset, isWithin, listOf, mayOnAsset, mayOnCollection, mayOnPath } from "../core/access.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { haveArrived } from "../collections/links.ts";
import type { answerScope } from "../schema/threads.ts";
import { threadRootPaths } from "./thread-roots.ts";

/** A target that a prompt names for its answer. */
export type NamedTarget = Pick<typeof answerScope.$inferInsert, "role" | "kind" | "targetId"> & {
  readonly grouping: number;
};

/** Names of the assertions, from which the service derives precise errors. */
export const NAMED = {
  isReadable: "named_is_readable",
  isHere: "named_is_here",
  isShareable: "named_is_shareable",
  hasArrived: "named_has_arrived",
} as const;

/**
 * Asserts that the author may read all named targets, that these belong to the thread's organization, and
 * that named assets are uploaded. Targets other than excluded ones must also be in the thread's scope or
 * shareable by the author. The readability assertion comes first, so an unreadable target looks like a
 * missing one.
 */
export function namedAssertions(
  authorId: string,
  threadId: string,
  named: readonly NamedTarget[],
): Assertion[] {
  if (named.length === 0) return [];
  const me = sql`${authorId}`;
  const organization = sql`(SELECT nt.organization_id FROM threads nt WHERE nt.id = ${threadId})`;
  const all = { collections: idsOf(named, "collection"), assets: idsOf(named, "asset") };
  const used = named.filter(({ role }) => role !== "removed");
  const attached = { collections: listOf(idsOf(used, "collection")), assets: listOf(idsOf(used, "asset")) };
  const unreadable = sql`EXISTS (SELECT 1 FROM ${listOf(all.collections)} wanted
      LEFT JOIN collections wc ON wc.id = wanted.value AND wc.lifecycle_state = 'active'
      WHERE wc.id IS NULL OR NOT ${mayOnPath(me, sql`wc.path`, "read")})
    OR EXISTS (SELECT 1 FROM ${listOf(all.assets)} wanted
      LEFT JOIN assets wa ON wa.id = wanted.value AND ${isAliveAsset("wa")}
      WHERE wa.id IS NULL OR NOT ${mayOnAsset(me, sql`wa.id`, "read")})`;
  const elsewhere = sql`EXISTS (SELECT 1 FROM ${listOf(all.collections)} wanted CROSS JOIN collections wc ON wc.id = wanted.value
      WHERE wc.organization_id <> ${organization})
    OR EXISTS (SELECT 1 FROM ${listOf(all.assets)} wanted CROSS JOIN assets wa ON wa.id = wanted.value WHERE wa.organization_id <> ${organization})`;
  return [
    { name: NAMED.isReadable, holds: sql`NOT (${unreadable})` },
    { name: NAMED.isHere, holds: sql`NOT (${elsewhere})` },
    { name: NAMED.isShareable, holds: isKnownOrShareable(me, threadId, attached) },
    { name: NAMED.hasArrived, holds: haveArrived(idsOf(used, "asset")) },
  ];
}

/**
 * Whether each target is in the thread's scope or the author may share it. Naming another target discloses it
 * to the thread's readers.
 */
function isKnownOrShareable(
  me: SQL,
  threadId: string,
  attached: { readonly collections: SQL; readonly assets: SQL },
): SQL {
  const isBelowRoot = (path: SQL): SQL =>
    sql`EXISTS (SELECT 1 FROM roots WHERE ${isWithin(path, sql`roots.root_path`)})`;
  const isNamedByThread = sql`EXISTS (SELECT 1 FROM thread_scope ks WHERE ks.thread_id = ${threadId} AND ks.kind = 'asset' AND ks.target_id = wanted.value)`;
  const isHeldBelowRoot = sql`EXISTS (SELECT 1 FROM asset_collections kh JOIN collections kc ON kc.id = kh.collection_id AND kc.lifecycle_state = 'active'
    WHERE kh.asset_id = wanted.value AND ${isBelowRoot(sql`kc.path`)})`;
  return sql`NOT EXISTS (WITH roots AS MATERIALIZED (${threadRootPaths(threadId)})
      SELECT 1 FROM ${attached.collections} wanted CROSS JOIN collections wc ON wc.id = wanted.value
      WHERE NOT (${isBelowRoot(sql`wc.path`)} OR ${mayOnPath(me, sql`wc.path`, "share")}))
    AND NOT EXISTS (WITH roots AS MATERIALIZED (${threadRootPaths(threadId)})
      SELECT 1 FROM ${attached.assets} wanted
      WHERE NOT (${isNamedByThread} OR ${isHeldBelowRoot} OR ${mayOnAsset(me, sql`wanted.value`, "share")}))`;
}

/**
 * Whether the user may name the targets of an earlier answer again. Targets that the user cannot read are
 * ignored, because the new answer omits them.
 * @param answerId SQL that yields the id of the earlier answer
 */
export function isCopyShareable(me: SQL, threadId: string, answerId: SQL): SQL {
  const named = (kind: string, mayRead: SQL): SQL => sql`(SELECT cs.target_id AS value FROM answer_scope cs
    WHERE cs.answer_id = ${answerId} AND cs.role IN ('only', 'added', 'mention') AND cs.kind = ${kind} AND ${mayRead})`;
  return isKnownOrShareable(me, threadId, {
    collections: named("collection", mayOnCollection(me, sql`cs.target_id`, "read")),
    assets: named("asset", mayOnAsset(me, sql`cs.target_id`, "read")),
  });
}

/** Stores the prompt's targets for this answer only. */
export function insertNamed(
  { build }: Pick<Database, "build">,
  answerId: string,
  threadId: string,
  named: readonly NamedTarget[],
): Statement[] {
  if (named.length === 0) return [];
  const rows = JSON.stringify(
    named.map(({ role, kind, grouping, targetId }) => [role, kind, grouping, targetId]),
  );
  const column = (at: number): SQL => sql.raw(`json_extract(named.value, '$[${at}]')`);
  return [
    build.run(sql`INSERT INTO answer_scope (answer_id, thread_id, role, kind, grouping, target_id)
      SELECT ${answerId}, ${threadId}, ${column(0)}, ${column(1)}, ${column(2)}, ${column(3)} FROM json_each(${rows}) named`),
  ];
}

function idsOf(named: readonly NamedTarget[], wanted: NamedTarget["kind"]): string[] {
  return [...new Set(named.flatMap(({ kind, targetId }) => (kind === wanted ? [targetId] : [])))];
}
