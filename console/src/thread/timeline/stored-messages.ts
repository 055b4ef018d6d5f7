/** The messages of all known pages as one list. */
import { idFromBytes } from "../../data/ids.ts";
import type { Facts, HistoryPage, Message, Thread } from "./facts.ts";

/** A citation of a stored answer or of an event, with the document's name. */
export interface Cited {
  readonly id: string;
  readonly ordinal: number;
  readonly assetId: string;
  /** "" if the person may not read the document any more. */
  readonly displayName: string;
  readonly quote: string;
  readonly start: number;
  readonly end: number;
  readonly page: number;
  readonly locator: Thread["knowledgeProvenance"]["citations"][string]["locator"];
  readonly version: string;
  readonly support: Thread["knowledgeProvenance"]["citations"][string]["support"];
}

export interface StoredMessage {
  readonly id: string;
  readonly inReplyTo: string | null;
  readonly message: Message;
  readonly citations: readonly Cited[];
  /** Number of an event that the message surely reflects, with all events before it. */
  readonly asOf: number;
}

export interface StoredMessages {
  /** The newest page. */
  readonly head: HistoryPage;
  /** The pages that contribute messages. */
  readonly pages: readonly HistoryPage[];
  /** In the order of the thread. */
  readonly messages: readonly StoredMessage[];
  readonly hasOlder: boolean;
}

/** Joins the newest page and all pages before it without a gap; null before the newest page is known. */
export function storedMessages({ pages, resyncedAt }: Facts): StoredMessages | null {
  const known = joinedBefore.get(pages);
  if (known?.resyncedAt === resyncedAt) return known.stored;
  const current = pages.filter(({ asOf }) => asOf >= resyncedAt);
  // Until the thread was read again, the old rows stay.
  const stored = joined(current) ?? joined(pages);
  joinedBefore.set(pages, { resyncedAt, stored });
  return stored;
}

/** Events and drafts leave the pages as they are. */
const joinedBefore = new WeakMap<
  readonly HistoryPage[],
  { readonly resyncedAt: number; readonly stored: StoredMessages | null }
>();

function joined(pages: readonly HistoryPage[]): StoredMessages | null {
  const [head] = pages.filter(({ before }) => before === null).toSorted(newestFirst);
  if (head === undefined) return null;
  const rest = pages.filter((page) => page !== head).toSorted(newestFirst);
  const used = [head];
  // The newest part first.
  const parts = [messagesOf(head)];
  for (;;) {
    const first = parts.at(-1)?.[0]?.id;
    const page = rest.find((each) => reachesBefore(each, first));
    if (page === undefined) break;
    const found = messagesOf(page);
    const overlap = found.findIndex(({ id }) => id === first);
    parts.push(overlap === -1 ? found : found.slice(0, overlap));
    used.push(page);
    rest.splice(rest.indexOf(page), 1);
  }
  const messages = parts.toReversed().flat();
  return { head, pages: used, messages, hasOlder: !used.some(({ isBeginning }) => isBeginning) };
}

function newestFirst(one: HistoryPage, other: HistoryPage): number {
  return other.asOf - one.asOf || other.thread.version - one.thread.version;
}

function reachesBefore(page: HistoryPage, first: string | undefined): boolean {
  if (first === undefined) return false;
  return page.before === first || messagesOf(page).findIndex(({ id }) => id === first) > 0;
}

const known = new WeakMap<HistoryPage, readonly StoredMessage[]>();

function messagesOf(page: HistoryPage): readonly StoredMessage[] {
  const found = known.get(page);
  if (found !== undefined) return found;
  const { thread, asOf } = page;
  const citations = citationsByMessage(thread);
  const messages = thread.messages.map((message) => {
    const id = idFromBytes("msg", message.id);
    return {
      id,
      inReplyTo: message.inReplyTo === null ? null : idFromBytes("msg", message.inReplyTo),
      message,
      citations: citations.get(id) ?? [],
      asOf,
    };
  });
  known.set(page, messages);
  return messages;
}

function citationsByMessage({
  knowledgeProvenance: { citations, assetRef },
}: Thread): ReadonlyMap<string, readonly Cited[]> {
  const byMessage = Map.groupBy(Object.entries(citations), ([, { messageId }]) => messageId);
  return new Map(
    [...byMessage].map(([messageId, entries]) => [messageId, namedCitations(entries, assetRef)] as const),
  );
}

/** Citations in the order of their numbers, with the names of their documents. */
export function namedCitations(
  citations: readonly (readonly [string, Thread["knowledgeProvenance"]["citations"][string]])[],
  assetRef: Thread["knowledgeProvenance"]["assetRef"],
): Cited[] {
  return citations
    .map(([id, citation]) => ({
      ...citation,
      id,
      displayName: assetRef[citation.assetId]?.displayName ?? "",
    }))
    .toSorted((one, other) => one.ordinal - other.ordinal);
}
