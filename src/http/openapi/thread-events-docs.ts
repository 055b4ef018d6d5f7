import type { RawRouteDocs } from "./raw-docs.ts";

const SOCKET =
  "**Socket**: send `Upgrade: websocket`. A browser offers the subprotocols `knowledge.v1` and `bearer.<token>`. " +
  'A frame that is refused gets `{"error":{"code","message","messageId"}}`, and the socket stays. Send the text `ping` when the socket is open, ' +
  "after every 16 KiB heard and at least every 30 seconds, each after the `pong` before it. " +
  "A refusal is accepted and then closed: 4400 bad request, 4401 credential, 4403 permission, 4404 no such thread, 4429 too many: of a room, or more than 2,000 of one user. " +
  "Later too: 4401 when the token has expired, 4403 when access is lost, 4408 for who may be behind with reading, and for a guest after each 256 KiB (come back with `since`), 4412 when the account was merged " +
  "into another one (open a new socket), 4413 for a frame above 256 KiB, 4429 for who keeps sending above the rate limit. " +
  "Before 4401, 4403 and 4412 comes a last frame with the reason and the code, since the close itself may be heard late: " +
  '`{"error":{"code","message","messageId":"","closeCode"}}`.';

const STREAM =
  "**Server-sent events**: send `Accept: text/event-stream`. Each frame is the `data` of an event without a name, its `seq` the `id`; an `id` alone says " +
  "where a stream begins that asked for nothing from before. Come back with `Last-Event-ID`, as `EventSource` does by itself: what was missed follows, nothing twice. " +
  "Every 15 seconds comes a comment. What is refused is answered as by every other operation, before the first event; later the last frame of a socket comes, and the stream ends. " +
  "It also ends after an hour or 32 MiB, when the service ends, and for who takes nothing for 30 seconds: come back. A user may have 50 in a thread. " +
  "Through a proxy that gathers what it passes on, ask for `padding`.";

const PRESENCE =
  "**Presence**: who asks for `presence=true` is told who is here, in frames without `seq`, outside of the log: first " +
  '`{"presence":{"here":[{"userId","displayName"}],"typing":[userId],"people":n,"guests":n}}`, then `joined` and `left` (identifiers) in place of `here`, ' +
  "or `here` again. At most 100 people are listed and 20 who type; `people` counts all. What happens within a second is told together. " +
  "Anyone who shows no sign of life for 90 seconds is not here. Guests see pseudonyms without names. " +
  'A member who may post says that they type by the frame `{"presence":{"typing":true}}`, at most once a second: it lasts six seconds, or until `false` or their message.';

const DRAFTS =
  "**Drafts**: where a language model writes an answer, who asks for `drafts=true` is sent what it says while it writes, in frames without `seq`, outside of the log: " +
  '`{"draft":{…}}` with `messageId`, `inReplyTo`, `transformationId` (as text), `from`, `text` and `proven`. The text stands from that UTF-16 code unit on, in place of all that stood there; ' +
  "from 0 it is all there is, and without text it withdraws what was sent. The first `proven` code units of all of it are proven sentences, which stay unless this attempt to answer fails; " +
  "what stands behind them is not checked yet. A draft is no part of the thread: " +
  "a draft of the same message under another `transformationId`, any `textV1` of the message, and the end of the connection make it void. Guests are sent none.";

/** What the document says of the one path with two ways to listen. */
export const THREAD_EVENTS_DOCS: RawRouteDocs = {
  tag: "threads",
  description:
    "Each frame is a JSON object with `seq`. A guest hears `textV1` and `renameThreadV1` only, under the thread's own `seq`, so with gaps, and sends nothing. " +
    'What is no longer kept, tells of a document that is deleted, or is too much to send again at once, is told by `{"resync":true,"seq":n}`: ' +
    "read the thread. It comes later too, as an event with a number of its own, when a document that the thread tells of is deleted or restored, or a collection goes for good: who was away hears it behind theirs.\n\n" +
    `${SOCKET}\n\n${STREAM}\n\n${PRESENCE}\n\n${DRAFTS}`,
  security: [{ userToken: [] }, { apiKey: [] }, { publicAccessToken: [] }],
  parameters: [
    {
      name: "since",
      in: "query",
      description: "The last event that the client has; 0 for all that is kept.",
      schema: { type: "integer", minimum: 0, maximum: 999_999_999_999_999 },
    },
    {
      name: "identifiers",
      in: "query",
      description: "`text`: every identifier of the frames in its text spelling.",
      schema: { type: "string", enum: ["text", "bytes"] },
    },
    {
      name: "presence",
      in: "query",
      description: "`true`: who is here, and who types.",
      schema: { type: "string", enum: ["true", "false"] },
    },
    {
      name: "drafts",
      in: "query",
      description: "`true`: what language models write, while they write it.",
      schema: { type: "string", enum: ["true", "false"] },
    },
    {
      name: "padding",
      in: "query",
      description: "Of a stream: so many bytes of comment follow whatever goes out together.",
      schema: { type: "integer", minimum: 0, maximum: 16_384 },
    },
    {
      name: "Last-Event-ID",
      in: "header",
      description: "Of a stream: the last event that the client has; it wins over `since`.",
      schema: { type: "integer", minimum: 0, maximum: 999_999_999_999_999 },
    },
    {
      name: "Prefer",
      in: "header",
      description: "Of a stream: `identifiers=text`, as in the query; `Preference-Applied` says so.",
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
          example: 'id: 7\ndata: {"renameThreadV1":{"createdBy":[],"kind":"renameThreadV1","label":"Engines","messageId":[]},"seq":7}\n\n',
        },
      },
    },
  },
  errors: [400, 401, 403, 404, 409],
};
