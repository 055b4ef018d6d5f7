import { MAX_COLLECTIONS_PER_ORGANIZATION } from "../../domain/collection.ts";
import type { AssetRecord, MessageRecord, ThreadRecord } from "../../domain/export-format.ts";
import { ImportRefused } from "../../domain/import.ts";
import { MAX_CONTENT_CHARS } from "../../domain/message-window.ts";
import { MAX_SCOPE } from "../../storage/d1/threads/scope-changes.ts";

/** What is shown of records is read many at once: none of an archive is larger than those that the service makes. In UTF-16 code units, and counts. */
const MOST = {
  /** A model may write more than a person may send. */
  content: 8 * MAX_CONTENT_CHARS,
  recipients: 100,
  textSuggestions: 20,
  suggestion: 4_096,
  citations: 500,
  quote: 16_384,
  passedOver: 100,
  name: 1_024,
  knowledge: 2 * MAX_SCOPE,
  summary: 32_768,
  keywords: 100,
  keyword: 8_192,
  failureReason: 4_096,
  /** As many as go into a line, and no archive has more files. */
  textVersions: 20_000,
  artifacts: 4,
  collections: MAX_COLLECTIONS_PER_ORGANIZATION,
  flags: 16,
  scope: MAX_SCOPE,
} as const;

type Sized = readonly [what: keyof typeof MOST, length: number];

export function requireMessageSize(record: MessageRecord, place: string): void {
  const { content, recipients, textSuggestions, citations, passedOver, knowledge, model, authorName } = record;
  requireSizes(place, [
    ["content", content.length],
    ["recipients", recipients.length],
    ["name", longest([...recipients, model, authorName, ...passedOver.map(({ model: other }) => other)])],
    ["textSuggestions", textSuggestions.length],
    ["suggestion", longest(textSuggestions)],
    ["citations", citations.length],
    ["quote", longest(citations.flatMap(({ quote, said }) => [quote, said]))],
    ["passedOver", passedOver.length],
    ["knowledge", knowledge.length],
  ]);
}

export function requireAssetSize(record: AssetRecord, place: string): void {
  const { summary, keywords, failureReason, textVersions, artifacts } = record;
  requireSizes(place, [
    ["summary", summary.length],
    ["keywords", keywords.length],
    ["keyword", longest(keywords)],
    ["failureReason", failureReason.length],
    ["textVersions", textVersions.length],
    ["artifacts", artifacts.length],
    ...linksOf(record),
  ]);
}

export function requireThreadSize(record: ThreadRecord, place: string): void {
  requireSizes(place, [["scope", record.scope.length], ...linksOf(record)]);
}

function linksOf({ collections }: Pick<AssetRecord, "collections">): Sized[] {
  const flags = collections.map((link) => link.flags);
  return [
    ["collections", collections.length],
    ["flags", Math.max(0, ...flags.map((each) => each.length))],
    ["name", longest(flags.flat())],
  ];
}

function longest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, text.length), 0);
}

function requireSizes(place: string, sizes: readonly Sized[]): void {
  const large = sizes.find(([what, length]) => length > MOST[what]);
  if (large !== undefined) throw new ImportRefused(`${place}: "${large[0]}" has more than ${MOST[large[0]].toLocaleString("en")}.`);
}
