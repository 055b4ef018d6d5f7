import { Answers } from "./answers.ts";
import { ApiKeys } from "./api-keys.ts";
import { type AnsweredQuestion, askQuestion } from "./ask-question.ts";
import { Credential, type TokenSource } from "./credential.ts";
import type { WebSocketConstructor } from "./live-socket.ts";
import type { AnswerOf, Caller, Method, PathOf, RequestInput, Schemas } from "./operation-types.ts";
import { type Fetch, type RequestParts, Requests } from "./requests.ts";
import { type CrawlProgress, followCrawl } from "./follow-crawl.ts";
import { idFromBytes } from "./identifiers.ts";
import type { Retry } from "./retry.ts";
import { ThreadConnection } from "./thread-connection.ts";
import type { ThreadOptions } from "./thread-options.ts";
import { type NamedFile, type UploadedFile, uploadFiles, type UploadFilesOptions } from "./upload-files.ts";
import { uploadInParts, type UploadOptions } from "./upload.ts";
import { type CollectionNode, listCollections, type Profile, signIn, type Workspace } from "./workspace.ts";

/** Whether the account is open, and until when one that was closed can be restored. */
export type Account = AnswerOf<"DELETE", "/v1/users/self">["data"];

type OrganizationContext = Workspace["organizationContext"];

/** What a thread's answers may use beside its home, and its name; "" becomes the first question. */
export interface NewThread {
  readonly label?: string;
  readonly collectionIds?: readonly string[];
  readonly assetIds?: readonly string[];
}

export interface SearchOptions {
  /** Both left out: everything that the user may read. */
  readonly collectionIds?: readonly string[];
  readonly assetIds?: readonly string[];
  /** Default: 20. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

export type FoundPassage = AnswerOf<"POST", "/v1/search">["data"]["passages"][number];

export type Usage = AnswerOf<"GET", "/v1/organizations/{organizationId}/usage">["data"];
export type UsageQuery = NonNullable<RequestInput<"GET", "/v1/organizations/{organizationId}/usage">["query"]>;
/** For each period at most so many questions, units, assets and bytes; what is not named has no quota. */
export type Quotas = AnswerOf<"POST", "/v1/organizations/{organizationId}/attributes">["data"]["quotas"];

export interface Grant {
  /** Those without an account are invited. */
  readonly emails: readonly string[];
  readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
}

export interface ClientOptions {
  /** Of the service: `https://knowledge.example.com`. It has no path. */
  readonly origin: string;
  /** Default: nobody's, which is enough for a public link. */
  readonly token?: TokenSource;
  /** Default: the global one, which browsers and Node 22 have. */
  readonly WebSocket?: WebSocketConstructor;
  readonly fetch?: Fetch;
  readonly retry?: Retry;
}

/** The service, for one user. */
export class KnowledgeClient implements Caller {
  /** The user's API keys. */
  readonly keys: ApiKeys = new ApiKeys(this);
  readonly #options: ClientOptions;
  readonly #credential: Credential;
  readonly #requests: Requests;
  readonly #fetch: Fetch;

  /** @throws TypeError for an origin that is none */
  constructor(options: ClientOptions) {
    const origin = originOf(options.origin);
    this.#options = { ...options, origin };
    this.#credential = new Credential(options.token ?? "");
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
    this.#requests = new Requests(origin, this.#credential, this.#fetch, options.retry);
  }

  /**
   * Calls an operation of the service by its method and path.
   * @returns the envelope, whose `data` is the operation's answer
   * @throws ApiError when the service says anything but `ok`; whatever `fetch` and the token's source throw
   */
  async request<M extends Method, P extends PathOf<M>, const I extends RequestInput<M, P>>(
    method: M,
    path: P,
    ...[input]: Record<never, never> extends RequestInput<M, P> ? [I?] : [I]
  ): Promise<AnswerOf<M, P, I>> {
    return (await this.#requests.send(method, path, (input ?? {}) as RequestParts)) as AnswerOf<M, P, I>;
  }

  /**
   * Sends the bytes of a registered asset in parts, and continues by itself where it breaks off; called again for the same asset, in another
   * program too, with what is missing. `notifyUploaded` follows.
   * @throws ApiError when the service refuses; the signal's reason; what `fetch` threw last, after many failures in a row
   */
  async upload(assetID: string, file: Blob, options: UploadOptions = {}): Promise<Schemas["Asset"]> {
    return await uploadInParts(this.#requests, this.#fetch, assetID, file, options);
  }

  /** Signs the token's user in; the first time makes the account with its first collections. @throws ApiError */
  async signIn(profile: Profile): Promise<Workspace> {
    return await signIn(this, profile);
  }

  /** What the user may read, parents before children: at most 1,000. An API key is told what it reaches. @throws ApiError */
  async collections(): Promise<CollectionNode[]> {
    return await listCollections(this);
  }

  /**
   * Closes the user's account at once; it is forgotten in 30 days, and `restoreAccount` opens it until then.
   * @param options `dryRun`: the same checks, and nothing is changed
   * @throws ApiError, `failed_precondition` naming the collections that others use and nobody else owns
   */
  async deleteAccount({ dryRun = false }: { readonly dryRun?: boolean } = {}): Promise<Account> {
    return (await this.request("DELETE", "/v1/users/self", { query: { dryRun: dryRun ? "true" : undefined } })).data;
  }

  /** Opens the user's account again. @throws ApiError */
  async restoreAccount(): Promise<Account> {
    return (await this.request("POST", "/v1/users/self/restore")).data;
  }

  /**
   * Puts files into a collection and waits until each of them is read. A file that cannot be read is told as `failed`, with the reason.
   * @throws ApiError when the service refuses; the signal's reason
   */
  async uploadFiles(collectionID: string, files: readonly NamedFile[], options: UploadFilesOptions = {}): Promise<UploadedFile[]> {
    const { signal } = options;
    const organizationContext = await this.#contextOf(collectionID, signal);
    return await uploadFiles({ client: this, fetch: this.#fetch }, { collectionID, organizationContext }, files, options);
  }

  /**
   * How far the crawl into a collection is, now and after each change, until it has ended: `for await`. Comes back by itself.
   * @throws ApiError when the service refuses, or the user may see it no more; the signal's reason
   */
  followCrawl(collectionID: string, signal?: AbortSignal): AsyncGenerator<CrawlProgress, void> {
    return followCrawl(this.#requests, collectionID, signal);
  }

  /** The best passages for a query. @throws ApiError */
  async search(query: string, { signal, collectionIds = [], assetIds = [], limit = 20 }: SearchOptions = {}): Promise<FoundPassage[]> {
    const body = { query, limit, collectionIds: [...collectionIds], assetIds: [...assetIds] };
    return [...(await this.request("POST", "/v1/search", { body, signal })).data.passages];
  }

  /** What an organization of the user's has used, in the days from `from` to `to`, for each of what `by` names. @throws ApiError */
  async usage(organizationId: string, query: UsageQuery = {}): Promise<Usage> {
    return (await this.request("GET", "/v1/organizations/{organizationId}/usage", { params: { organizationId }, query })).data;
  }

  /** Sets what an organization of the user's may use in a day and a month, in place of all that was set before. @throws ApiError */
  async setQuotas(organizationId: string, quotas: Quotas): Promise<Quotas> {
    const path = "/v1/organizations/{organizationId}/attributes";
    return (await this.request("POST", path, { params: { organizationId }, body: { quotas } })).data.quotas;
  }

  /** A new thread at home in a collection. @returns its id; @throws ApiError */
  async startThread(collectionID: string, { label = "", collectionIds = [], assetIds = [] }: NewThread = {}): Promise<string> {
    const organizationContext = await this.#contextOf(collectionID);
    const scope = { collectionIds: [...collectionIds], assetIds: [...assetIds] };
    const { data } = await this.request("POST", "/v1/threads", {
      body: { ...scope, collectionId: collectionID, label, organizationContext },
    });
    return idFromBytes("thread", data.threadId);
  }

  /** Asks in a thread and waits for the answer with its citations, at most a minute. `openThread` shows it while it is written. @throws ApiError */
  async ask(threadID: string, question: string, signal?: AbortSignal): Promise<AnsweredQuestion> {
    return await askQuestion(this, threadID, question, signal);
  }

  /** Lets people do something in a collection and all below it. @throws ApiError */
  async share(collectionID: string, { emails, actions }: Grant): Promise<void> {
    const body = { actions: [...actions], collectionIds: [collectionID], shareTo: [], shareToEmails: [...emails] };
    await this.request("POST", "/v1/share-collections", { body });
  }

  async #contextOf(collectionID: string, signal?: AbortSignal): Promise<OrganizationContext> {
    const { data } = await this.request("GET", "/v1/collections/{collectionID}", { params: { collectionID }, signal });
    return { organizationId: idFromBytes("org", data.organizationId), tenantId: idFromBytes("tenant", data.tenantId) };
  }

  /** Stops, asks again, chooses and rates the answers of a thread. */
  answers(threadID: string): Answers {
    return new Answers(this, threadID);
  }

  /** Deletes at most 100 assets, so that `restoreAssets` brings them back as they were, until the organization's retention is over. */
  async deleteAssets(assetIds: readonly string[]): Promise<void> {
    await this.request("DELETE", "/v1/assets/tombstone", { body: { assetIds: [...assetIds] } });
  }

  async restoreAssets(assetIds: readonly string[]): Promise<void> {
    await this.request("POST", "/v1/assets/restore", { body: { assetIds: [...assetIds] } });
  }

  /** Deletes at most 100 threads, so that `restoreThreads` brings them back as they were, until the organization's retention is over. */
  async deleteThreads(threadIds: readonly string[]): Promise<void> {
    await this.request("DELETE", "/v1/threads/tombstone", { body: { threadIds: [...threadIds] } });
  }

  async restoreThreads(threadIds: readonly string[]): Promise<void> {
    await this.request("POST", "/v1/threads/restore", { body: { threadIds: [...threadIds] } });
  }

  /**
   * Listens to a thread until `close()`, or until the service refuses for good.
   * @throws TypeError where there is no WebSocket, unless it is to be a stream
   */
  openThread(threadID: string, options: ThreadOptions = {}): ThreadConnection {
    const WebSocketClass = this.#options.WebSocket ?? (globalThis.WebSocket as unknown as WebSocketConstructor | undefined) ?? null;
    if (WebSocketClass === null && options.over !== "stream") {
      throw new TypeError('There is no global WebSocket: hand one in, or listen with { over: "stream" }.');
    }
    const { publicAccessToken } = options;
    const host = {
      origin: this.#options.origin,
      credential: this.#credential,
      WebSocket: WebSocketClass,
      fetch: this.#fetch,
      readThread: async (query: object, signal?: AbortSignal) =>
        (await this.request("GET", "/v1/threads/{threadID}", { params: { threadID }, query: { ...query, publicAccessToken }, signal }))
          .data,
    };
    return new ThreadConnection(host, threadID, options);
  }
}

function originOf(address: string): string {
  const url = new URL(address);
  const isOrigin = /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "" && url.hash === "";
  if (!isOrigin) throw new TypeError(`"${address}" is not an origin, such as https://knowledge.example.com.`);
  return url.origin;
}

/** @throws TypeError for an origin that is none */
export function createClient(options: ClientOptions): KnowledgeClient {
  return new KnowledgeClient(options);
}
