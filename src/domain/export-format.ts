import { CONTRACT_KIND_VALUES } from "./message-kind.ts";
import * as z from "zod";
import { ARTIFACT_KINDS, type ArtifactKind } from "./asset.ts";
import { sanitizeName } from "./sanitize-name.ts";
import { ID_KINDS, type IdKind } from "./ids.ts";
import { passedOver } from "./events.ts";
import { locator } from "./locator.ts";
import { answerSentence, SUPPORTS } from "./support.ts";
import { REQUESTED_VERIFICATIONS } from "./verification-mode.ts";

/** Name of the export format. Importers reject archives of other formats and versions. */
export const EXPORT_FORMAT = "knowledge-workspace-export";
export const EXPORT_VERSION = 2;

/**
 * Maximum number of objects and pages to read for one part. The platform limits a request to 10,000
 * subrequests.
 */
export const READS_PER_PART = 8_000;
/**
 * Maximum size of the originals in a part, in bytes. The service computes a checksum of each byte, and a
 * request has 30 seconds of CPU time. With its texts, a part must stay below 1 GB, the limit for an upload.
 */
export const BYTES_PER_PART = 400_000_000;
/** Maximum number of missing files that the manifest names. It counts all of them. */
export const MISSING_NAMED = 1_000;

const idOf = (kind: IdKind) => z.string().regex(new RegExp(`^${kind}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
const anyId = z.string().regex(new RegExp(`^(?:${ID_KINDS.join("|")})_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
const timestamp = z.iso.datetime();
const made = {
  createdAt: timestamp,
  createdBy: idOf("user"),
  modifiedAt: timestamp,
  modifiedBy: idOf("user"),
};
const count = z.int().min(0);

/** A line of `organization.jsonl`. */
export const exportedOrganization = z.object({
  id: idOf("org"),
  name: z.string(),
  displayName: z.string(),
  slug: z.string(),
  rootCollectionId: idOf("col"),
  retentionDays: count,
  createdAt: timestamp,
});

/**
 * A line of `user.jsonl`, which replaces `organization.jsonl` in the export of a user. Contains the user's
 * API keys without their secrets.
 */
export const exportedUser = z.object({
  id: idOf("user"),
  displayName: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  phoneticName: z.string(),
  email: z.string(),
  locale: z.string(),
  pictureUrl: z.string(),
  addresses: z.array(z.record(z.string(), z.string())),
  emails: z.array(z.object({ email: z.string(), type: z.string(), verifiedAt: timestamp.nullable() })),
  identities: z.array(z.object({ issuer: z.string(), subject: z.string(), createdAt: timestamp })),
  organizations: z.array(
    z.object({ id: idOf("org"), displayName: z.string(), rootCollectionId: idOf("col") }),
  ),
  apiKeys: z.array(
    z.object({
      id: idOf("key"),
      name: z.string(),
      actions: z.array(z.string()),
      collectionIds: z.array(idOf("col")),
      createdAt: timestamp,
      expiresAt: timestamp,
      lastUsedAt: timestamp.nullable(),
      revokedAt: timestamp.nullable(),
    }),
  ),
  createdAt: timestamp,
});

/**
 * A line of `collections.jsonl`, parents before children. The export of a user contains the collections on
 * which the user has grants, ordered by id.
 */
export const exportedCollection = z.object({
  id: idOf("col"),
  parentId: idOf("col").nullable(),
  kind: z.enum(["root", "favorites", "organization", "personal", "collection"]),
  label: z.string(),
  description: z.string(),
  icon: z.string(),
  ...made,
});

/** A line of `access.jsonl`. Lists the grants on the collection itself, not inherited ones. */
export const exportedAccess = z.object({
  collectionId: idOf("col"),
  userId: idOf("user"),
  displayName: z.string(),
  email: z.string().meta({ description: "Empty if the collection's access list hides it." }),
  actions: z.array(z.enum(["read", "chat", "write", "share", "own"])),
});

/** A line of `assets.jsonl`. The export of a user contains the assets that the user created. */
export const exportedAsset = z.object({
  id: idOf("asset"),
  displayName: z.string(),
  originalFileName: z.string(),
  contentType: z.string(),
  creationMethod: z.enum(["upload", "paste", "url", "record"]),
  sourceUrl: z.string(),
  lifecycleState: z.enum(["uploading", "uploaded", "processing", "ready", "failed"]),
  failureReason: z.string(),
  fileSize: count,
  sha256: z.string(),
  parentId: idOf("asset").nullable(),
  summary: z.string(),
  keywords: z.array(z.string()),
  textVersion: z.string().meta({ description: "The version of the current text; empty without one." }),
  textVersions: z.array(z.string()).meta({
    description:
      "Each version is the SHA-256 of `texts/{id}/{version}.txt`; `{version}.chunks.json` has the passages of that text.",
  }),
  artifacts: z.array(z.object({ kind: z.enum(ARTIFACT_KINDS), file: z.string(), tokens: count })).meta({
    description: "Derived documents, by the service or a processor, with their paths in the archive.",
  }),
  refreshEvery: count.meta({
    description: "For a page: seconds between two fetches; 0: no scheduled fetches.",
  }),
  original: z
    .string()
    .nullable()
    .meta({ description: "The path of the bytes in the archive; null before they arrive." }),
  collections: z.array(z.object({ collectionId: idOf("col"), flags: z.array(z.string()) })),
  ...made,
});

/** A readable collection or asset in the scope of a thread or question. */
const target = z.object({ kind: z.enum(["collection", "asset"]), id: anyId });

/**
 * A line of `threads.jsonl`. The export of a user contains the threads in which the user wrote. The messages
 * are in `threads/{id}.jsonl`.
 */
export const exportedThread = z.object({
  id: idOf("thread"),
  label: z.string(),
  homeCollectionId: idOf("col"),
  worldKnowledge: z.boolean(),
  messageCount: count,
  scope: z.array(target),
  collections: z.array(z.object({ collectionId: idOf("col"), flags: z.array(z.string()) })),
  ...made,
});

/**
 * A citation. `quote` is the text from `start` to `end` (exclusive) in this version of the asset's text, in
 * UTF-16 code units.
 */
export const exportedCitation = z.object({
  id: idOf("cite"),
  ordinal: z.int().min(1),
  assetId: idOf("asset"),
  textVersion: z.string(),
  chunkId: z.string().meta({ description: "The passage of that text with the quote." }),
  start: count,
  end: count,
  page: count,
  locator: locator.nullable(),
  quote: z.string(),
  said: z.string().meta({
    description:
      "The answer's sentences that paraphrase the quote, one a line; empty if the answer has the quote itself.",
  }),
  support: z
    .enum([...SUPPORTS, ""])
    .meta({ description: "The support of the citing sentence by the quote; empty if unknown." }),
});

/**
 * A line of `threads/{id}.jsonl`, in the order of the thread. An answer version that is not selected has a
 * negative position.
 */
export const exportedMessage = z.object({
  id: idOf("msg"),
  position: z.int(),
  kind: z.enum(CONTRACT_KIND_VALUES),
  content: z.string(),
  recipients: z.array(z.string()),
  inReplyTo: idOf("msg").nullable(),
  variant: z.int().nullable(),
  answerVersion: z.int().nullable(),
  state: z.enum(["pending", "done", "failed", "cancelled"]),
  worldKnowledge: z.boolean(),
  textSuggestions: z.array(z.string()),
  model: z.string(),
  verification: z
    .enum(REQUESTED_VERIFICATIONS)
    .default("")
    .meta({ description: "The verification that the question requested; empty: the operator's." }),
  inputTokens: count,
  outputTokens: count,
  droppedSentences: count.meta({ description: "Number of sentences that strict verification dropped." }),
  /** The marked parts of `content`. Empty if a cited document is deleted. */
  sentences: z.array(answerSentence).default([]),
  passedOver: z
    .array(passedOver)
    .meta({ description: "Models that failed before `model`, with the reason." }),
  askedBy: idOf("user")
    .nullable()
    .meta({ description: "The user who requested this version; null: the author of the question." }),
  knowledge: z
    .array(target.extend({ role: z.enum(["only", "added", "removed", "mention"]), grouping: count }))
    .meta({
      description: "For an answer: the scope of its question. Mentions with one `grouping` belong together.",
    }),
  authorName: z.string(),
  citations: z.array(exportedCitation),
  ...made,
});

/** `manifest.json`, the last file of an archive. An archive without it is incomplete. */
export const exportManifest = z.object({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal(EXPORT_VERSION),
  of: z.object({ kind: z.enum(["organization", "user"]), id: anyId }),
  startedAt: timestamp,
  completedAt: timestamp,
  after: anyId.nullable().meta({ description: "The parameter `after` of the request." }),
  next: anyId.nullable().meta({ description: "`after` of the next part; null: this is the last one." }),
  counts: z.record(z.string(), count),
  missing: z
    .array(z.object({ assetId: idOf("asset"), file: z.string() }))
    .meta({ description: `Unreadable files, at most ${MISSING_NAMED}; \`counts.missing\` counts all.` }),
});

export type ExportedOrganization = z.output<typeof exportedOrganization>;
export type ExportedUser = z.output<typeof exportedUser>;
export type ExportedCollection = z.output<typeof exportedCollection>;
export type ExportedAccess = z.output<typeof exportedAccess>;
export type ExportedAsset = z.output<typeof exportedAsset>;
export type ExportedThread = z.output<typeof exportedThread>;
export type ExportedCitation = z.output<typeof exportedCitation>;
export type ExportedMessage = z.output<typeof exportedMessage>;
export type ExportManifest = z.output<typeof exportManifest>;

const NAME_MAX_CHARS = 100;
/** Characters that some file systems treat as separators or reject. */
const UNSAFE = /[\\/:*?"<>|]/g;

/**
 * Returns the path of an asset's bytes in an archive. Each asset has its own folder, and the file name
 * contains no path separators.
 */
export function originalPath(assetId: string, fileName: string): string {
  const name = sanitizeName(fileName.toWellFormed()).replace(UNSAFE, "_");
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? "";
  const stem = name
    .slice(0, name.length - ending.length)
    .slice(0, NAME_MAX_CHARS)
    .toWellFormed();
  const safe = `${stem}${ending}`.replace(/^[. ]|[. ]$/g, "_");
  return `originals/${assetId}/${safe === "" ? "file" : safe}`;
}

const ARTIFACT_ENDINGS: Readonly<Record<ArtifactKind, string>> = {
  html: "html",
  markdown: "md",
  transcription: "txt",
  text: "txt",
};

export function artifactPath(assetId: string, kind: ArtifactKind): string {
  return `artifacts/${assetId}/${kind}.${ARTIFACT_ENDINGS[kind]}`;
}

/** Returns the path of the passage map of a text. The map contains the passage offsets by citation id. */
export function chunksPath(assetId: string, version: string): string {
  return `texts/${assetId}/${version}.chunks.json`;
}

export function textPath(assetId: string, version: string): string {
  return `texts/${assetId}/${version}.txt`;
}
