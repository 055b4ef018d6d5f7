import * as z from "zod";
import { effectiveActions, parseGranted } from "../../../domain/access.ts";
import { parseStrings } from "../../../domain/asset.ts";
import { parseLocator } from "../../../domain/locator.ts";
import { storedSupport, SUPPORTS } from "../../../domain/support.ts";
import { etagOf } from "../../../domain/etag.ts";
import type { Context } from "../../../services/context/context.ts";
import { embedderName } from "../../../services/context/embedder-name.ts";
import { publicTokenOf } from "../../../services/threads/internal/public-token.ts";
import { requireThread } from "../../../services/threads/get-thread.ts";
import { countUnprocessed } from "../../../domain/unprocessed-asset.ts";
import { visiblePath } from "../../../domain/collection.ts";
import type { CitationRow, ThreadRows } from "../../../storage/d1/threads/thread-view.ts";
import { assetSummary, presentAssetSummary } from "../assets/asset-summary.ts";
import { bareCollection, presentBareCollection } from "../collections/collection.ts";
import { nullableLocator } from "../fields.ts";
import { idBytes, nullableIdBytes, presentId, presentNullableId } from "../identifier.ts";
import { message, presentMessages } from "./message.ts";
import { people, presentPeople } from "../users/people.ts";
import { metadata, nullableTimestamp, presentMetadata, timestamp } from "../values.ts";

export const scope = z.object({
  assetIDs: z.array(idBytes),
  collectionIDs: z.array(idBytes),
  mentions: z.object({ assets: z.array(z.array(idBytes)), collections: z.array(z.array(idBytes)) }),
  worldKnowledge: z.boolean(),
});

export const citation = z.object({
  assetId: z.string(),
  chunkId: z.string(),
  messageId: z.string(),
  ordinal: z.int().min(1),
  quote: z.string(),
  start: z.int().min(0),
  end: z.int().min(0),
  page: z.int().min(0),
  locator: nullableLocator,
  version: z.string(),
  support: z.enum([...SUPPORTS, ""]).meta({
    description:
      "The support of the citing sentences: the same words, the same statement in other words, unknown to the service, or a contradiction. " +
      'With several sentences the weakest support counts. "": unknown.',
  }),
});

/** An asset that a thread refers to. Guests see only its name, so its timestamps may be null. */
const referredAsset = assetSummary.extend({ createdAt: nullableTimestamp, modifiedAt: nullableTimestamp });

export const shareToken = z.object({
  messageId: nullableIdBytes,
  sharedBy: idBytes,
  tokenId: idBytes,
  publicToken: z.string(),
  shareMethod: z.string(),
  sharedAt: timestamp,
  sharedByDisplayName: z.string(),
  sharedToEmails: z.array(z.string()),
});

export const thread = z.object({
  activeAssets: z.array(assetSummary),
  collectionIDs: z.array(idBytes),
  etag: z.string(),
  label: z.string(),
  lastSeq: z
    .int()
    .min(0)
    .nullable()
    .meta({
      description:
        "The last event that this response contains, for `since` of the events; null without `includeLastSeq=true`. " +
        "Later events may repeat a change that the response contains already.",
    }),
  lifecycleState: z.enum(["active", "deleted"]),
  knowledgeProvenance: z.object({
    assetRef: z.record(z.string(), referredAsset),
    citations: z.record(z.string(), citation),
    collectionRef: z.record(z.string(), bareCollection),
    inScope: scope,
    pendingAssets: z.int().min(0),
  }),
  messages: z.array(message),
  metadata,
  organizationId: idBytes,
  tenantId: idBytes,
  threadId: idBytes,
  people,
  permanentShareToken: z.array(shareToken),
  version: z.int(),
});

/** Presents the rows that the caller may read, with the public token if the caller may share the thread. */
export async function presentThread(ctx: Context, rows: ThreadRows): Promise<z.input<typeof thread>> {
  const link = rows.links[0];
  return presentRows(
    rows,
    embedderName(ctx),
    link !== undefined && mayShare(rows) ? await publicTokenOf(ctx, link) : "",
  );
}

/** @param publicToken token of the active link; "" without a link, or for a viewer who may not share */
function presentRows(rows: ThreadRows, embedder: string | null, publicToken: string): z.input<typeof thread> {
  const row = requireThread(rows);
  const inScope = new Set(
    rows.scope.flatMap((entry) => (entry.kind === "asset" && entry.readable ? [entry.targetId] : [])),
  );
  const collectionIds = scopeCollections(rows);
  const scoped = rows.assets.filter((asset) => inScope.has(asset.id));
  return {
    activeAssets: scoped.map((asset) => presentAssetSummary(asset, embedder)),
    collectionIDs: collectionIds,
    etag: etagOf(row.id, row.version),
    label: row.label,
    lastSeq: null,
    lifecycleState: row.lifecycleState,
    knowledgeProvenance: {
      assetRef: Object.fromEntries(
        rows.assets.map((asset) => [asset.id, presentAssetSummary(asset, embedder)]),
      ),
      citations: presentCitations(rows.citations),
      collectionRef: Object.fromEntries(
        rows.collections.map((entry) => [entry.id, presentBareCollection(entry, visiblePath(entry))]),
      ),
      inScope: {
        assetIDs: scoped.map((asset) => presentId(asset.id)),
        collectionIDs: collectionIds,
        mentions: { assets: mentionGroups(rows, "asset"), collections: mentionGroups(rows, "collection") },
        worldKnowledge: row.worldKnowledge,
      },
      pendingAssets: countUnprocessed(rows.unread),
    },
    messages: presentMessages(rows.messages, rows.citations),
    metadata: presentMetadata(row),
    organizationId: presentId(row.organizationId),
    tenantId: presentId(row.tenantId),
    threadId: presentId(row.id),
    people: presentPeople(rows.people),
    permanentShareToken: presentShareTokens(rows, publicToken),
    version: row.version,
  };
}

/** The readable collections in scope, with the home first. */
function scopeCollections(rows: ThreadRows): number[][] {
  const home = requireThread(rows).homeCollectionId;
  const readable = new Set<string>(rows.collections.map((entry) => entry.id));
  const brought = rows.scope.flatMap((entry) => (entry.kind === "collection" ? [entry.targetId] : []));
  return [home, ...brought].filter((id) => readable.has(id)).map(presentId);
}

/** The distinct groups of mentions. The rows contain only readable targets. */
function mentionGroups({ mentions }: ThreadRows, wanted: "asset" | "collection"): number[][][] {
  const rows = mentions.filter(({ kind }) => kind === wanted);
  const groups = [...Map.groupBy(rows, ({ answerId, grouping }) => `${answerId} ${grouping}`).values()];
  const distinct = new Map(groups.map((group) => [group.map(({ targetId }) => targetId).join(), group]));
  return [...distinct.values()].map((group) => group.map(({ targetId }) => presentId(targetId)));
}

/** Citations by id, without citations of deleted documents. */
export function presentCitations(rows: readonly CitationRow[]): Record<string, z.input<typeof citation>> {
  return Object.fromEntries(
    rows.flatMap((row) => (row.goneName === null ? [[row.id, presentCitation(row)] as const] : [])),
  );
}

function presentCitation(row: CitationRow): z.input<typeof citation> {
  const { assetId, chunkId, messageId, ordinal, quote, start, end, page, textVersion } = row;
  const locator = parseLocator(row.locator, page);
  return {
    assetId,
    chunkId,
    messageId,
    ordinal,
    quote,
    start,
    end,
    page,
    locator,
    version: textVersion,
    support: storedSupport(row),
  };
}

/** Presents the public link. Only viewers who may share see its addresses and token. */
function presentShareTokens(rows: ThreadRows, publicToken: string): z.input<typeof shareToken>[] {
  return rows.links.map((link) => ({
    messageId: presentNullableId(link.messageId),
    sharedBy: presentId(link.sharedBy),
    tokenId: presentId(link.id),
    publicToken,
    shareMethod: link.shareMethod,
    sharedAt: link.sharedAt.toISOString(),
    sharedByDisplayName: link.sharedByDisplayName,
    sharedToEmails: mayShare(rows) ? parseStrings(link.sharedToEmails) : [],
  }));
}

function mayShare(rows: ThreadRows): boolean {
  return effectiveActions(parseGranted(requireThread(rows).granted)).includes("share");
}
