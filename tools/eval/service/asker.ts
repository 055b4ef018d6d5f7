import { idFromBytes, type Schemas } from "../../../client/src/index.ts";
import { citationsOf, createThread } from "../../../scripts/demo/workspace.ts";
import { Failure } from "../../../scripts/lib/failure.ts";
import type { Library } from "./library.ts";

/** The prompt and its answer. */
const SHOWN = 2;

export interface Quote {
  /** Id within the set; "" for a document outside the library. */
  readonly document: string;
  readonly text: string;
  /** Whether the document's text has exactly these characters at the reported offsets. */
  readonly isExact: boolean;
}

export interface Reply {
  readonly text: string;
  /** In the order of the answer; empty for an abstention, which cites the nearest sentences only. */
  readonly quotes: readonly Quote[];
  readonly ms: number;
}

export interface SearchReply {
  /** Distinct ids within the set, best first. */
  readonly documents: readonly string[];
  /** Score of the best passage; 0 without one. */
  readonly score: number;
  readonly ms: number;
}

/** Asks questions and checks each quote against the service's text of the document. */
export class Asker {
  readonly #library: Library;
  readonly #texts = new Map<string, Promise<string>>();

  constructor(library: Library) {
    this.#library = library;
  }

  /** @returns the thread's id. Independent questions use separate threads. */
  async startThread(): Promise<string> {
    const { client, workspace, collectionId } = this.#library;
    return await createThread(client, workspace, collectionId);
  }

  async ask(threadId: string, question: string): Promise<Reply> {
    const startedAt = performance.now();
    const body = { messageContent: question, messageKind: "promptV2", recipients: [], threadId } as const;
    const input = { params: { threadID: threadId }, query: { messagesLimit: SHOWN }, body };
    const { data: thread } = await this.#library.client.request(
      "POST",
      "/v1/threads/{threadID}/messages",
      input,
    );
    const ms = performance.now() - startedAt;
    const answer = thread.messages.find(({ inReplyTo }) => inReplyTo !== null);
    if (answer?.isComplete !== true) throw new Failure(`No answer in time to: ${question}`);
    const isAbstention = answer.sentences.length === 0;
    const citations = isAbstention ? [] : citationsOf(thread, idFromBytes("msg", answer.id));
    return {
      text: answer.content,
      quotes: await Promise.all(citations.map(async (citation) => await this.#check(citation))),
      ms,
    };
  }

  async search(query: string, limit: number): Promise<SearchReply> {
    const startedAt = performance.now();
    const { client, documents } = this.#library;
    const { passages } = (await client.request("POST", "/v1/search", { body: { query, limit } })).data;
    const ms = performance.now() - startedAt;
    const found = passages.flatMap(({ assetId }) => documents.get(assetId) ?? []);
    return { documents: [...new Set(found)], score: passages[0]?.score ?? 0, ms };
  }

  async #check({ assetId, version, quote, start, end }: Citation): Promise<Quote> {
    const document = this.#library.documents.get(assetId) ?? "";
    const text = document === "" ? "" : await this.#text(assetId, version);
    return { document, text: quote, isExact: quote !== "" && text.slice(start, end) === quote };
  }

  #text(assetID: string, version: string): Promise<string> {
    const key = `${assetID} ${version}`;
    const input = { params: { assetID }, query: { version } };
    const text =
      this.#texts.get(key) ?? this.#library.client.request("GET", "/v1/assets/{assetID}/text", input);
    this.#texts.set(key, text);
    return text;
  }
}

type Citation = Schemas["Thread"]["knowledgeProvenance"]["citations"][string];
