import type { Backoff } from "./backoff.ts";
import type { Credential } from "./credential.ts";
import type { ReadThread } from "./find-acknowledged.ts";
import type { Draft, Presence } from "./frames.ts";
import type { Heartbeat, WebSocketConstructor } from "./live-socket.ts";
import type { OutboxLimits } from "./outbox.ts";
import type { Fetch } from "./requests.ts";

/** `closed` is final; a connection that is lost returns to `connecting`. */
export type ConnectionState = "connecting" | "open" | "closed";

export interface ThreadOptions {
  /** The last received event; 0 for all kept events. Default: new events only. */
  readonly since?: number | undefined;
  /** The token of a public link; users without a grant subscribe as its guests. */
  readonly publicAccessToken?: string | undefined;
  /** `stream` uses server-sent events, which cannot send. Default: `socket`. */
  readonly over?: "socket" | "stream" | undefined;
  /** Called with the present people and with each change. Without it the service sends no presence. */
  readonly onPresence?: ((presence: Presence) => void) | undefined;
  /** Called with the unfinished text of a model's answer. Without it the service sends no drafts. */
  readonly onDraft?: ((draft: Draft) => void) | undefined;
  /** Called with each new state. The first state is `connecting`, without a call. */
  readonly onState?: ((state: ConnectionState) => void) | undefined;
  /** Delays between connection attempts. Default: 250 ms, doubled up to 15 s. */
  readonly backoff?: Backoff | undefined;
  /** Delays after close code 4429 (rate limit). Default: 5 s, doubled up to 60 s. */
  readonly crowdedBackoff?: Backoff | undefined;
  readonly heartbeat?: Heartbeat | undefined;
  readonly outbox?: OutboxLimits | undefined;
}

export interface ConnectionHost {
  /** The service's origin, `http://…` or `https://…`. */
  readonly origin: string;
  readonly credential: Credential;
  /** WebSocket class; null if the runtime has none, so that only streams work. */
  readonly WebSocket: WebSocketConstructor | null;
  readonly fetch: Fetch;
  readonly readThread: ReadThread;
}
