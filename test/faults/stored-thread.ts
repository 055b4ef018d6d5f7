import type { ApiClient } from "../support/http/api-client.ts";
import { idFromBytes, SERVICE_USER_ID } from "../../src/domain/ids.ts";
import { type Citation, type MessageKind, threadPage } from "./wire-schemas.ts";

export interface StoredMessage {
  readonly id: string;
  readonly authorId: string;
  readonly kind: MessageKind;
  readonly content: string;
  /** For an answer: the model. */
  readonly processedByModel: string;
  /** For an answer: the models that failed. An answer by words names the reader. */
  readonly passedOver: readonly { readonly model: string; readonly reason: string }[];
  /** The prompt of an answer; null for messages of users. */
  readonly inReplyTo: string | null;
  readonly isComplete: boolean;
  /** For an answer: its number of versions. */
  readonly answerVersions: number;
  readonly recipients: readonly string[];
  readonly textSuggestions: readonly string[];
  /** For a prompt: the transformations that write its answers. */
  readonly transformationQueue: readonly string[];
  /** For a prompt: the ended transformations. */
  readonly transformations: readonly string[];
}

/** A thread as the service returns it over all pages. */
export interface StoredThread {
  readonly threadId: string;
  readonly label: string;
  /** The assets added one by one. */
  readonly assetIds: ReadonlySet<string>;
  readonly worldKnowledge: boolean;
  /** In order. */
  readonly messages: readonly StoredMessage[];
  readonly citations: ReadonlyMap<string, Citation>;
}

export async function readThread(api: ApiClient, threadId: string): Promise<StoredThread> {
  const newest = await readPage(api, threadId, "");
  const messages: StoredMessage[] = [];
  const citations = new Map<string, Citation>();
  for (
    let page = newest;
    page.messages.length > 0;
    page = await readPage(api, threadId, `?messagesBefore=${messages[0]?.id}`)
  ) {
    messages.unshift(...page.messages.map(toStored));
    for (const [id, citation] of Object.entries(page.knowledgeProvenance.citations))
      citations.set(id, citation);
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

function toStored({
  id,
  createdBy,
  inReplyTo,
  ...rest
}: ReturnType<typeof threadPage.parse>["messages"][number]): StoredMessage {
  return {
    ...rest,
    id: idFromBytes("msg", id),
    authorId: idFromBytes("user", createdBy),
    inReplyTo: inReplyTo === null ? null : idFromBytes("msg", inReplyTo),
  };
}
