import type { ErrorStatus } from "./error-responses.ts";
import type { BodyDocs, ParameterDocs, ResponseDocs } from "./operation-docs.ts";
import type { Requirement } from "./security.ts";

/** What the document says of a route that is no operation. */
export interface RawRouteDocs {
  readonly tag: string;
  readonly description: string;
  readonly security: readonly Requirement[];
  /** Beside those in the path. */
  readonly parameters: readonly ParameterDocs[];
  readonly requestBody?: BodyDocs;
  readonly responses: Readonly<Record<number, ResponseDocs>>;
  readonly errors: readonly ErrorStatus[];
}

const text = { type: "string" } as const;
const bytes = { "*/*": { schema: {} } };
const signedUrl = [{ signedUrl: [] }];

/** By route id; a test holds that every raw route stands here. */
export const RAW_ROUTE_DOCS: Readonly<Record<string, RawRouteDocs>> = {
  putAssetContent: {
    tag: "assets",
    description: "`Content-Type` is the announced one, or missing; `Content-Length` is required.",
    security: signedUrl,
    parameters: [],
    requestBody: { required: true, content: bytes },
    responses: {
      200: { description: "The bytes are stored.", content: { "application/json": { schema: { $ref: "#/components/schemas/Envelope" } } } },
    },
    errors: [400, 403, 409, 411, 413, 415],
  },
  getAssetContent: {
    tag: "assets",
    description: "One range of bytes may be asked for. Whether the URL's user may still read is looked up each time.",
    security: signedUrl,
    parameters: [{ name: "Range", in: "header", schema: { ...text, examples: ["bytes=0-499"] } }],
    responses: {
      200: { description: "All bytes.", content: bytes },
      206: { description: "The range.", headers: { "Content-Range": { schema: text } }, content: bytes },
    },
    errors: [400, 403, 404, 416],
  },
  getAssetText: {
    tag: "assets",
    description: "Citations count in this text, in UTF-16 code units. A text stays while a citation names its version.",
    security: [{ userToken: [] }],
    parameters: [
      {
        name: "version",
        in: "query",
        description: "The hash of a text; without it, the current one.",
        schema: { ...text, pattern: "^[0-9a-f]{64}$" },
      },
    ],
    responses: {
      200: {
        description: "The text.",
        headers: { ETag: { description: "Its version.", schema: text } },
        content: { "text/plain": { schema: text } },
      },
    },
    errors: [400, 401, 403, 404, 409],
  },
  putAssetArtifact: {
    tag: "assets",
    description:
      "Text in UTF-8 of at most 10 MiB: `text`, `markdown` or `transcription` (the first of these that is there becomes the text that is " +
      "searched and cited, once the step `processing` completes), or `html`. A later one of the same kind takes its place.",
    security: signedUrl,
    parameters: [],
    requestBody: {
      required: true,
      content: { "text/plain": { schema: text }, "text/markdown": { schema: text }, "text/html": { schema: text } },
    },
    responses: {
      200: { description: "It is stored.", content: { "application/json": { schema: { $ref: "#/components/schemas/Envelope" } } } },
    },
    errors: [400, 403, 409, 411, 413, 415],
  },
  openThreadEvents: {
    tag: "threads",
    description:
      "Send `Upgrade: websocket`. A browser offers the subprotocols `knowledge.v1` and `bearer.<token>`. Each frame is a JSON object with `seq`. " +
      "A guest hears `textV1` and `renameThreadV1` only, under the thread's own `seq`, so with gaps, and sends nothing. " +
      'What is no longer kept is told by `{"resync":true,"seq":n}`: read the thread. A frame that is refused gets ' +
      '`{"error":{"code","message","messageId"}}`, and the socket stays. Send the text `ping` when the socket is open and at least every 30 seconds, ' +
      "each after the `pong` before it. " +
      "A refusal is accepted and then closed: 4400 bad request, 4401 credential, 4403 permission, 4404 no such thread, 4429 too many. " +
      "Later too: 4401 when the token has expired, 4403 when access is lost, 4408 for who does not read, 4413 for a frame above 256 KiB, 4429 for " +
      "who goes on sending above the rate limit.",
    security: [{ userToken: [] }, { publicAccessToken: [] }],
    parameters: [
      {
        name: "since",
        in: "query",
        description: "The last event that the client has; 0 for all that is kept.",
        schema: { ...text, pattern: "^\\d{1,15}$" },
      },
    ],
    responses: { 101: { description: "The socket." } },
    errors: [400],
  },
  getOpenApiDocument: {
    tag: "service",
    description: "",
    security: [],
    parameters: [],
    responses: { 200: { description: "OpenAPI 3.1.", content: { "application/json": { schema: { type: "object" } } } } },
    errors: [],
  },
  getReferencePage: {
    tag: "service",
    description: "",
    security: [],
    parameters: [],
    responses: { 200: { description: "A page without scripts.", content: { "text/html": { schema: text } } } },
    errors: [],
  },
};
