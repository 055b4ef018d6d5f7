import { envelope } from "../envelope.ts";
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
const stored = {
  schema: { $ref: "#/components/schemas/Envelope" },
  example: envelope({ code: "ok", message: "Done.", data: {}, operationId: "op_01h455vb4pex5vsknk084sn02q", duration: 12 }),
};
const bytes = { "*/*": { schema: {} } };
const sampleBytes = { "*/*": { schema: {}, example: "We conclude that engines can be analytical." } };
const signedUrl = [{ signedUrl: [] }];

const ifNoneMatch: ParameterDocs = { name: "If-None-Match", in: "header", description: "The `ETag` of an answer.", schema: text };

export const HOME_EXAMPLE = envelope({
  code: "ok",
  message: "Done.",
  data: {
    name: "knowledge-workspace",
    version: "0.1.0",
    openapi: "/openapi.json",
    reference: "/reference",
    status: "/status",
    issuers: [{ issuer: "https://id.example.com", audience: "knowledge-workspace" }],
  },
  operationId: "op_01h455vb4pex5vsknk084sn02q",
  duration: 1,
});

/** By route id; a test holds that every raw route stands here. */
export const RAW_ROUTE_DOCS: Readonly<Record<string, RawRouteDocs>> = {
  putAssetContent: {
    tag: "assets",
    description: "`Content-Type` is the announced one, or missing; `Content-Length` is required.",
    security: signedUrl,
    parameters: [],
    requestBody: { required: true, content: bytes },
    responses: {
      200: { description: "The bytes are stored.", content: { "application/json": stored } },
    },
    errors: [400, 403, 409, 411, 413, 415],
  },
  getAssetContent: {
    tag: "assets",
    description: "One range of bytes may be asked for. Whether the URL's user may still read is looked up each time.",
    security: signedUrl,
    parameters: [{ name: "Range", in: "header", schema: { ...text, examples: ["bytes=0-499"] } }, ifNoneMatch],
    responses: {
      304: { description: "The caller has these bytes." },
      200: { description: "All bytes.", content: sampleBytes },
      206: { description: "The range.", headers: { "Content-Range": { schema: text } }, content: sampleBytes },
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
      ifNoneMatch,
    ],
    responses: {
      304: { description: "The caller has this text." },
      200: {
        description: "The text.",
        headers: { ETag: { description: "Its version.", schema: text } },
        content: { "text/plain": { schema: text, example: "We conclude that engines can be analytical." } },
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
      200: { description: "It is stored.", content: { "application/json": stored } },
    },
    errors: [400, 403, 409, 411, 413, 415],
  },
  openThreadEvents: {
    tag: "threads",
    description:
      "Send `Upgrade: websocket`. A browser offers the subprotocols `knowledge.v1` and `bearer.<token>`. Each frame is a JSON object with `seq`. " +
      "A guest hears `textV1` and `renameThreadV1` only, under the thread's own `seq`, so with gaps, and sends nothing. " +
      'What is no longer kept, tells of a document that is deleted, or is too much to send again at once, is told by `{"resync":true,"seq":n}`: read the thread. It comes later too, when a document that the thread tells of is deleted or restored. A frame that is refused gets ' +
      '`{"error":{"code","message","messageId"}}`, and the socket stays. Send the text `ping` when the socket is open, ' +
      "after every 16 KiB heard and at least every 30 seconds, each after the `pong` before it. " +
      "A refusal is accepted and then closed: 4400 bad request, 4401 credential, 4403 permission, 4404 no such thread, 4429 too many. " +
      "Later too: 4401 when the token has expired, 4403 when access is lost, 4408 for who may be behind with reading, and for a guest after each 256 KiB (come back with `since`), 4412 when the account was merged " +
      "into another one (open a new socket), 4413 for a frame above 256 KiB, 4429 for who goes on sending above the rate limit. " +
      "Before 4401, 4403 and 4412 comes a last frame with the reason and the code, since the close itself may be heard late: " +
      '`{"error":{"code","message","messageId":"","closeCode"}}`.',
    security: [{ userToken: [] }, { publicAccessToken: [] }],
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
    ],
    responses: { 101: { description: "The socket." } },
    errors: [400],
  },
  getHome: {
    tag: "service",
    description: "A small page for a browser (`Accept: text/html`), the same as JSON for a program.",
    security: [],
    parameters: [],
    responses: {
      200: {
        description: "Where the documents are, and whose tokens are taken.",
        content: {
          "application/json": { schema: { $ref: "#/components/schemas/Envelope" }, example: HOME_EXAMPLE },
          "text/html": { schema: text, example: "<!doctype html><title>Knowledge workspace</title>" },
        },
      },
    },
    errors: [],
  },
  getOpenApiDocument: {
    tag: "service",
    description: "",
    security: [],
    parameters: [],
    responses: {
      200: { description: "OpenAPI 3.1.", content: { "application/json": { schema: { type: "object" }, example: { openapi: "3.1.1" } } } },
    },
    errors: [],
  },
  getReferencePage: {
    tag: "service",
    description: "",
    security: [],
    parameters: [],
    responses: {
      200: {
        description: "A page without scripts.",
        content: { "text/html": { schema: text, example: "<!doctype html><title>Reference</title>" } },
      },
    },
    errors: [],
  },
};
