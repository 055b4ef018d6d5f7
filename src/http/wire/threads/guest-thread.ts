import type * as z from "zod";
import { presentNullableString, presentNullableTime } from "../../../domain/asset-summary.ts";
import { etagOf } from "../../../domain/etag.ts";
import { notFound } from "../../../domain/errors.ts";
import type { GuestRows } from "../../../storage/d1/threads/guest-view.ts";
import { presentId } from "../identifier.ts";
import { presentMessages } from "./message.ts";
import { presentCitations, type thread } from "./thread.ts";

/**
 * A thread for guests: label, messages, their quotes, names of cited assets, creation time, and a pseudonym
 * of its creator. All other fields are empty. The etag belongs to the link and never equals that of the full
 * thread.
 */
export function presentGuestThread(rows: GuestRows): z.input<typeof thread> {
  const row = rows.guestThread[0];
  if (row === undefined) throw notFound("thread");
  return {
    activeAssets: [],
    collectionIDs: [],
    etag: etagOf(row.linkId, row.version),
    label: row.label,
    lastSeq: null,
    lifecycleState: row.lifecycleState,
    knowledgeProvenance: {
      assetRef: Object.fromEntries(rows.guestAssets.map((asset) => [asset.id, presentCitedAsset(asset)])),
      citations: presentCitations(rows.guestCitations),
      collectionRef: {},
      inScope: {
        assetIDs: [],
        collectionIDs: [],
        mentions: { assets: [], collections: [] },
        worldKnowledge: row.worldKnowledge,
      },
      pendingAssets: 0,
    },
    messages: presentMessages(
      rows.guestMessages.map((row) => ({ ...row, answerVersion: row.versions })),
      rows.guestCitations,
    ).map((shown) => ({
      ...shown,
      importedAuthor: "",
      passedOver: [],
      recipients: [],
      transformationQueue: [],
    })),
    metadata: {
      createdAt: row.createdAt.toISOString(),
      createdBy: presentId(row.createdBy),
      deletedAt: null,
      deletedBy: null,
      modifiedAt: null,
      modifiedBy: null,
    },
    organizationId: presentId(row.organizationId),
    tenantId: presentId(row.tenantId),
    threadId: presentId(row.id),
    people: {},
    permanentShareToken: [],
    version: row.version,
  };
}

function presentCitedAsset({ id, displayName }: GuestRows["guestAssets"][number]) {
  return {
    contentType: "",
    displayName,
    etag: "",
    id,
    lifecycleState: "",
    organizationId: "",
    originalFilename: "",
    projectId: "",
    summary: "",
    tenantId: "",
    userDisplayName: "",
    userId: "",
    createdAt: null,
    modifiedAt: null,
    deletedAt: presentNullableTime(null),
    processingFailureReason: presentNullableString(""),
    failureCode: "" as const,
    processingStatusText: presentNullableString(""),
    filesize: 0,
    textTokens: 0,
    version: 0,
  };
}
