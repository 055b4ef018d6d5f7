import type { OperationId } from "../../domain/operation-ids.ts";
import { describeFields } from "./describe-fields.ts";
import * as z from "zod";
import { chatRequest } from "../wire/threads/chat.ts";
import type { JsonSchema } from "./json-schemas.ts";
import type { ResponseDocs } from "./operation-docs.ts";
import type { RawRouteDocs } from "./raw-docs.ts";

const text = { type: "string" } as const;
const ORIGIN = "https://knowledge.example.com";
const ASSET = "asset_01h455vb4pex5vsknk084sn02q";
const VERSION = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
export const MODEL = "collection:col_01h455vb4pex5vsknk084sn02q";

export const exampleCitation = {
  type: "url_citation",
  url_citation: {
    url: `${ORIGIN}/v1/assets/${ASSET}/text?version=${VERSION}`,
    title: "paper.pdf",
    start_index: 31,
    end_index: 34,
  },
  citation: {
    id: "cite_01h455vb4pex5vsknk084sn02q",
    assetId: ASSET,
    quote: "Engines can be analytical.",
    start: 120,
    end: 146,
    page: 4,
    version: VERSION,
    check: `${ORIGIN}/v1/threads/thread_01h455vb4pex5vsknk084sn02q/citations/cite_01h455vb4pex5vsknk084sn02q`,
  },
};

const completion = {
  id: "msg_01h455vb4pex5vsknk084sn02q",
  object: "chat.completion",
  created: 1_791_028_800,
  model: MODEL,
  choices: [
    {
      index: 0,
      message: {
        role: "assistant",
        content: "“Engines can be analytical.” [1]",
        refusal: null,
        annotations: [exampleCitation],
      },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 410, completion_tokens: 9, total_tokens: 419 },
  thread_id: "thread_01h455vb4pex5vsknk084sn02q",
};

const engines = {
  id: MODEL,
  object: "model",
  created: 1_791_028_800,
  owned_by: "knowledge-workspace",
  name: "Engines",
};
const models = { object: "list", data: [{ ...engines, id: "workspace", name: "Workspace" }, engines] };

/** JSON schema of the component `ChatError`. */
export const CHAT_ERROR: JsonSchema = {
  description: "An error as OpenAI's clients read it.",
  type: "object",
  properties: {
    error: {
      type: "object",
      description: "The error.",
      properties: {
        message: { ...text, description: "A sentence for a person." },
        type: { ...text, description: "The kind of error in OpenAI's words." },
        param: { type: ["string", "null"], description: "The wrong field; null for none." },
        code: { ...text, description: "The code of the contract." },
        operation_id: { ...text, description: "The `op_…` identifier of the call." },
      },
      required: ["message", "type", "param", "code", "operation_id"],
    },
  },
  required: ["error"],
};

export function refusal(
  code: string,
  type: string,
  message: string,
  param: string | null = null,
): ResponseDocs {
  const example = { error: { message, type, param, code, operation_id: "op_01h455vb4pex5vsknk084sn02q" } };
  return {
    description: message,
    content: { "application/json": { schema: { $ref: "#/components/schemas/ChatError" }, example } },
  };
}

/** Errors in the form of OpenAI's API, with the contract's `code`, for `#/components/responses`. */
export const CHAT_ERRORS: Readonly<Record<string, ResponseDocs>> = {
  ChatUnauthenticated: refusal(
    "unauthenticated",
    "authentication_error",
    "The credential is missing, expired or invalid.",
  ),
  ChatPermissionDenied: refusal(
    "permission_denied",
    "permission_error",
    "The caller may read the target, but not chat there.",
  ),
  ChatFailedPrecondition: refusal(
    "failed_precondition",
    "invalid_request_error",
    "The caller has not signed in with `syncUser`.",
  ),
  ChatResourceExhausted: refusal(
    "resource_exhausted",
    "rate_limit_error",
    "Too many requests. Try again in a minute.",
  ),
  ChatInternal: refusal("internal", "server_error", "The service failed."),
  ChatUnavailable: refusal("unavailable", "server_error", "Unavailable at the moment. Try again."),
};

/** Errors of every route in the form of OpenAI's API. */
export const REFUSALS: RawRouteDocs["responses"] = {
  401: { $ref: "#/components/responses/ChatUnauthenticated" },
  403: { $ref: "#/components/responses/ChatPermissionDenied" },
  409: { $ref: "#/components/responses/ChatFailedPrecondition" },
  429: { $ref: "#/components/responses/ChatResourceExhausted" },
  500: { $ref: "#/components/responses/ChatInternal" },
  503: { $ref: "#/components/responses/ChatUnavailable" },
};

export const COMPLETE_CHAT_DOCS: RawRouteDocs = {
  tag: "threads",
  description:
    "`model` selects the documents: `workspace` (the caller's own organization), `collection:col_…`, or `thread:thread_…`. " +
    "The service asks the user's last message in a thread, and question and answer stay there. A named thread is used " +
    "directly. Otherwise the service finds the thread with the user's earlier messages, or creates one in the collection (for " +
    "`workspace` in the personal collection). If the service does not know the conversation, it first asks the last two questions of the conversation again. Each `[n]` " +
    "of the answer has an annotation with the cited sentence. `writer` names a configured language model, or `extractive` for " +
    "quotes only. `verification` (`mark` or `strict`) may be stricter than the operator's setting. `max_tokens`, `max_completion_tokens` (-1 and 0 set no limit) " +
    "and `stop` apply. The service ignores `system` and other messages that are not the user's, `tools` and images. With " +
    "`stream` the answer arrives as server-sent events. If a language model writes, its words arrive as it writes " +
    "them, and the last chunk has the marks in `sentences`; otherwise the whole answer arrives together. An error is one more event. `aborted` means that the sent " +
    "text is void, because the model failed or its sources changed.",
  security: [{ userToken: [] }, { session: [] }, { apiKey: [] }],
  parameters: [],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: bodySchema(chatRequest, "completeChat"),
        example: { model: MODEL, messages: [{ role: "user", content: "What does the paper conclude?" }] },
      },
    },
  },
  responses: {
    200: {
      description: "The answer.",
      content: {
        "application/json": { schema: { type: "object" }, example: completion },
        "text/event-stream": { schema: text, example: "data: [DONE]\n\n" },
      },
    },
    400: refusal("invalid_argument", "invalid_request_error", "A missing or wrong field.", "model"),
    404: refusal(
      "not_found",
      "invalid_request_error",
      "There is no such collection or thread, or the caller may not read it.",
    ),
    413: refusal("invalid_argument", "invalid_request_error", "The body is larger than 1 MiB."),
    415: refusal("invalid_argument", "invalid_request_error", "The body has another content type."),
    504: refusal("deadline_exceeded", "server_error", "The answer is pending; the thread will show it."),
    ...REFUSALS,
  },
  errors: [],
};

export const LIST_CHAT_MODELS_DOCS: RawRouteDocs = {
  tag: "threads",
  description:
    "`workspace` if the caller may `chat` in their personal collection, and the collections with `chat`, among the first " +
    "1,000 readable ones.",
  security: [{ userToken: [] }, { session: [] }, { apiKey: [] }],
  parameters: [],
  responses: {
    200: {
      description: "The models.",
      content: { "application/json": { schema: { type: "object" }, example: models } },
    },
    ...REFUSALS,
  },
  errors: [],
};

export const GET_CHAT_MODEL_DOCS: RawRouteDocs = {
  tag: "threads",
  description:
    "`workspace`, `collection:col_…`, or `thread:thread_…`. `GET /v1/models` does not list threads.",
  security: [{ userToken: [] }, { session: [] }, { apiKey: [] }],
  parameters: [],
  responses: {
    200: {
      description: "The model.",
      content: { "application/json": { schema: { type: "object" }, example: engines } },
    },
    404: refusal(
      "not_found",
      "invalid_request_error",
      "There is no such model, or the caller may not read its documents.",
    ),
    ...REFUSALS,
  },
  errors: [],
};

export function bodySchema(request: z.ZodType, operation: OperationId): JsonSchema {
  const schema = describeFields(z.toJSONSchema(request, { io: "input" }), operation);
  const { $schema: _dialect, ...rest } = schema;
  return rest;
}
