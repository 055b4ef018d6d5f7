import type { SessionSource, TokenSource } from "./credential.ts";
import type { WebSocketConstructor } from "./live-socket.ts";
import type { Fetch } from "./requests.ts";
import type { Retry } from "./retry.ts";

/**
 * The name of a thread and its scope besides its home collection. An empty name is replaced by the first
 * question.
 */
export interface NewThread {
  readonly label?: string;
  readonly collectionIds?: readonly string[];
  readonly assetIds?: readonly string[];
}

export interface SearchOptions {
  /** Without both lists the search covers everything that the user may read. */
  readonly collectionIds?: readonly string[];
  readonly assetIds?: readonly string[];
  /** Default: 20. */
  readonly limit?: number;
  /** Results to skip, among the best 100 passages. */
  readonly offset?: number;
  /** Media types of the documents. */
  readonly contentTypes?: readonly string[];
  /** Only documents that changed at or after this time. */
  readonly modifiedFrom?: Date;
  /** Only documents that changed before this time. */
  readonly modifiedTo?: Date;
  /** `asset` returns only the best passage of each asset. */
  readonly groupBy?: "asset";
  readonly signal?: AbortSignal;
}

export interface Grant {
  /** People without an account receive an invitation. */
  readonly emails: readonly string[];
  readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
}

export interface ClientOptions {
  /** The service's origin without a path: `https://knowledge.example.com`. */
  readonly origin: string;
  /** Default: anonymous, which is enough for a public link. */
  readonly token?: TokenSource;
  /** In a page of the service's own origin: the browser's session instead of a token. */
  readonly session?: SessionSource;
  /** Default: the global `WebSocket` of browsers and Node 22. */
  readonly WebSocket?: WebSocketConstructor;
  readonly fetch?: Fetch;
  readonly retry?: Retry;
}
