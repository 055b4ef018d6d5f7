import { CONTRACT_KINDS } from "../../../../domain/message-kind.ts";
import * as z from "zod";
import { parseGranted } from "../../../../domain/access.ts";
import {
  ARTIFACT_KINDS,
  MAX_ARTIFACT_BYTES,
  parseArtifacts,
  parseStrings,
} from "../../../../domain/asset.ts";
import {
  type ExportedAccess,
  artifactPath,
  type ExportedAsset,
  exportedAsset,
  type ExportedCitation,
  type ExportedCollection,
  type ExportedMessage,
  exportedMessage,
  originalPath,
  type ExportedThread,
  exportedThread,
  type ExportedUser,
  exportedUser,
} from "../../../../domain/export-format.ts";
import { type DeletedQuote, redact } from "../../../../domain/redact.ts";
import { parseLocator } from "../../../../domain/locator.ts";
import { parseSentences, storedSupport } from "../../../../domain/support.ts";
import type {
  ExportedAssetRow,
  ExportedCitationRow,
  ExportedMessageRow,
  ExportedThreadRow,
  pageOfAccess,
  pageOfCollections,
} from "../../../../storage/d1/service/export-pages.ts";
import type { ExportedUserRow } from "../../../../storage/d1/service/exported-user.ts";

type Made = Pick<ExportedAssetRow, "createdAt" | "createdBy" | "modifiedAt" | "modifiedBy">;

const iso = (ms: number): string => new Date(ms).toISOString();

const madeOf = ({ createdAt, createdBy, modifiedAt, modifiedBy }: Made) => ({
  createdAt: iso(createdAt),
  createdBy,
  modifiedAt: iso(modifiedAt),
  modifiedBy,
});

const storedTexts = z.array(z.object({ version: z.string(), key: z.string(), chunksKey: z.string() }));
export type StoredText = z.output<typeof storedTexts>[number];

/** Returns the bucket keys of the stored text versions of an asset and of their passages. */
export function textsOfRecord({ texts }: ExportedAssetRow): z.output<typeof storedTexts> {
  return storedTexts.parse(JSON.parse(texts));
}

/** Returns the artifacts of an asset with their bucket keys. Omits the extracted text. */
export function artifactsOf({ id, artifacts }: ExportedAssetRow) {
  const stored = parseArtifacts(artifacts);
  return ARTIFACT_KINDS.flatMap((kind) =>
    stored[kind] === undefined ? [] : [{ kind, file: artifactPath(id, kind), ...stored[kind] }],
  );
}

/**
 * Returns the maximum number of an asset's files besides the original, and their maximum size without texts.
 */
export function archiveCostOf(row: ExportedAssetRow): { readonly reads: number; readonly bytes: number } {
  const artifacts = artifactsOf(row);
  const made = artifacts.reduce((sum, { range }) => sum + (range?.length ?? MAX_ARTIFACT_BYTES), 0);
  return { reads: 2 * parseStrings(row.textVersions).length + artifacts.length, bytes: row.fileSize + made };
}

export function hasOriginal({ objectEtag, lifecycleState }: ExportedAssetRow): boolean {
  return objectEtag !== "" && lifecycleState !== "uploading";
}

const moment = z.number().transform(iso);
const exportedLists = {
  addresses: exportedUser.shape.addresses,
  emails: z.array(exportedUser.shape.emails.element.extend({ verifiedAt: moment.nullable() })),
  identities: z.array(exportedUser.shape.identities.element.extend({ createdAt: moment })),
  organizations: exportedUser.shape.organizations,
  apiKeys: z.array(
    exportedUser.shape.apiKeys.element.extend({
      createdAt: moment,
      expiresAt: moment,
      lastUsedAt: moment.nullable(),
      revokedAt: moment.nullable(),
    }),
  ),
};

export function toExportedUser(row: ExportedUserRow): ExportedUser {
  return {
    ...row,
    createdAt: iso(row.createdAt),
    addresses: exportedLists.addresses.parse(JSON.parse(row.addresses)),
    emails: exportedLists.emails.parse(JSON.parse(row.emails)),
    identities: exportedLists.identities.parse(JSON.parse(row.identities)),
    organizations: exportedLists.organizations.parse(JSON.parse(row.organizations)),
    apiKeys: exportedLists.apiKeys.parse(JSON.parse(row.apiKeys)),
  };
}

export function toExportedCollection(
  row: Awaited<ReturnType<typeof pageOfCollections>>[number],
): ExportedCollection {
  const { id, parentId, kind, label, description, icon } = row;
  return { id, parentId, kind: kind as ExportedCollection["kind"], label, description, icon, ...madeOf(row) };
}

export function toExportedAccess({
  collectionId,
  userId,
  displayName,
  email,
  actions,
}: Awaited<ReturnType<typeof pageOfAccess>>[number]): ExportedAccess {
  return {
    collectionId,
    userId,
    displayName,
    email,
    actions: [...new Set(parseGranted(actions))].toSorted(),
  };
}

export function toExportedAsset(row: ExportedAssetRow): ExportedAsset {
  const {
    texts: _texts,
    textVersions,
    artifacts: _artifacts,
    objectKey: _key,
    objectEtag: _etag,
    keywords,
    collections,
    creationMethod,
    lifecycleState,
    ...fields
  } = row;
  return {
    ...fields,
    ...madeOf(row),
    creationMethod: creationMethod as ExportedAsset["creationMethod"],
    lifecycleState: lifecycleState as ExportedAsset["lifecycleState"],
    keywords: parseStrings(keywords),
    artifacts: artifactsOf(row).map(({ kind, file, tokens }) => ({ kind, file, tokens })),
    textVersions: parseStrings(textVersions),
    original: hasOriginal(row) ? originalPath(row.id, row.originalFileName) : null,
    collections: exportedAsset.shape.collections.parse(JSON.parse(collections)),
  };
}

export function toExportedThread(row: ExportedThreadRow): ExportedThread {
  return {
    ...row,
    ...madeOf(row),
    worldKnowledge: row.worldKnowledge === 1,
    scope: exportedThread.shape.scope.parse(JSON.parse(row.scope)),
    collections: exportedThread.shape.collections.parse(JSON.parse(row.collections)),
  };
}

/** Returns a message with its citations. Redacts quotes and names of deleted documents, as in every view. */
export function toExportedMessage(
  row: ExportedMessageRow,
  citations: readonly ExportedCitationRow[],
): ExportedMessage {
  const {
    rowId: _row,
    recipients,
    textSuggestions,
    kind,
    state,
    content,
    worldKnowledge,
    sentences,
    passedOver,
    knowledge,
    ...fields
  } = row;
  const gone = citations.flatMap(({ goneName, quote, said }) =>
    goneName === null ? [] : [{ displayName: goneName, quote, said }],
  );
  return {
    ...fields,
    ...madeOf(row),
    kind: CONTRACT_KINDS[kind],
    state: state as ExportedMessage["state"],
    content: gone.length === 0 ? content : redact(content, gone),
    recipients: parseStrings(recipients),
    textSuggestions: gone.length === 0 ? parseStrings(textSuggestions) : [],
    worldKnowledge: worldKnowledge === 1,
    sentences: gone.length === 0 ? parseSentences(sentences) : [],
    passedOver: exportedMessage.shape.passedOver.parse(JSON.parse(passedOver)),
    knowledge: exportedMessage.shape.knowledge.parse(JSON.parse(knowledge)),
    citations: citations
      .filter(({ goneName }) => goneName === null)
      .map((citation) => citationOf(citation, gone)),
  };
}

/**
 * Returns a citation. A sentence of the answer may cite several documents. The export redacts the sentence as
 * soon as one of them is deleted.
 */
function citationOf(row: ExportedCitationRow, gone: readonly DeletedQuote[]): ExportedCitation {
  const { id, ordinal, assetId, textVersion, chunkId, start, end, page, locator, quote } = row;
  const said = gone.length === 0 ? row.said : redact(row.said, gone);
  const place = { assetId, textVersion, chunkId, start, end, page, locator: parseLocator(locator, page) };
  return { id, ordinal, ...place, quote, said, support: storedSupport(row) };
}
