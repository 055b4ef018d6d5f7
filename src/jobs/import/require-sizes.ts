import { MAX_COLLECTIONS_PER_ORGANIZATION } from "../../domain/collection.ts";
import type { ExportedAsset, ExportedMessage, ExportedThread } from "../../domain/export-format.ts";
import { ImportRejected } from "../../domain/import.ts";
import { MAX_CONTENT_CHARS } from "../../domain/message-window.ts";
import { MAX_SCOPE } from "../../storage/d1/threads/scope-changes.ts";

/**
 * Limits for imported records in UTF-16 code units and counts. Lists show many records together, so imported
 * records must stay within the service's own limits.
 */
const MAX_COUNT = {
  /** Eight times the limit for users, because model answers may be longer. */
  content: 8 * MAX_CONTENT_CHARS,
  recipients: 100,
  textSuggestions: 20,
  suggestion: 4_096,
  citations: 500,
  quote: 16_384,
  passedOver: 100,
  sentences: 20_000,
  name: 1_024,
  knowledge: 2 * MAX_SCOPE,
  summary: 32_768,
  keywords: 100,
  keyword: 8_192,
  failureReason: 4_096,
  /** Largest number of versions that fits into a line. No archive has more files. */
  textVersions: 20_000,
  artifacts: 4,
  /** Length of a hexadecimal hash. */
  version: 64,
  sha256: 64,
  collections: MAX_COLLECTIONS_PER_ORGANIZATION,
  flags: 16,
  scope: MAX_SCOPE,
} as const;

/**
 * Limits for numbers that the service adds up. The sums over the largest archive stay within the number
 * ranges of SQLite and JSON.
 */
const MAX_SIZE = {
  position: 1_000_000_000,
  variant: 1_000_000,
  answerVersion: 1_000_000,
  ordinal: 1_000_000,
  grouping: 1_000_000,
  /** Limit of offsets in a text, which exceeds the length of every text (`MAX_ARTIFACT_BYTES`). */
  offset: 1_000_000_000,
  page: 100_000_000,
  tokens: 1_000_000_000,
  droppedSentences: 1_000_000,
  fileSize: 1_000_000_000_000,
} as const;

type Counted = readonly [what: keyof typeof MAX_SIZE, values: readonly (number | null)[]];
type Sized = readonly [what: keyof typeof MAX_COUNT, length: number];

export function requireMessageSize(record: ExportedMessage, place: string): void {
  const {
    content,
    recipients,
    textSuggestions,
    citations,
    passedOver,
    knowledge,
    model,
    authorName,
    sentences,
  } = record;
  requireSizes(place, [
    ["content", content.length],
    ["recipients", recipients.length],
    ["name", longest([...recipients, model, authorName, ...passedOver.map(({ model: other }) => other)])],
    ["textSuggestions", textSuggestions.length],
    ["suggestion", longest(textSuggestions)],
    ["citations", citations.length],
    ["quote", longest(citations.flatMap(({ quote, said }) => [quote, said]))],
    ["passedOver", passedOver.length],
    ["sentences", sentences.length],
    ["knowledge", knowledge.length],
  ]);
  requireNumbers(place, [
    ["position", [record.position]],
    ["variant", [record.variant]],
    ["answerVersion", [record.answerVersion]],
    ["tokens", [record.inputTokens, record.outputTokens]],
    ["droppedSentences", [record.droppedSentences]],
    ["grouping", knowledge.map(({ grouping }) => grouping)],
    [
      "ordinal",
      [...citations.map(({ ordinal }) => ordinal), ...sentences.flatMap(({ ordinals }) => ordinals)],
    ],
    ["offset", [...citations, ...sentences].flatMap(({ start, end }) => [start, end])],
    ["page", citations.map(({ page }) => page)],
  ]);
  if (citations.some(({ start, end }) => end < start || end - start > MAX_COUNT.quote))
    throw new ImportRejected(`${place}: a citation has an invalid end.`);
}

export function requireAssetSize(record: ExportedAsset, place: string): void {
  const { summary, keywords, failureReason, textVersions, artifacts } = record;
  requireSizes(place, [
    ["summary", summary.length],
    ["keywords", keywords.length],
    ["keyword", longest(keywords)],
    ["failureReason", failureReason.length],
    ["textVersions", textVersions.length],
    ["artifacts", artifacts.length],
    ["version", longest([record.textVersion, ...textVersions])],
    ["sha256", record.sha256.length],
    ...linksOf(record),
  ]);
  requireNumbers(place, [
    ["fileSize", [record.fileSize]],
    ["tokens", artifacts.map(({ tokens }) => tokens)],
  ]);
}

export function requireThreadSize(record: ExportedThread, place: string): void {
  requireSizes(place, [["scope", record.scope.length], ...linksOf(record)]);
}

function linksOf({ collections }: Pick<ExportedAsset, "collections">): Sized[] {
  const flags = collections.map((link) => link.flags);
  return [
    ["collections", collections.length],
    ["flags", Math.max(0, ...flags.map((each) => each.length))],
    ["name", longest(flags.flat())],
  ];
}

function requireNumbers(place: string, numbers: readonly Counted[]): void {
  const large = numbers.find(([what, values]) =>
    values.some((value) => Math.abs(value ?? 0) > MAX_SIZE[what]),
  );
  if (large !== undefined)
    throw new ImportRejected(
      `${place}: "${large[0]}" is more than ${MAX_SIZE[large[0]].toLocaleString("en")}.`,
    );
}

function longest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 0);
}

function requireSizes(place: string, sizes: readonly Sized[]): void {
  const large = sizes.find(([what, length]) => length > MAX_COUNT[what]);
  if (large !== undefined)
    throw new ImportRejected(
      `${place}: "${large[0]}" has more than ${MAX_COUNT[large[0]].toLocaleString("en")}.`,
    );
}
