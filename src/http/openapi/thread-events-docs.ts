import type { RawRouteDocs } from "./raw-docs.ts";

const SOCKET =
  "**Socket**: send `Upgrade: websocket`. A browser offers the subprotocols `knowledge.v1` and `bearer.<token>`. A rejected " +
  'frame gets `{"error":{"code","message","messageId"}}`, and the socket stays open. Send the text `ping` after opening, ' +
  "after every 16 KiB received and at least every 30 seconds. Send the next `ping` only after the `pong`. The service " +
  "accepts a rejected socket and then closes it: 4400 bad request, 4401 credential, 4403 permission, 4404 no such thread, " +
  "4429 too many sockets of the room, or more than 2,000 connections of one user. Later closes: 4401 for an expired token, " +
  "4403 for lost access, 4408 for too many unread bytes and for a guest after each 256 KiB (reconnect with `since`), 4412 " +
  "for a merged account (open a new socket), 4413 for a frame above 256 KiB, 4429 for a client that ignores the rate limit. " +
  "Before 4401, 4403 and 4412 the service sends a last frame, because the close itself can arrive late: " +
  '`{"error":{"code","message","messageId":"","closeCode"}}`.';

const STREAM =
  "**Server-sent events**: send `Accept: text/event-stream`. Each frame is the `data` of an event without a name, and its " +
  "`seq` is the `id`. A stream without `since` starts with an `id` alone, the current position. Reconnect with " +
  "`Last-Event-ID`, as `EventSource` does: the missed events follow once. The service sends a comment every 15 seconds. It " +
  "rejects a request before the first event like every other operation; later errors arrive as a socket's last frame, and " +
  "the stream ends. A stream also ends after an hour or 32 MiB, when the service stops, or if the client reads nothing for " +
  "30 seconds. Reconnect then. A user may open 50 streams in a thread. Behind a buffering proxy, set `padding`.";

const PRESENCE =
  "**Presence**: with `presence=true` the client receives the present people in frames without `seq`, outside the log. The " +
  'first frame is `{"presence":{"here":[{"userId","displayName"}],"typing":[userId],"people":n,"guests":n}}`. Later frames ' +
  "have `joined` and `left` (identifiers) in place of `here`, or `here` again. A frame lists at most 100 people and 20 " +
  "typing people; `people` counts all. The service combines changes within a second. A person without a sign of life for 90 " +
  "seconds counts as absent. Guests see pseudonyms without names. A member with `chat` sends " +
  '`{"presence":{"typing":true}}`, at most once a second. It lasts six seconds, or until `false` or the member\'s message.';

const DRAFTS =
  "**Drafts**: with `drafts=true` a member receives the answer while a language model writes it, in frames without `seq`, " +
  'outside the log: `{"draft":{…}}` with `messageId`, `inReplyTo`, `transformationId` (as text), `from`, `text` and ' +
  "`proven`. `text` replaces everything from the UTF-16 code unit `from` on. With `from` 0 it is the whole draft, and an " +
  "empty text withdraws the draft. The first `proven` code units are final unless the attempt fails. A repair may replace a " +
  "sentence behind them. The marks of the sentences follow with the answer. A draft is no part of the thread. Three events void it: a draft of the same message with " +
  "another `transformationId`, a `textV1` of the message, and the end of the connection. Guests receive no drafts.";

/** Documentation of the path that serves both sockets and streams. */
export const THREAD_EVENTS_DOCS: RawRouteDocs = {
  tag: "threads",
  description:
    "Each frame is a JSON object with `seq`. With `times=true` an event also has `createdAt` (ISO 8601) beside `seq`: when the message was " +
    "created, the answer ended, or a user chose a version. A guest receives only `textV1` and `renameThreadV1`, with the thread's own `seq`, so with gaps, and sends " +
    'nothing. `{"resync":true,"seq":n}` replaces a replay if the log no longer has it, a missed event names a deleted document, or the replay is too large. ' +
    "Read the thread over HTTP then. The service also logs a resync with a number of its own if a user deletes or restores a cited document, or deletes a " +
    "collection for good. Absent clients receive it later.\n\n" +
    `${SOCKET}\n\n${STREAM}\n\n${PRESENCE}\n\n${DRAFTS}`,
  security: [{ userToken: [] }, { session: [] }, { apiKey: [] }, { publicAccessToken: [] }],
  parameters: [
    {
      name: "since",
      in: "query",
      description: "The last event that the client received; 0 for the whole log.",
      schema: { type: "integer", minimum: 0, maximum: 999_999_999_999_999 },
    },
    {
      name: "identifiers",
      in: "query",
      description: "`text`: identifiers in frames have the text spelling.",
      schema: { type: "string", enum: ["text", "bytes"] },
    },
    {
      name: "presence",
      in: "query",
      description: "`true`: send present and typing people.",
      schema: { type: "string", enum: ["true", "false"] },
    },
    {
      name: "drafts",
      in: "query",
      description: "`true`: send drafts of language models.",
      schema: { type: "string", enum: ["true", "false"] },
    },
    {
      name: "times",
      in: "query",
      description: "`true`: events have `createdAt`.",
      schema: { type: "string", enum: ["true", "false"] },
    },
    {
      name: "padding",
      in: "query",
      description: "For streams: bytes of comment after each write.",
      schema: { type: "integer", minimum: 0, maximum: 16_384 },
    },
    {
      name: "Last-Event-ID",
      in: "header",
      description: "For streams: the last event that the client received; it overrides `since`.",
      schema: { type: "integer", minimum: 0, maximum: 999_999_999_999_999 },
    },
    {
      name: "Prefer",
      in: "header",
      description: "For streams: `identifiers=text`, as in the query; `Preference-Applied` confirms it.",
      schema: { type: "string" },
    },
  ],
  responses: {
    101: { description: "The socket." },
    200: {
      description: "The stream.",
      content: {
        "text/event-stream": {
          schema: { type: "string" },
          example:
            'id: 7\ndata: {"renameThreadV1":{"createdBy":[],"kind":"renameThreadV1","label":"Engines","messageId":[]},"seq":7}\n\n',
        },
      },
    },
  },
  errors: [400, 401, 403, 404, 409],
};
