import { Answers } from "./answers.ts";
import { ApiKeys } from "./api-keys.ts";
import { type AnsweredQuestion, askQuestion, type QuestionOptions } from "./ask-question.ts";
import { type Credential, SessionCredential, TokenCredential } from "./credential.ts";
import type { WebSocketConstructor } from "./live-socket.ts";
import type { AnswerOf, Caller, Method, PathOf, RequestInput, Schemas } from "./operation-types.ts";
import { type BytesInput, type Fetch, type RequestParts, Requests } from "./requests.ts";
import { type CrawlProgress, followCrawl } from "./follow-crawl.ts";
import { idFromBytes } from "./identifiers.ts";
import { searchPassages } from "./search-passages.ts";
import { ThreadConnection } from "./thread-connection.ts";
import type { ThreadOptions } from "./thread-options.ts";
import type { QueuedUpload } from "./queued-file.ts";
import type { NamedFile, UploadedFile, UploadFilesOptions } from "./upload-files.ts";
import type { UploadQueue } from "./upload-queue.ts";
import type { UploadOptions } from "./upload.ts";
import { type CollectionNode, listCollections, type Profile, signIn, type Workspace } from "./workspace.ts";
import type { ClientOptions, Grant, NewThread, SearchOptions } from "./client-options.ts";

/** State of the account, and the date until which a user can restore a closed account. */
export type Account = AnswerOf<"DELETE", "/v1/users/self">["data"];

type OrganizationContext = Workspace["organizationContext"];

export type FoundPassage = AnswerOf<"POST", "/v1/search">["data"]["passages"][number];

export type Usage = AnswerOf<"GET", "/v1/organizations/{organizationId}/usage">["data"];
export type UsageQuery = NonNullable<
  RequestInput<"GET", "/v1/organizations/{organizationId}/usage">["query"]
>;
/** Limits of each period for questions, units, assets and bytes. A missing limit means no quota. */
export type Quotas = AnswerOf<"POST", "/v1/organizations/{organizationId}/attributes">["data"]["quotas"];

/** A client of the service for one user. */
export class KnowledgeClient implements Caller {
  readonly keys: ApiKeys = new ApiKeys(this);
  readonly #options: ClientOptions;
  readonly #credential: Credential;
  readonly #requests: Requests;
  readonly #fetch: Fetch;

  /** @throws TypeError for an invalid origin, and for a token beside a session */
  constructor(options: ClientOptions) {
    const origin = originOf(options.origin);
    this.#options = { ...options, origin };
    this.#credential = credentialOf(options);
    this.#fetch = options.fetch ?? ((url, init) => fetch(url, init));
    this.#requests = new Requests(origin, this.#credential, this.#fetch, options.retry);
  }

  /**
   * Calls an operation by its method and path.
   * @returns the envelope, whose `data` is the operation's result
   * @throws ApiError for every code except `ok`; errors of `fetch` and of the token source
   */
  async request<M extends Method, P extends PathOf<M>, const I extends RequestInput<M, P>>(
    method: M,
    path: P,
    ...[input]: Record<never, never> extends RequestInput<M, P> ? [I?] : [I]
  ): Promise<AnswerOf<M, P, I>> {
    return (await this.#requests.send(method, path, (input ?? {}) as RequestParts)) as AnswerOf<M, P, I>;
  }

  /**
   * Reads a path whose response is no JSON: an artifact, an export, a picture. With the header
   * `if-none-match` the response may be 304.
   * @param path with parameters in braces, such as `/v1/assets/{assetID}/artifacts/{artifact}`
   * @throws ApiError for unsuccessful responses; errors of `fetch` and of the token source
   */
  async bytes(path: string, input: BytesInput = {}): Promise<Response> {
    return await this.#requests.bytes("GET", path, input);
  }

  /**
   * Uploads the bytes of a registered asset in parts and retries failed parts. A later call for the same
   * asset, also from another program, sends the missing parts. Call `notifyUploaded` afterwards.
   * @throws ApiError when the service rejects it; the signal's reason; the last `fetch` error after many
   * failures in a row
   */
  async upload(assetID: string, file: Blob, options: UploadOptions = {}): Promise<Schemas["Asset"]> {
    // The code for uploads is loaded with its first use.
    const { uploadInParts } = await import("./upload.ts");
    return await uploadInParts(this.#requests, this.#fetch, assetID, file, options);
  }

  /**
   * Signs the token's user in; the first call creates the account and its first collections. @throws ApiError
   */
  async signIn(profile: Profile): Promise<Workspace> {
    return await signIn(this, profile);
  }

  /**
   * The collections that the user may read, parents before children, at most 1,000. An API key sees those
   * that it reaches. @throws ApiError
   */
  async collections(): Promise<CollectionNode[]> {
    return await listCollections(this);
  }

  /**
   * Closes the user's account. `restoreAccount` reopens it within 30 days; then the service deletes it.
   * @param options `dryRun` runs the same checks and changes nothing
   * @throws ApiError: `failed_precondition` names the shared collections that have no other owner
   */
  async deleteAccount({ dryRun = false }: { readonly dryRun?: boolean } = {}): Promise<Account> {
    return (
      await this.request("DELETE", "/v1/users/self", { query: { dryRun: dryRun ? "true" : undefined } })
    ).data;
  }

  /** Reopens the user's account. @throws ApiError */
  async restoreAccount(): Promise<Account> {
    return (await this.request("POST", "/v1/users/self/restore")).data;
  }

  /**
   * Uploads files into a collection and waits until each is processed. An unreadable file ends as `failed`
   * with the reason.
   * @throws ApiError when the service rejects the call; the signal's reason
   */
  async uploadFiles(
    collectionID: string,
    files: readonly NamedFile[],
    options: UploadFilesOptions = {},
  ): Promise<UploadedFile[]> {
    const { signal } = options;
    const [{ uploadFiles }, organizationContext] = await Promise.all([
      import("./upload-files.ts"),
      this.#contextOf(collectionID, signal),
    ]);
    return await uploadFiles(
      { client: this, fetch: this.#fetch },
      { collectionID, organizationContext },
      files,
      options,
    );
  }

  /** A queue of files that can be paused, stopped, tried again, and continued by a later queue. */
  async uploads(onChange: (upload: QueuedUpload) => void): Promise<UploadQueue> {
    const { UploadQueue: Queue } = await import("./upload-queue.ts");
    const contextOf = this.#contextOf.bind(this);
    return new Queue({ client: this, fetch: this.#fetch, contextOf }, onChange);
  }

  /**
   * Yields the progress of a collection's crawl, now and after each change, until it ends. Reconnects when
   * the stream breaks.
   * @throws ApiError when the service rejects it or the user lost access; the signal's reason
   */
  followCrawl(collectionID: string, signal?: AbortSignal): AsyncGenerator<CrawlProgress, void> {
    return followCrawl(this.#requests, collectionID, signal);
  }

  /** Finds the best passages for a query. @throws ApiError */
  async search(query: string, options: SearchOptions = {}): Promise<FoundPassage[]> {
    return [...(await searchPassages(this, query, options)).passages];
  }

  /** Reads an organization's usage between `from` and `to`, grouped by `by`. @throws ApiError */
  async usage(organizationId: string, query: UsageQuery = {}): Promise<Usage> {
    return (
      await this.request("GET", "/v1/organizations/{organizationId}/usage", {
        params: { organizationId },
        query,
      })
    ).data;
  }

  /** Replaces the daily and monthly quotas of an organization. @throws ApiError */
  async setQuotas(organizationId: string, quotas: Quotas): Promise<Quotas> {
    const path = "/v1/organizations/{organizationId}/attributes";
    return (await this.request("POST", path, { params: { organizationId }, body: { quotas } })).data.quotas;
  }

  /**
   * Creates a thread in a collection. @returns its id
   * @throws ApiError
   */
  async startThread(
    collectionID: string,
    { label = "", collectionIds = [], assetIds = [] }: NewThread = {},
  ): Promise<string> {
    const organizationContext = await this.#contextOf(collectionID);
    const scope = { collectionIds: [...collectionIds], assetIds: [...assetIds] };
    const { data } = await this.request("POST", "/v1/threads", {
      body: { ...scope, collectionId: collectionID, label, organizationContext },
    });
    return idFromBytes("thread", data.threadId);
  }

  /**
   * Asks a question in a thread and waits up to one minute for the answer with its citations. `openThread`
   * streams it instead. @throws ApiError
   */
  async ask(threadID: string, question: string, options?: QuestionOptions): Promise<AnsweredQuestion> {
    return await askQuestion(this, threadID, question, options);
  }

  /** Grants people actions on a collection and its subcollections. @throws ApiError */
  async share(collectionID: string, { emails, actions }: Grant): Promise<void> {
    const body = {
      actions: [...actions],
      collectionIds: [collectionID],
      shareTo: [],
      shareToEmails: [...emails],
    };
    await this.request("POST", "/v1/share-collections", { body });
  }

  async #contextOf(collectionID: string, signal?: AbortSignal): Promise<OrganizationContext> {
    const { data } = await this.request("GET", "/v1/collections/{collectionID}", {
      params: { collectionID },
      signal,
    });
    return {
      organizationId: idFromBytes("org", data.organizationId),
      tenantId: idFromBytes("tenant", data.tenantId),
    };
  }

  /** Stops, repeats, selects and rates the answers of a thread. */
  answers(threadID: string): Answers {
    return new Answers(this, threadID);
  }

  /**
   * Deletes up to 100 assets. `restoreAssets` restores them unchanged until the organization's retention
   * ends.
   */
  async deleteAssets(assetIds: readonly string[]): Promise<void> {
    await this.request("DELETE", "/v1/assets/tombstone", { body: { assetIds: [...assetIds] } });
  }

  async restoreAssets(assetIds: readonly string[]): Promise<void> {
    await this.request("POST", "/v1/assets/restore", { body: { assetIds: [...assetIds] } });
  }

  /**
   * Deletes up to 100 threads. `restoreThreads` restores them unchanged until the organization's retention
   * ends.
   */
  async deleteThreads(threadIds: readonly string[]): Promise<void> {
    await this.request("DELETE", "/v1/threads/tombstone", { body: { threadIds: [...threadIds] } });
  }

  async restoreThreads(threadIds: readonly string[]): Promise<void> {
    await this.request("POST", "/v1/threads/restore", { body: { threadIds: [...threadIds] } });
  }

  /**
   * Subscribes to a thread until `close()` or a final rejection by the service.
   * @throws TypeError if no WebSocket class exists and `over` is not `stream`
   */
  openThread(threadID: string, options: ThreadOptions = {}): ThreadConnection {
    const WebSocketClass =
      this.#options.WebSocket ??
      (globalThis.WebSocket as unknown as WebSocketConstructor | undefined) ??
      null;
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
        (
          await this.request("GET", "/v1/threads/{threadID}", {
            params: { threadID },
            query: { ...query, publicAccessToken },
            signal,
          })
        ).data,
    };
    return new ThreadConnection(host, threadID, options);
  }
}

function originOf(address: string): string {
  const url = new URL(address);
  const isOrigin =
    /^https?:$/.test(url.protocol) && url.pathname === "/" && url.search === "" && url.hash === "";
  if (!isOrigin) throw new TypeError(`"${address}" is not an origin, such as https://knowledge.example.com.`);
  return url.origin;
}

function credentialOf({ token, session }: ClientOptions): Credential {
  if (session === undefined) return new TokenCredential(token ?? "");
  if (token !== undefined) throw new TypeError("A client has a token or a session, not both.");
  return new SessionCredential(session);
}

/** @throws TypeError for an invalid origin, and for a token beside a session */
export function createClient(options: ClientOptions): KnowledgeClient {
  return new KnowledgeClient(options);
}
