import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportManifest,
  type ExportedThread,
} from "../../../../domain/export-format.ts";
import { exportSchema } from "../../../../domain/export-schema.ts";
import type { Id } from "../../../../domain/ids.ts";
import type {
  ExportedAssetRow,
  ExportedCitationRow,
  ExportedMessageRow,
  ExportedThreadRow,
  IdRange,
} from "../../../../storage/d1/service/export-pages.ts";
import { assetFiles, type OpenObject } from "./asset-files.ts";
import type { ExportPart } from "./export-part.ts";
import {
  toExportedAccess,
  toExportedAsset,
  toExportedCollection,
  archiveCostOf,
  toExportedMessage,
  toExportedThread,
} from "./records.ts";
import { messageMarkdown, threadHeading } from "./message-markdown.ts";
import type { ArchiveFile } from "./zip-stream.ts";
import type { ExportedAccessRow, ExportedCollectionRow, ExportSource, MessageRows } from "./export-source.ts";

export interface ExportRequest {
  /** Last asset or thread of the previous part. Null for the first part. */
  readonly after: Id<"asset"> | Id<"thread"> | null;
  readonly startedAt: Date;
}

const PAGE_ROWS = 200;
/** Number of messages per page. A message has at most 96 KiB. */
const PAGE_MESSAGES = 50;
const BEFORE_ALL = -Number.MAX_SAFE_INTEGER;

/**
 * Yields the files of an archive in order. Reads each file only after the consumer has read the one before.
 */
export async function* archiveFiles(
  source: ExportSource,
  part: ExportPart,
  request: ExportRequest,
  open: OpenObject,
): AsyncGenerator<ArchiveFile> {
  const { after, startedAt } = request;
  const file = (name: string, input: ArchiveFile["input"]): ArchiveFile => ({
    name,
    input,
    lastModified: startedAt,
  });
  yield file("schema.json", `${JSON.stringify(exportSchema(), null, 2)}\n`);
  if (after === null) {
    yield file(source.head.file, lineOf(source.head.record));
    yield file("collections.jsonl", collectionLines(source, part));
    yield file("access.jsonl", accessLines(source, part));
  }
  const reached: Reached = { last: null, isCut: false };
  if (after === null || after.startsWith("asset_")) {
    yield file("assets.jsonl", assetLines(source, part, after ?? "", reached));
    if (reached.last !== null)
      yield* filesOfAssets(source, part, { after: after ?? "", upTo: reached.last }, open);
  }
  let next = reached.isCut ? reached.last : null;
  if (!reached.isCut) {
    const [begin, shown]: [string, Reached] = [
      after?.startsWith("thread_") === true ? after : "",
      { last: null, isCut: false },
    ];
    yield file("threads.jsonl", threadLines(source, part, begin, shown));
    if (shown.last !== null)
      yield* filesOfThreads(source, part, { after: begin, upTo: shown.last }, startedAt);
    if (shown.isCut) next = shown.last ?? reached.last;
  }
  const ends = { startedAt: startedAt.toISOString(), completedAt: new Date().toISOString(), after, next };
  const manifest = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    of: source.of,
    ...ends,
    ...part.counted(),
  } as const;
  yield file("manifest.json", `${JSON.stringify(manifest satisfies ExportManifest, null, 2)}\n`);
}

/** Last record of this part, and true if more records follow. */
interface Reached {
  last: string | null;
  isCut: boolean;
}

const lineOf = (record: object): string => `${JSON.stringify(record)}\n`;

/**
 * Yields all pages of a query.
 * @param read reads the rows after the last row of the previous page
 */
async function* pages<R>(
  limit: number,
  read: (last: R | null) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[]> {
  for (let last: R | null = null; ;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? null;
    if (rows.length < limit) return;
  }
}

async function* collectionLines(source: ExportSource, part: ExportPart): AsyncGenerator<string> {
  const read = async (last: ExportedCollectionRow | null) =>
    await source.collections({ after: last?.path ?? null, limit: PAGE_ROWS });
  for await (const rows of pages(PAGE_ROWS, read)) {
    part.take(1, 0);
    part.count("collections", rows.length);
    yield rows.map((row) => lineOf(toExportedCollection(row))).join("");
  }
}

async function* accessLines(source: ExportSource, part: ExportPart): AsyncGenerator<string> {
  const read = async (last: ExportedAccessRow | null) =>
    await source.access({ after: last, limit: PAGE_ROWS });
  for await (const rows of pages(PAGE_ROWS, read)) {
    part.take(1, 0);
    part.count("access", rows.length);
    yield rows.map((row) => lineOf(toExportedAccess(row))).join("");
  }
}

/** Yields the lines of as many assets as fit the part, with their files. */
async function* assetLines(
  source: ExportSource,
  part: ExportPart,
  after: string,
  reached: Reached,
): AsyncGenerator<string> {
  const read = async (last: ExportedAssetRow | null) =>
    await source.assets({ after: last?.id ?? after, upTo: null, limit: PAGE_ROWS });
  for await (const rows of pages(PAGE_ROWS, read)) {
    const cut = rows.findIndex((row) => !fits(part, row));
    const fitting = cut < 0 ? rows : rows.slice(0, cut);
    reached.last = fitting.at(-1)?.id ?? reached.last;
    reached.isCut = cut >= 0;
    part.count("assets", fitting.length);
    if (fitting.length > 0) yield fitting.map((row) => lineOf(toExportedAsset(row))).join("");
    if (cut >= 0) return;
  }
}

function fits(part: ExportPart, row: ExportedAssetRow): boolean {
  const { reads, bytes } = archiveCostOf(row);
  return part.take(1 + reads, bytes);
}

async function* filesOfAssets(
  source: ExportSource,
  part: ExportPart,
  { after, upTo }: Omit<IdRange, "limit">,
  open: OpenObject,
): AsyncGenerator<ArchiveFile> {
  const read = async (last: ExportedAssetRow | null) =>
    await source.assets({ after: last?.id ?? after, upTo, limit: PAGE_ROWS });
  for await (const rows of pages(PAGE_ROWS, read))
    for (const row of rows) yield* assetFiles(source, row, part, open);
}

async function* threadLines(
  source: ExportSource,
  part: ExportPart,
  after: string,
  reached: Reached,
): AsyncGenerator<string> {
  const read = async (last: ExportedThreadRow | null) =>
    await source.threads({ after: last?.id ?? after, upTo: null, limit: PAGE_ROWS });
  for await (const rows of pages(PAGE_ROWS, read)) {
    // The export reads each thread twice: once for JSON and once for Markdown.
    const cut = rows.findIndex(
      ({ messageCount }) => !part.take(2 + 2 * Math.ceil(messageCount / PAGE_MESSAGES), 0),
    );
    const fitting = cut < 0 ? rows : rows.slice(0, cut);
    reached.last = fitting.at(-1)?.id ?? reached.last;
    reached.isCut = cut >= 0;
    part.count("threads", fitting.length);
    if (fitting.length > 0) yield fitting.map((row) => lineOf(toExportedThread(row))).join("");
    if (cut >= 0) return;
  }
}

async function* filesOfThreads(
  source: ExportSource,
  part: ExportPart,
  { after, upTo }: Omit<IdRange, "limit">,
  lastModified: Date,
): AsyncGenerator<ArchiveFile> {
  const read = async (last: ExportedThreadRow | null) =>
    await source.threads({ after: last?.id ?? after, upTo, limit: PAGE_ROWS });
  for await (const rows of pages(PAGE_ROWS, read)) {
    for (const row of rows) {
      const thread = toExportedThread(row);
      const first = await source.messages({ threadId: row.id, after: BEFORE_ALL, limit: PAGE_MESSAGES });
      yield {
        name: `threads/${row.id}.jsonl`,
        lastModified,
        input: messageLines(source, part, row.id, first),
      };
      yield { name: `threads/${row.id}.md`, lastModified, input: messageTexts(source, thread, first) };
    }
  }
}

async function* messagePages(
  source: ExportSource,
  threadId: string,
  first: MessageRows,
): AsyncGenerator<MessageRows> {
  for (let page = first; ;) {
    yield page;
    const last = page.messages.at(-1);
    if (last === undefined || page.messages.length < PAGE_MESSAGES) return;
    page = await source.messages({ threadId, after: last.position, limit: PAGE_MESSAGES });
  }
}

async function* messageLines(
  source: ExportSource,
  part: ExportPart,
  threadId: string,
  first: MessageRows,
): AsyncGenerator<string> {
  for await (const { messages, citations } of messagePages(source, threadId, first)) {
    const records = messages.map((row) => toExportedMessage(row, citationsOf(row, citations)));
    part.count("messages", records.length);
    part.count(
      "citations",
      records.reduce((sum, { citations: cited }) => sum + cited.length, 0),
    );
    if (records.length > 0) yield records.map(lineOf).join("");
  }
}

/**
 * Yields the visible messages of a thread. Of several versions of an answer, only the selected version is
 * visible.
 */
async function* messageTexts(
  source: ExportSource,
  thread: ExportedThread,
  first: MessageRows,
): AsyncGenerator<string> {
  yield threadHeading(thread);
  for await (const { messages, citations } of messagePages(source, thread.id, first)) {
    for (const row of messages) {
      const cited = citationsOf(row, citations);
      if (row.position > 0) yield messageMarkdown(toExportedMessage(row, cited), cited);
    }
  }
}

function citationsOf(
  { rowId }: ExportedMessageRow,
  citations: readonly ExportedCitationRow[],
): ExportedCitationRow[] {
  return citations.filter(({ messageId }) => messageId === rowId);
}
