import type { ApiClient } from "../support/api-client.ts";
import { idFromBytes, SERVICE_USER_ID } from "../../src/domain/ids.ts";
import { type Citation, type MessageKind, threadPage } from "./wire.ts";

export interface StoredMessage {
  readonly id: string;
  readonly authorId: string;
  readonly kind: MessageKind;
  readonly content: string;
  /** Of an answer: who wrote it. */
  readonly processedByModel: string;
  /** The prompt that it answers; null for what people say. */
  readonly inReplyTo: string | null;
  readonly isComplete: boolean;
  /** Of an answer: how many versions of it there are. */
  readonly answerVersions: number;
  readonly recipients: readonly string[];
  readonly textSuggestions: readonly string[];
  /** Of a prompt: the transformations that write its answers. */
  readonly transformationQueue: readonly string[];
  /** Of a prompt: those that have ended. */
  readonly transformations: readonly string[];
}

/** A thread as the service tells it to one who reads all of it. */
export interface StoredThread {
  readonly threadId: string;
  readonly label: string;
  /** The assets that were brought in one by one. */
  readonly assetIds: ReadonlySet<string>;
  readonly worldKnowledge: boolean;
  /** In their order. */
  readonly messages: readonly StoredMessage[];
  readonly citations: ReadonlyMap<string, Citation>;
}

export async function readThread(api: ApiClient, threadId: string): Promise<StoredThread> {
  const newest = await readPage(api, threadId, "");
  const messages: StoredMessage[] = [];
  const citations = new Map<string, Citation>();
  for (let page = newest; page.messages.length > 0; page = await readPage(api, threadId, `?messagesBefore=${messages[0]?.id}`)) {
    messages.unshift(...page.messages.map(toStored));
    for (const [id, citation] of Object.entries(page.knowledgeProvenance.citations)) citations.set(id, citation);
  }
  const { assetIDs, worldKnowledge } = newest.knowledgeProvenance.inScope;
  const assetIds = new Set(assetIDs.map((id) => idFromBytes("asset", id)));
  return { threadId, label: newest.label, assetIds, worldKnowledge, messages, citations };
}

async function readPage(api: ApiClient, threadId: string, query: string) {
  return await api.data(threadPage, "GET", `/v1/threads/${threadId}${query}`);
}

export function isAnswer({ authorId }: StoredMessage): boolean {
  return authorId === SERVICE_USER_ID;
}

function toStored({ id, createdBy, inReplyTo, ...rest }: ReturnType<typeof threadPage.parse>["messages"][number]): StoredMessage {
  return {
    ...rest,
    id: idFromBytes("msg", id),
    authorId: idFromBytes("user", createdBy),
    inReplyTo: inReplyTo === null ? null : idFromBytes("msg", inReplyTo),
  };
}
