import { envelope } from "../envelope.ts";
import { EXPORT_DOCS, USER_EXPORT_DOCS } from "./export-docs.ts";
import { CRAWL_EVENTS_DOCS } from "./crawl-events-docs.ts";
import { COMPLETE_CHAT_DOCS, GET_CHAT_MODEL_DOCS, LIST_CHAT_MODELS_DOCS } from "./chat-docs.ts";
import { CREATE_RESPONSE_DOCS } from "./response-docs.ts";
import { PROTECTED_RESOURCE_DOCS, SERVE_MCP_DOCS } from "./mcp-docs.ts";
import { HEALTH_DOCS } from "./health-docs.ts";
import { METRICS_DOCS } from "./metrics-docs.ts";
import type { ParameterDocs } from "./operation-docs.ts";
import type { RawRouteDocs } from "./raw-docs.ts";
import { FINISH_SIGN_IN_DOCS, START_SIGN_IN_DOCS } from "./sign-in-docs.ts";
import { THREAD_EVENTS_DOCS } from "./thread-events-docs.ts";

const text = { type: "string" } as const;
const stored = {
  schema: { $ref: "#/components/schemas/Envelope" },
  example: envelope({
    code: "ok",
    message: "Done.",
    data: {},
    operationId: "op_01h455vb4pex5vsknk084sn02q",
    duration: 12,
  }),
};
const bytes = { "*/*": { schema: {} } };
const sampleBytes = { "*/*": { schema: {}, example: "We conclude that engines can be analytical." } };
const signedUrl = [{ signedUrl: [] }];

const ifNoneMatch: ParameterDocs = {
  name: "If-None-Match",
  in: "header",
  description: "The `ETag` of an earlier response.",
  schema: text,
};
const range: ParameterDocs = {
  name: "Range",
  in: "header",
  description: "The requested bytes.",
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
    version: "1.0.0",
    openapi: "/openapi.json",
    reference: "/reference",
    status: "/status",
    issuers: [{ issuer: "https://id.example.com", audience: "knowledge-workspace" }],
  },
  operationId: "op_01h455vb4pex5vsknk084sn02q",
  duration: 1,
});

/** Documentation of raw routes by route id. A test requires an entry for every raw route. */
export const RAW_ROUTE_DOCS: Readonly<Record<string, RawRouteDocs>> = {
  putAssetContent: {
    tag: "assets",
    description: "`Content-Type` must equal the announced one or be missing. `Content-Length` is required.",
    security: signedUrl,
    parameters: [],
    requestBody: { required: true, content: bytes },
    responses: {
      200: { description: "The service stored the bytes.", content: { "application/json": stored } },
    },
    errors: [400, 403, 409, 411, 413, 415],
  },
  putMultipartPart: {
    tag: "assets",
    description:
      "A repeated part replaces the earlier one. `Content-Length` is required and must equal the part's size.",
    security: signedUrl,
    parameters: [],
    requestBody: { required: true, content: bytes },
    responses: {
      200: { description: "The service stored the part.", content: { "application/json": stored } },
    },
    errors: [400, 403, 409, 411, 413],
  },
  getAssetContent: {
    tag: "assets",
    description: "Accepts one byte range. Each use checks whether the URL's user may still read the asset.",
    security: signedUrl,
    parameters: [range, ifNoneMatch],
    responses: {
      304: { description: "The caller has these bytes." },
      200: { description: "All bytes.", content: sampleBytes },
      206: {
        description: "The range.",
        headers: { "Content-Range": { schema: text } },
        content: sampleBytes,
      },
    },
    errors: [400, 403, 404, 416],
  },
  ...HEALTH_DOCS,
  getMetrics: METRICS_DOCS,
  getAssetText: {
    tag: "assets",
    description:
      "Offsets of citations refer to this text, in UTF-16 code units. The service keeps a text while a citation names its version.",
    security: [{ userToken: [] }, { session: [] }, { apiKey: [] }],
    parameters: [
      {
        name: "version",
        in: "query",
        description: "The hash of a text version; default: the current one.",
        schema: { ...text, pattern: "^[0-9a-f]{64}$" },
      },
      ifNoneMatch,
    ],
    responses: {
      304: { description: "The caller has this text." },
      200: {
        description: "The text.",
        headers: { ETag: { description: "The text version.", schema: text } },
        content: { "text/plain": { schema: text, example: "We conclude that engines can be analytical." } },
      },
    },
    errors: [400, 401, 403, 404, 409],
  },
  getAssetArtifact: {
    tag: "assets",
    description:
      "`markdown` and `html` of a file that the service extracted, up to 10 MiB, or the artifacts of a processor. The asset's `produced…` flags show the existing ones. The service's HTML runs and loads nothing; a processor's HTML returns unchanged and sandboxed. Accepts one byte range.",
    security: [{ userToken: [] }, { session: [] }, { apiKey: [] }],
    parameters: [range, ifNoneMatch],
    responses: {
      304: { description: "The caller has these bytes." },
      200: {
        description: "The document.",
        headers: { ETag: { description: "The tag of these bytes.", schema: text } },
        content: artifactContent,
      },
      206: {
        description: "The range.",
        headers: { "Content-Range": { schema: text } },
        content: artifactContent,
      },
    },
    errors: [400, 401, 403, 404, 409, 416],
  },
  putAssetArtifact: {
    tag: "assets",
    description:
      "UTF-8 text of at most 10 MiB: `text`, `markdown`, `transcription` or `html`. When the step `processing` completes, the first of " +
      "the first three becomes the searched and cited text. A later artifact of the same kind replaces the earlier one. A form feed (U+000C) " +
      "ends a page, a slide or a sheet, and the heading at its start names a sheet. A text that starts with `WEBVTT` has cue times. " +
      "The `locator` of a citation shows this place if the text has one, otherwise the line number.",
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
      200: { description: "The service stored the artifact.", content: { "application/json": stored } },
    },
    errors: [400, 403, 409, 411, 413, 415],
  },
  openThreadEvents: THREAD_EVENTS_DOCS,
  openCrawlEvents: CRAWL_EVENTS_DOCS,
  completeChat: COMPLETE_CHAT_DOCS,
  createResponse: CREATE_RESPONSE_DOCS,
  listChatModels: LIST_CHAT_MODELS_DOCS,
  getChatModel: GET_CHAT_MODEL_DOCS,
  exportOrganization: EXPORT_DOCS,
  exportUser: USER_EXPORT_DOCS,
  startSignIn: START_SIGN_IN_DOCS,
  finishSignIn: FINISH_SIGN_IN_DOCS,
  serveMcp: SERVE_MCP_DOCS,
  getProtectedResource: PROTECTED_RESOURCE_DOCS,
  getProtectedResourceOfMcp: PROTECTED_RESOURCE_DOCS,
  getHome: {
    tag: "service",
    description: "The web console for browsers (`Accept: text/html`), links as JSON for programs.",
    security: [],
    parameters: [],
    responses: {
      200: {
        description: "The links to the documentation, and the accepted issuers.",
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
      200: {
        description: "OpenAPI 3.1.",
        content: { "application/json": { schema: { type: "object" }, example: { openapi: "3.1.1" } } },
      },
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
