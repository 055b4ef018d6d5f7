import type { MessageKind } from "../../../domain/message-kind.ts";
import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import type { RequestedVerification } from "../../../domain/verification-mode.ts";
import {
  isAliveAsset,
  isAliveThread,
  isOfOneOrganization,
  mayOnAsset,
  mayOnCollection,
  mayOnPath,
  mayOnThread,
} from "../core/access.ts";
import type { Database, Rows } from "../core/database.ts";
import { citations } from "../schema/threads.ts";
import { citationColumns } from "../threads/thread-view.ts";

/**
 * Pages of an export by their keys, limited to the actor's current read access. Times are integer
 * milliseconds.
 */

/** Subject of the export: an organization, or the contributions of the actor. */
export type Exported =
  | { readonly kind: "organization"; readonly id: Id<"org"> }
  | { readonly kind: "user"; readonly id: Id<"user"> };

function isExportedAsset(actor: SQL, exported: Exported, alias: string): SQL {
  const column = (name: string): SQL => sql.raw(`${alias}.${name}`);
  return exported.kind === "organization"
    ? sql`${column("organization_id")} = ${exported.id}`
    : sql`${column("created_by")} = ${actor}`;
}

export interface Made {
  readonly createdAt: number;
  readonly createdBy: string;
  readonly modifiedAt: number;
  readonly modifiedBy: string;
}

export const made = (alias: string): SQL =>
  sql.raw(
    `${alias}.created_at AS createdAt, ${alias}.created_by AS createdBy, ${alias}.modified_at AS modifiedAt, ${alias}.modified_by AS modifiedBy`,
  );

/** Range of ids after `after`, up to and including `upTo`. */
export interface IdRange {
  readonly after: string;
  /** Last id of the range; null for all remaining ids. */
  readonly upTo: string | null;
  readonly limit: number;
}

export function isInRange(id: SQL, { after, upTo }: IdRange): SQL {
  return upTo === null ? sql`${id} > ${after}` : sql`${id} > ${after} AND ${id} <= ${upTo}`;
}

export function readExportedOrganization({ build }: Database, organizationId: string) {
  return build.all<{
    id: string;
    name: string;
    displayName: string;
    slug: string;
    rootCollectionId: string;
    retentionDays: number;
    createdAt: number;
  }>(
    sql`SELECT o.id, o.name, o.display_name AS displayName, o.slug, o.root_collection_id AS rootCollectionId, o.retention_days AS retentionDays,
      o.created_at AS createdAt FROM organizations o WHERE o.id = ${organizationId}`,
  );
}

export interface CollectionPage {
  readonly rootId: string;
  /** Path of the previous page's last collection; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** Condition for readable active collections in the root's subtree. `from` restricts their paths. */
function belowRoot(actor: SQL, rootId: string, from: SQL): SQL {
  return sql`${from} AND pc.path < ${`${rootId}0`} AND pc.lifecycle_state = 'active' AND ${mayOnPath(actor, sql`pc.path`, "read")}`;
}

export function pageOfCollections({ build }: Database, actor: SQL, { rootId, after, limit }: CollectionPage) {
  return build.all<
    Made & {
      id: string;
      parentId: string | null;
      kind: string;
      label: string;
      description: string;
      icon: string;
      path: string;
    }
  >(sql`SELECT pc.id, pc.parent_id AS parentId, pc.kind, pc.label, pc.description, pc.icon, pc.path, ${made("pc")} FROM collections pc
    WHERE ${belowRoot(actor, rootId, sql`pc.path > ${after ?? rootId}`)} ORDER BY pc.path LIMIT ${limit}`);
}

/** Members with direct grants on these collections. The rules of the member list decide on addresses. */
export function pageOfAccess(
  { build }: Database,
  actor: SQL,
  {
    rootId,
    after,
    limit,
  }: Omit<CollectionPage, "after"> & { readonly after: { readonly path: string; readonly userId: string } },
) {
  const isBehind = sql`pc.path >= ${after.path} AND (pc.path > ${after.path} OR pm.user_id > ${after.userId})`;
  return build.all<{
    path: string;
    collectionId: string;
    userId: string;
    displayName: string;
    email: string;
    actions: string;
  }>(
    sql`SELECT pc.path, pc.id AS collectionId, pm.user_id AS userId, pu.display_name AS displayName, pm.actions,
        iif(pm.shows_address = 1 OR pu.id = ${actor} OR ${isOfOneOrganization(actor, sql`pu.id`)}, pu.email, '') AS email
      FROM collections pc CROSS JOIN collection_members pm ON pm.collection_id = pc.id AND pm.listed = 1 CROSS JOIN users pu ON pu.id = pm.user_id
      WHERE ${belowRoot(actor, rootId, isBehind)} ORDER BY pc.path, pm.user_id LIMIT ${limit}`,
  );
}

export interface ExportedAssetRow extends Made {
  readonly id: Id<"asset">;
  readonly displayName: string;
  readonly originalFileName: string;
  readonly contentType: string;
  readonly creationMethod: string;
  readonly sourceUrl: string;
  readonly lifecycleState: string;
  readonly failureReason: string;
  readonly fileSize: number;
  readonly sha256: string;
  readonly parentId: string | null;
  readonly summary: string;
  /** Encoded as JSON. */
  readonly keywords: string;
  readonly textVersion: string;
  readonly refreshEvery: number;
  /** Encoded as JSON. */
  readonly artifacts: string;
  /** JSON list of the versions of the asset's texts, in order. */
  readonly textVersions: string;
  /** JSON list `{version, key, chunksKey}` of the asset's first texts. */
  readonly texts: string;
  /** Encoded as JSON. */
  readonly collections: string;
  readonly objectKey: string;
  readonly objectEtag: string;
}

/** Texts listed in an asset's row at most. Separate pages contain the remaining texts. */
const TEXTS_PER_ROW = 20;

export function pageOfAssets({ build }: Database, actor: SQL, exported: Exported, range: IdRange) {
  const holders = sql`(SELECT json_group_array(json_object('collectionId', ph.collection_id, 'flags', json(ph.flags))) FROM asset_collections ph
    JOIN collections hc ON hc.id = ph.collection_id AND hc.lifecycle_state = 'active' WHERE ph.asset_id = pa.id AND ${mayOnPath(actor, sql`hc.path`, "read")})`;
  return build.all<ExportedAssetRow>(sql`SELECT pa.id, pa.display_name AS displayName, pa.original_file_name AS originalFileName,
      pa.content_type AS contentType, pa.creation_method AS creationMethod, pa.source_url AS sourceUrl, pa.lifecycle_state AS lifecycleState,
      pa.failure_reason AS failureReason, pa.file_size AS fileSize, pa.sha256, pa.summary, pa.keywords, pa.text_version AS textVersion,
      pa.refresh_every AS refreshEvery, pa.artifacts,
      pa.object_key AS objectKey, pa.object_etag AS objectEtag, ${made("pa")},
      CASE WHEN pa.parent_id IS NOT NULL AND ${mayOnAsset(actor, sql`pa.parent_id`, "read")} THEN pa.parent_id END AS parentId,
      (SELECT json_group_array(ov.version) FROM (SELECT pv.version FROM asset_texts pv WHERE pv.asset_id = pa.id ORDER BY pv.version) ov) AS textVersions,
      (SELECT json_group_array(json_object('version', ot.version, 'key', ot.text_key, 'chunksKey', ot.chunks_key))
        FROM (SELECT pt.* FROM asset_texts pt WHERE pt.asset_id = pa.id ORDER BY pt.version LIMIT ${TEXTS_PER_ROW}) ot) AS texts,
      ${holders} AS collections
    FROM assets pa WHERE ${isExportedAsset(actor, exported, "pa")} AND ${isInRange(sql`pa.id`, range)} AND ${isAliveAsset("pa")}
      AND ${mayOnAsset(actor, sql`pa.id`, "read")} ORDER BY pa.id LIMIT ${range.limit}`);
}

export interface ExportedThreadRow extends Made {
  readonly id: Id<"thread">;
  readonly label: string;
  readonly homeCollectionId: string;
  readonly worldKnowledge: number;
  readonly messageCount: number;
  /** Encoded as JSON. */
  readonly scope: string;
  /** Encoded as JSON. */
  readonly collections: string;
}

/** @param alias alias of a table with `kind` and `target_id` */
function isReadableTarget(actor: SQL, alias: string): SQL {
  const id = sql.raw(`${alias}.target_id`);
  return sql`CASE ${sql.raw(alias)}.kind WHEN 'asset' THEN ${mayOnAsset(actor, id, "read")} ELSE ${mayOnCollection(actor, id, "read")} END`;
}

/** A page of threads. The export of a user contains the threads in which the user wrote messages. */
export function pageOfThreads({ build }: Database, actor: SQL, exported: Exported, range: IdRange) {
  const from =
    exported.kind === "organization"
      ? sql`threads pt WHERE pt.organization_id = ${exported.id} AND ${isInRange(sql`pt.id`, range)}`
      : sql`(SELECT DISTINCT wm.thread_id AS id FROM messages wm WHERE wm.created_by = ${actor} AND ${isInRange(sql`wm.thread_id`, range)}
          ORDER BY wm.thread_id) wrote CROSS JOIN threads pt ON pt.id = wrote.id WHERE true`;
  return build.all<ExportedThreadRow>(sql`SELECT pt.id, pt.label, pt.home_collection_id AS homeCollectionId, pt.world_knowledge AS worldKnowledge,
      pt.message_count AS messageCount, ${made("pt")},
      (SELECT json_group_array(json_object('kind', ps.kind, 'id', ps.target_id)) FROM thread_scope ps WHERE ps.thread_id = pt.id AND ${isReadableTarget(actor, "ps")}) AS scope,
      (SELECT json_group_array(json_object('collectionId', pl.collection_id, 'flags', json(pl.flags))) FROM thread_collections pl
        WHERE pl.thread_id = pt.id AND ${mayOnCollection(actor, sql`pl.collection_id`, "read")}) AS collections
    FROM ${from} AND ${isAliveThread("pt")}
      AND ${mayOnThread(actor, sql`pt.id`, "read")} ORDER BY pt.id LIMIT ${range.limit}`);
}

/** Messages after a position, with their ids within the thread. Citations refer to `rowId`. */
export interface MessagePage {
  readonly threadId: string;
  readonly after: number;
  readonly limit: number;
}

export interface ExportedMessageRow extends Made {
  readonly rowId: string;
  readonly id: string;
  readonly position: number;
  readonly kind: MessageKind;
  readonly content: string;
  /** Encoded as JSON. */
  readonly recipients: string;
  readonly inReplyTo: string | null;
  readonly variant: number | null;
  readonly answerVersion: number | null;
  readonly state: string;
  readonly worldKnowledge: number;
  /** Encoded as JSON. */
  readonly textSuggestions: string;
  readonly model: string;
  readonly verification: RequestedVerification;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly droppedSentences: number;
  /** Encoded as JSON. */
  readonly sentences: string;
  /** Encoded as JSON. */
  readonly passedOver: string;
  readonly askedBy: string | null;
  /** Encoded as JSON. */
  readonly knowledge: string;
  readonly authorName: string;
}

export type ExportedCitationRow = Rows<ReturnType<typeof pageOfMessages>>["citations"][number];

export function pageOfMessages(
  { build }: Database,
  actor: SQL,
  exported: Exported,
  { threadId, after, limit }: MessagePage,
) {
  const isOfPage = (
    alias: string,
  ): SQL => sql`${sql.raw(alias)}.thread_id = ${threadId} AND ${sql.raw(alias)}.position > ${after}
    AND ${mayOnThread(actor, sql`${threadId}`, "read")}`;
  // An owner of the organization sees all names. Other users see names of members of their organizations.
  const knowsName =
    exported.kind === "organization"
      ? sql`true`
      : sql`(eu.id = ${actor} OR ${isOfOneOrganization(actor, sql`eu.id`)})`;
  // Contains only references to files of the same archive.
  const cited = (column: SQL) => sql<
    string | null
  >`(SELECT ${column} FROM assets ca WHERE ca.id = "citations"."asset_id"
    AND ${isExportedAsset(actor, exported, "ca")} AND ${mayOnAsset(actor, sql`ca.id`, "read")})`;
  return {
    messages:
      build.all<ExportedMessageRow>(sql`SELECT em.id AS rowId, em.known_as AS id, em.position, em.kind, em.content, em.recipients,
        (SELECT er.known_as FROM messages er WHERE er.id = em.in_reply_to) AS inReplyTo, em.variant, em.answer_version AS answerVersion, em.state,
        em.world_knowledge AS worldKnowledge, em.text_suggestions AS textSuggestions, em.model, em.verification, ${made("em")},
        em.input_tokens AS inputTokens, em.output_tokens AS outputTokens, em.dropped_sentences AS droppedSentences, em.sentences, em.passed_over AS passedOver,
        em.asked_by AS askedBy, (SELECT json_group_array(json_object('role', ek.role, 'kind', ek.kind, 'grouping', ek.grouping, 'id', ek.target_id))
          FROM answer_scope ek WHERE ek.answer_id = em.id AND ${isReadableTarget(actor, "ek")}) AS knowledge,
        coalesce((SELECT coalesce(em.imported_author, eu.display_name) FROM users eu WHERE eu.id = em.created_by AND ${knowsName}), '') AS authorName
      FROM messages em WHERE ${isOfPage("em")} ORDER BY em.position LIMIT ${limit}`),
    citations: build
      .select({
        ...citationColumns(),
        citedName: cited(sql`ca.display_name`).as("cited_name"),
        citedFile: cited(sql`CASE WHEN ca.object_etag <> '' THEN ca.original_file_name END`).as("cited_file"),
      })
      .from(citations)
      .where(
        sql`${citations.messageId} IN (SELECT pm.id FROM messages pm WHERE ${isOfPage("pm")} ORDER BY pm.position LIMIT ${limit})`,
      )
      .orderBy(citations.messageId, citations.ordinal),
  };
}
