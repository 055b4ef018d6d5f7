import { notFound } from "../../domain/errors.ts";
import { type Excerpt, excerptOf } from "../../domain/excerpt.ts";
import { parseStrings } from "../../domain/asset.ts";
import type { Id } from "../../domain/ids.ts";
import type { Page } from "../../domain/page.ts";
import { type DeletedQuote, redact } from "../../domain/redact.ts";
import { MAX_THREAD_HITS, parseThreadQuery, type ThreadQuery } from "../../domain/thread-query.ts";
import { userOf } from "../../storage/d1/core/access.ts";
import type { Rows } from "../../storage/d1/core/database.ts";
import { MAX_ORGANIZATIONS, selectReadable } from "../../storage/d1/search/searchable-organizations.ts";
import {
  type FoundMessage,
  findThreadsByWords,
  selectFoundThreads,
} from "../../storage/d1/threads/search-threads.ts";
import { findPhrases } from "../../text/find-phrases.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** Messages shown per thread. */
const MESSAGES_PER_THREAD = 3;
/** Messages read per thread. Some may not match any more after redaction. */
const MESSAGES_READ = 5;

export interface SearchThreadsInput extends Page {
  readonly text: string;
  /** Collections to search with their subtrees. Empty means all collections that the caller may read. */
  readonly collectionIds: readonly Id<"col">[];
}

export interface MatchingMessage extends Excerpt {
  readonly messageId: Id<"msg">;
  readonly createdBy: Id<"user">;
  readonly createdAt: Date;
}

export interface MatchingThread {
  readonly id: Id<"thread">;
  readonly label: string;
  readonly modifiedAt: Date;
  readonly collectionIds: readonly string[];
  /** The matching words of the title. */
  readonly matched: readonly string[];
  readonly messages: readonly MatchingMessage[];
}

export interface SearchedThreads {
  readonly threads: readonly MatchingThread[];
  readonly hasMore: boolean;
  /** True if more titles and messages match than the search examined. */
  readonly truncated: boolean;
}

/**
 * Finds threads that the caller may read by the words of their titles and messages. Takes two D1 round trips:
 * one for the ids of the page, and one for the rows, which checks access again. A message matches only by the
 * text that the caller sees, so a search reveals nothing of a deleted document.
 * @throws ServiceError `not_found` for a requested collection that the caller may not read
 */
export async function searchThreads(ctx: Context, input: SearchThreadsInput): Promise<SearchedThreads> {
  const { db } = ctx;
  const { text, collectionIds, limit, offset } = input;
  const query = parseThreadQuery(text);
  const search = { match: query.match, collectionIds, limit: limit + 1, offset };
  const { actor, rows } = await readAsUser(ctx, {
    named: selectReadable(db, actorSql(ctx), collectionIds),
    found: findThreadsByWords(db, actorSql(ctx), search),
  });
  const known = new Set(rows.named.map(({ id }) => id));
  if (collectionIds.some((id) => !known.has(id))) throw notFound("collection");
  const [found] = rows.found;
  if (found === undefined || found.count <= offset)
    return { threads: [], hasMore: false, truncated: isTruncated(found) };
  const page = (JSON.parse(found.page) as [string, number[]][]).map(([threadId, slots]) => ({
    threadId,
    isNamed: slots.includes(0),
    positions: slots.filter((slot) => slot > 0).slice(0, MESSAGES_READ),
  }));
  const targets = page.slice(0, limit);
  const shown = await db.read(selectFoundThreads(db, userOf(actor.id), targets));
  const threads = targets.flatMap(({ threadId, isNamed }): MatchingThread[] => {
    const thread = shown.threads.find(({ id }) => id === threadId);
    const messages = matchingMessages(query, threadId, shown);
    if (thread === undefined || (!isNamed && messages.length === 0)) return [];
    const { id, label, modifiedAt, places } = thread;
    return [
      {
        id,
        label,
        modifiedAt: new Date(modifiedAt),
        collectionIds: parseStrings(places),
        matched: wordsIn(label, query),
        messages: messages.slice(0, MESSAGES_PER_THREAD),
      },
    ];
  });
  return { threads, hasMore: page.length > limit, truncated: isTruncated(found) };
}

function isTruncated(found: { readonly seen: number; readonly organizations: number } | undefined): boolean {
  return found !== undefined && (found.seen > MAX_THREAD_HITS || found.organizations > MAX_ORGANIZATIONS);
}

type Shown = Rows<ReturnType<typeof selectFoundThreads>>;

/** The matching messages of a thread, newest first. */
function matchingMessages(query: ThreadQuery, threadId: string, shown: Shown): MatchingMessage[] {
  const ofThread = shown.messages.filter((message) => message.threadId === threadId);
  const byPosition = Map.groupBy(ofThread, ({ position }) => position);
  return [...byPosition]
    .toSorted(([one], [other]) => other - one)
    .flatMap(([, pair]) => matchOf(query, pair, shown) ?? []);
}

/** The message of a question and its answer that has most of the words; null if nothing visible matches. */
function matchOf(query: ThreadQuery, pair: readonly FoundMessage[], shown: Shown): MatchingMessage | null {
  let isRedacted = false;
  const seen = new Set<number>();
  const each = pair.map((message) => {
    const gone = shown.citations.flatMap(({ messageId, quote, said, goneName }): DeletedQuote[] =>
      messageId === message.rowId && goneName !== null ? [{ quote, said, displayName: goneName }] : [],
    );
    isRedacted ||= gone.length > 0;
    const text = redact(message.content, gone);
    const places = findPhrases(text, query.phrases);
    for (const { phrase } of places) seen.add(phrase);
    return { message, text, places, phrases: new Set(places.map(({ phrase }) => phrase)).size };
  });
  // The text index may find words that `findPhrases` does not, but only the visible text may decide here.
  if (isRedacted && seen.size < query.phrases.length) return null;
  const [best] = each.toSorted(
    (one, other) => other.phrases - one.phrases || one.message.isQuestion - other.message.isQuestion,
  );
  if (best === undefined) return null;
  const { messageId, createdBy, createdAt } = best.message;
  return { messageId, createdBy, createdAt: new Date(createdAt), ...excerptOf(best.text, best.places) };
}

function wordsIn(text: string, { phrases }: ThreadQuery): string[] {
  return [...new Set(findPhrases(text, phrases).map(({ start, end }) => text.slice(start, end)))];
}
