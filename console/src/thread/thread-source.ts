/** Reads a thread for a signed-in user, or for the guests of a public link. */
import {
  client,
  guestClient,
  type KnowledgeClient,
  type ThreadConnection,
  type ThreadFrame,
  type ThreadOptions,
} from "../data/client.ts";
import type { HistoryPage, Thread } from "./timeline/facts.ts";

/** The service's own limit for the text of one page is 2 MiB; a shorter page is the beginning of the thread. */
const SURELY_WHOLE_CHARS = 500_000;

/** Whose view a page shows. */
export interface ThreadViewer {
  /** "" for guests. */
  readonly userId: string;
  /** The secret of the public link; null for a signed-in user. */
  readonly publicToken: string | null;
}

/** The connection to a thread. */
export type ThreadChannel = Pick<ThreadConnection, "lastSeq" | "send" | "typing" | "close"> &
  AsyncIterable<ThreadFrame> & {
    readonly opened: Promise<unknown>;
    readonly closed: Promise<{ readonly code: number }>;
  };

/** Gives the pages and the events of a thread. */
export interface ThreadFeed {
  readonly isGuest: boolean;
  open(hooks: Hooks): ThreadChannel;
  /** The newest page, or the one before a message. @throws ApiError; errors of `fetch` */
  page(before: string | null, limit: number): Promise<Pick<HistoryPage, "thread" | "isBeginning">>;
}

type Hooks = Required<Pick<ThreadOptions, "onPresence" | "onDraft" | "onState">>;

export class ThreadSource implements ThreadFeed {
  readonly isGuest: boolean;
  readonly #threadId: string;
  readonly #publicToken: string | null;
  readonly #client: KnowledgeClient;

  constructor(threadId: string, { publicToken }: ThreadViewer) {
    this.#threadId = threadId;
    this.#publicToken = publicToken;
    this.isGuest = publicToken !== null;
    this.#client = this.isGuest ? guestClient : client;
  }

  /** Guests get neither presence nor drafts. */
  open(hooks: Hooks): ThreadConnection {
    if (this.#publicToken === null) return this.#client.openThread(this.#threadId, hooks);
    // With a socket the browser would send its cookie, and members see more than guests.
    const asGuest = { publicAccessToken: this.#publicToken, over: "stream" } as const;
    return this.#client.openThread(this.#threadId, { ...asGuest, onState: hooks.onState });
  }

  async page(before: string | null, limit: number): Promise<Pick<HistoryPage, "thread" | "isBeginning">> {
    const { data: thread } = await this.#client.request("GET", "/v1/threads/{threadID}", {
      params: { threadID: this.#threadId },
      query: {
        messagesLimit: limit,
        ...(before === null ? {} : { messagesBefore: before }),
        ...(this.#publicToken === null ? {} : { publicAccessToken: this.#publicToken }),
      },
    });
    return { thread, isBeginning: isBeginning(thread, limit) };
  }
}

function isBeginning({ messages }: Thread, limit: number): boolean {
  if (messages.length === 0) return true;
  const chars = messages.reduce((sum, { content }) => sum + content.length, 0);
  return messages.length < limit && chars < SURELY_WHOLE_CHARS;
}
