import type { Backoff } from "./backoff.ts";
import type { Credential } from "./credential.ts";
import type { ReadThread } from "./find-stored.ts";
import type { Draft, Presence } from "./frames.ts";
import type { Heartbeat, WebSocketConstructor } from "./live-socket.ts";
import type { OutboxLimits } from "./outbox.ts";
import type { Fetch } from "./requests.ts";

export interface ThreadOptions {
  /** The last event that was seen; 0 for all that is kept. Default: only what happens from now on. */
  readonly since?: number | undefined;
  /** The token of a public link: anyone who has no right of their own listens as its guest. */
  readonly publicAccessToken?: string | undefined;
  /** `stream`: server-sent events, where there are no WebSockets; nothing can be sent then. Default `socket`. */
  readonly over?: "socket" | "stream" | undefined;
  /** Called with who is here, and with each change: without it the service tells nothing of that. */
  readonly onPresence?: ((presence: Presence) => void) | undefined;
  /** Called with what a language model has written of an answer, while it writes it: without it the service sends nothing of that. */
  readonly onDraft?: ((draft: Draft) => void) | undefined;
  /** Pauses between attempts to connect; default 250 ms, up to 15 s. */
  readonly backoff?: Backoff | undefined;
  /** The same where the service asked to be left alone for a while (4429); default 5 s, up to a minute. */
  readonly crowdedBackoff?: Backoff | undefined;
  readonly heartbeat?: Heartbeat | undefined;
  readonly outbox?: OutboxLimits | undefined;
}

export interface ConnectionHost {
  /** Of the service, `http://…` or `https://…`. */
  readonly origin: string;
  readonly credential: Credential;
  /** Null: there is none, and streams alone are opened. */
  readonly WebSocket: WebSocketConstructor | null;
  readonly fetch: Fetch;
  readonly readThread: ReadThread;
}
