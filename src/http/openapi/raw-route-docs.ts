import { envelope } from "../envelope.ts";
import { EXPORT_DOCS, USER_EXPORT_DOCS } from "./export-docs.ts";
import { CRAWL_EVENTS_DOCS } from "./crawl-events-docs.ts";
import { COMPLETE_CHAT_DOCS, GET_CHAT_MODEL_DOCS, LIST_CHAT_MODELS_DOCS } from "./chat-docs.ts";
import { PROTECTED_RESOURCE_DOCS, SERVE_MCP_DOCS } from "./mcp-docs.ts";
import { METRICS_DOCS } from "./metrics-docs.ts";
import type { ParameterDocs } from "./operation-docs.ts";
import type { RawRouteDocs } from "./raw-docs.ts";
import { THREAD_EVENTS_DOCS } from "./thread-events-docs.ts";

const text = { type: "string" } as const;
const stored = {
  schema: { $ref: "#/components/schemas/Envelope" },
  example: envelope({ code: "ok", message: "Done.", data: {}, operationId: "op_01h455vb4pex5vsknk084sn02q", duration: 12 }),
};
const bytes = { "*/*": { schema: {} } };
const sampleBytes = { "*/*": { schema: {}, example: "We conclude that engines can be analytical." } };
const signedUrl = [{ signedUrl: [] }];

const ifNoneMatch: ParameterDocs = { name: "If-None-Match", in: "header", description: "The `ETag` of an answer.", schema: text };
const range: ParameterDocs = {
  name: "Range",
  in: "header",
  description: "The bytes that are wanted.",
  schema: { ...text, examples: ["bytes=0-499"] },
};

const artifactContent = {
  "text/markdown": { schema: text, example: "# Report\n" },
  "text/html": { schema: text, example: "<h1>Report</h1>\n" },
  "text/plain": { schema: text, example: "Good evening." },
};

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
  putMultipartPart: {
    tag: "assets",
    description: "A part may be sent again, and takes the place of the one before. `Content-Length` is required, and the part's own.",
    security: signedUrl,
    parameters: [],
    requestBody: { required: true, content: bytes },
    responses: {
      200: { description: "The part is stored.", content: { "application/json": stored } },
    },
    errors: [400, 403, 409, 411, 413],
  },
  getAssetContent: {
    tag: "assets",
    description: "One range of bytes may be asked for. Whether the URL's user may still read is looked up each time.",
    security: signedUrl,
    parameters: [range, ifNoneMatch],
    responses: {
      304: { description: "The caller has these bytes." },
      200: { description: "All bytes.", content: sampleBytes },
      206: { description: "The range.", headers: { "Content-Range": { schema: text } }, content: sampleBytes },
    },
    errors: [400, 403, 404, 416],
  },
  getMetrics: METRICS_DOCS,
  getAssetText: {
    tag: "assets",
    description: "Citations count in this text, in UTF-16 code units. A text stays while a citation names its version.",
    security: [{ userToken: [] }, { apiKey: [] }],
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
  getAssetArtifact: {
    tag: "assets",
    description:
      "`markdown` and `html` of what is read here, unless they would be longer than 10 MiB; of what an external worker read, what it handed in. The asset's `produced…` flags say which there are. HTML that is made here runs and loads nothing; a worker's is answered as it came, sandboxed. One range of bytes may be asked for.",
    security: [{ userToken: [] }, { apiKey: [] }],
    parameters: [range, ifNoneMatch],
    responses: {
      304: { description: "The caller has these bytes." },
      200: {
        description: "The document.",
        headers: { ETag: { description: "Of these bytes.", schema: text } },
        content: artifactContent,
      },
      206: { description: "The range.", headers: { "Content-Range": { schema: text } }, content: artifactContent },
    },
    errors: [400, 401, 403, 404, 409, 416],
  },
  putAssetArtifact: {
    tag: "assets",
    description:
      "Text in UTF-8 of at most 10 MiB: `text`, `markdown` or `transcription` (the first of these that is there becomes the text that is " +
      "searched and cited, once the step `processing` completes), or `html`. A later one of the same kind takes its place. A form feed " +
      "(U+000C) in that text ends a page, of a presentation a slide, of a spreadsheet a sheet (called as the heading at its beginning says), " +
      "and a text that begins with `WEBVTT` has the times of its cues: citations say them in `locator`, else the line.",
    security: signedUrl,
    parameters: [],
    requestBody: {
      required: true,
      content: {
        "text/plain": { schema: text },
        "text/markdown": { schema: text },
        "text/html": { schema: text, example: "<h1>Report</h1>\n" },
      },
    },
    responses: {
      200: { description: "It is stored.", content: { "application/json": stored } },
    },
    errors: [400, 403, 409, 411, 413, 415],
  },
  openThreadEvents: THREAD_EVENTS_DOCS,
  openCrawlEvents: CRAWL_EVENTS_DOCS,
  completeChat: COMPLETE_CHAT_DOCS,
  listChatModels: LIST_CHAT_MODELS_DOCS,
  getChatModel: GET_CHAT_MODEL_DOCS,
  exportOrganization: EXPORT_DOCS,
  exportUser: USER_EXPORT_DOCS,
  serveMcp: SERVE_MCP_DOCS,
  getProtectedResource: PROTECTED_RESOURCE_DOCS,
  getProtectedResourceOfMcp: PROTECTED_RESOURCE_DOCS,
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
