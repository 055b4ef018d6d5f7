import { eventsUrl } from "./events-url.ts";
import { type Heartbeat, LiveSocket } from "./live-socket.ts";
import { LiveStream, type StreamListener } from "./live-stream.ts";
import type { ConnectionHost, ThreadOptions } from "./thread-options.ts";

interface ConnectionStart {
  readonly threadId: string;
  /** Number of the last received event; null for new events only. */
  readonly since: number | null;
  /** A token of the credential. */
  readonly token: string;
  readonly heartbeat: Heartbeat;
}

/** Opens a socket, or a stream if the options choose it or no WebSocket class exists. */
export function openConnection(
  { origin, credential, WebSocket, fetch }: ConnectionHost,
  { over, publicAccessToken, onPresence, onDraft }: ThreadOptions,
  { threadId, since, token, heartbeat }: ConnectionStart,
  listener: StreamListener,
): LiveSocket | LiveStream {
  const wanted = { withPresence: onPresence !== undefined, withDrafts: onDraft !== undefined };
  const address = { origin, threadId, since, publicAccessToken, ...wanted };
  if (over === "stream" || WebSocket === null) {
    const stream = { url: eventsUrl("stream", address), headers: credential.headers(token), since };
    return new LiveStream(fetch, stream, heartbeat, listener);
  }
  const protocols = ["knowledge.v1", ...credential.protocols(token)];
  return new LiveSocket(WebSocket, eventsUrl("socket", address), protocols, heartbeat, listener);
}
