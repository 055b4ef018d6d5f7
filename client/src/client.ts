import { Answers } from "./answers.ts";
import { Credential, type TokenSource } from "./credential.ts";
import type { WebSocketConstructor } from "./live-socket.ts";
import type { AnswerOf, Caller, Method, PathOf, RequestInput, Schemas } from "./operation-types.ts";
import { type Fetch, type RequestParts, Requests } from "./requests.ts";
import { ThreadConnection } from "./thread-connection.ts";
import type { ThreadOptions } from "./thread-options.ts";
import { uploadInParts, type UploadOptions } from "./upload.ts";

export interface ClientOptions {
  /** Of the service: `https://knowledge.example.com`. It has no path. */
  readonly origin: string;
  /** Default: nobody's, which is enough for a public link. */
  readonly token?: TokenSource;
  /** Default: the global one, which browsers and Node 22 have. */
  readonly WebSocket?: WebSocketConstructor;
  readonly fetch?: Fetch;
}

/** The service, for one user. */
export class KnowledgeClient implements Caller {
  readonly #options: ClientOptions;
  readonly #credential: Credential;
  readonly #requests: Requests;

  /** @throws TypeError for an origin that is none */
  constructor(options: ClientOptions) {
    const origin = originOf(options.origin);
    this.#options = { ...options, origin };
    this.#credential = new Credential(options.token ?? "");
    this.#requests = new Requests(origin, this.#credential, options.fetch ?? ((url, init) => fetch(url, init)));
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
    return await uploadInParts(this.#requests, this.#options.fetch ?? ((url, init) => fetch(url, init)), assetID, file, options);
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
      throw new TypeError('There is no global WebSocket here: hand one in, or listen with { over: "stream" }.');
    }
    const { publicAccessToken } = options;
    const guest = publicAccessToken === undefined ? {} : { publicAccessToken };
    const host = {
      origin: this.#options.origin,
      credential: this.#credential,
      WebSocket: WebSocketClass,
      fetch: this.#options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init)),
      readThread: async (query: object, signal?: AbortSignal) =>
        (await this.request("GET", "/v1/threads/{threadID}", { params: { threadID }, query: { ...query, ...guest }, signal })).data,
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
