import { messageKindOf } from "../../domain/message-kind.ts";
import type { ExportedMessage, ExportedThread } from "../../domain/export-format.ts";
import { type Id, SERVICE_USER_ID } from "../../domain/ids.ts";
import { ImportRejected } from "../../domain/import.ts";
import { storedLocator } from "../../domain/locator.ts";
import type { Statement } from "../../storage/d1/core/database.ts";
import {
  insertAnswerScope,
  insertCitationRows,
  insertHiddenThread,
  insertMessageRows,
  insertThreadLinks,
  insertThreadScope,
} from "../../storage/d1/service/imported-rows.ts";
import type { ImportedIds } from "./imported-ids.ts";
import { importedName, type CollectionPosition } from "./write-collections.ts";
import type { Located, SliceContext } from "./slice-context.ts";

/** Writes threads without their messages. The threads stay hidden until their messages are written. */
export async function writeThreads(
  ctx: SliceContext,
  found: readonly Located<ExportedThread>[],
  places: ReadonlyMap<string, CollectionPosition>,
): Promise<{ readonly statements: Statement[]; readonly threadIds: readonly Id<"thread">[] }> {
  const { db, ids, target } = ctx;
  const statements: Statement[] = [];
  const threadIds: Id<"thread">[] = [];
  for (const each of found) {
    const { record, place } = each;
    const { id: old, label, homeCollectionId, worldKnowledge, createdBy, modifiedBy } = record;
    const threadId = await ids.of("thread", old);
    const [createdAt, modifiedAt] = [new Date(record.createdAt), new Date(record.modifiedAt)];
    const made = { createdAt, createdBy: ids.importer };
    const home = await there(ids, homeCollectionId, place, places);
    const scope = await Promise.all(
      record.scope.map(async (about) => ({
        threadId,
        kind: about.kind,
        targetId: await ids.ofTarget(about),
        ...made,
      })),
    );
    threadIds.push(threadId);
    statements.push(
      insertHiddenThread(db, target, {
        id: threadId,
        homeCollectionId: home,
        label: label === "" ? "" : importedName(label, ""),
        worldKnowledge,
        createdAt,
        createdBy: ids.author(createdBy),
        modifiedAt,
        modifiedBy: ids.author(modifiedBy),
      }),
      ...insertThreadScope(db, scope),
      ...(await insertImportedLinks(ctx, each, places)),
    );
  }
  return { statements, threadIds };
}

/** The collections that link a thread, besides its home. */
export async function insertImportedLinks(
  { db, ids }: Pick<SliceContext, "db" | "ids">,
  { record, place }: Located<ExportedThread>,
  places: ReadonlyMap<string, CollectionPosition>,
): Promise<Statement[]> {
  const threadId = await ids.of("thread", record.id);
  const made = { createdAt: new Date(record.createdAt), createdBy: ids.importer };
  const links = await Promise.all(
    record.collections.map(async ({ collectionId, flags }) => ({
      id: await ids.of("threadcol", record.id, collectionId),
      threadId,
      collectionId: await there(ids, collectionId, place, places),
      flags: JSON.stringify(flags),
      ...made,
    })),
  );
  return insertThreadLinks(db, links);
}

async function there(
  ids: ImportedIds,
  collectionId: string,
  place: string,
  places: ReadonlyMap<string, CollectionPosition>,
): Promise<Id<"col">> {
  const id = await ids.of("col", collectionId);
  if (!places.has(id)) throw new ImportRejected(`${place}: ${collectionId} is not among the collections.`);
  return id;
}

/** Writes messages with their citations and the scopes of their questions. */
export async function writeMessages(
  ctx: SliceContext,
  found: readonly (Located<ExportedMessage> & { readonly threadId: Id<"thread"> })[],
): Promise<{
  readonly statements: Statement[];
  readonly threadIds: readonly Id<"thread">[];
  readonly citations: number;
}> {
  const { db } = ctx;
  const made = await Promise.all(
    found.map(async ({ record, threadId }) => await rowsOf(ctx, record, threadId)),
  );
  const citations = made.flatMap((each) => each.citations);
  return {
    statements: [
      ...insertMessageRows(
        db,
        made.map(({ message }) => message),
      ),
      ...insertAnswerScope(
        db,
        made.flatMap(({ knowledge }) => knowledge),
      ),
      ...insertCitationRows(db, citations),
    ],
    threadIds: made.map(({ message }) => message.threadId),
    citations: citations.length,
  };
}

async function rowsOf({ ids }: SliceContext, record: ExportedMessage, oldThreadId: Id<"thread">) {
  const threadId = await ids.of("thread", oldThreadId);
  // Message ids are unique only within a thread, because clients choose them.
  const messageId = await ids.of("msg", record.id, oldThreadId);
  const {
    position,
    kind,
    content,
    variant,
    answerVersion,
    worldKnowledge,
    model,
    verification,
    inputTokens,
    outputTokens,
    droppedSentences,
  } = record;
  const message = {
    id: messageId,
    threadId,
    position,
    kind: messageKindOf(kind),
    content,
    recipients: JSON.stringify(record.recipients),
    inReplyTo: record.inReplyTo === null ? null : await ids.of("msg", record.inReplyTo, oldThreadId),
    variant,
    answerVersion,
    // No attempt continues this answer, so a pending answer is imported as failed.
    state: record.state === "pending" ? ("failed" as const) : record.state,
    worldKnowledge,
    textSuggestions: JSON.stringify(record.textSuggestions),
    model,
    verification,
    inputTokens,
    outputTokens,
    droppedSentences,
    sentences: JSON.stringify(record.sentences),
    passedOver: JSON.stringify(record.passedOver),
    askedBy: record.askedBy === null ? null : ids.importer,
    importedAuthor: record.createdBy === SERVICE_USER_ID ? null : importedName(record.authorName, ""),
    createdAt: new Date(record.createdAt),
    createdBy: ids.author(record.createdBy),
    modifiedAt: new Date(record.modifiedAt),
    // The user who stopped a cancelled answer has no account.
    modifiedBy: record.state === "cancelled" ? SERVICE_USER_ID : ids.author(record.modifiedBy),
  };
  const citations = await citationRows(ids, record, { threadId, messageId });
  const knowledge = await Promise.all(
    record.knowledge.map(async ({ role, kind: of, grouping, id }) => ({
      answerId: messageId,
      threadId,
      role,
      kind: of,
      grouping,
      targetId: await ids.ofTarget({ kind: of, id }),
    })),
  );
  return { message, citations, knowledge };
}

async function citationRows(
  ids: ImportedIds,
  { citations }: ExportedMessage,
  made: { readonly threadId: Id<"thread">; readonly messageId: Id<"msg"> },
) {
  return await Promise.all(
    citations.map(async (each) => ({
      ...each,
      ...made,
      id: await ids.of("cite", each.id),
      assetId: await ids.of("asset", each.assetId),
      chunkId: await ids.ofChunk(each.chunkId, each.assetId),
      locator: storedLocator(each.locator),
    })),
  );
}
