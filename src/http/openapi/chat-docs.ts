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
const MODEL = "collection:col_01h455vb4pex5vsknk084sn02q";

const citation = {
  type: "url_citation",
  url_citation: { url: `${ORIGIN}/v1/assets/${ASSET}/text?version=${VERSION}`, title: "paper.pdf", start_index: 31, end_index: 34 },
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
      message: { role: "assistant", content: "“Engines can be analytical.” [1]", refusal: null, annotations: [citation] },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 410, completion_tokens: 9, total_tokens: 419 },
  thread_id: "thread_01h455vb4pex5vsknk084sn02q",
};

const engines = { id: MODEL, object: "model", created: 1_791_028_800, owned_by: "knowledge-workspace", name: "Engines" };
const models = { object: "list", data: [{ ...engines, id: "workspace", name: "Workspace" }, engines] };

const ERROR_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: { message: text, type: text, param: { type: ["string", "null"] }, code: text, operation_id: text },
      required: ["message", "type", "param", "code", "operation_id"],
    },
  },
  required: ["error"],
};

function refusal(code: string, type: string, message: string, param: string | null = null): ResponseDocs {
  const example = { error: { message, type, param, code, operation_id: "op_01h455vb4pex5vsknk084sn02q" } };
  return { description: message, content: { "application/json": { schema: ERROR_SCHEMA, example } } };
}

/** Errors as OpenAI's clients read them, with the contract's `code`. */
const REFUSALS: RawRouteDocs["responses"] = {
  401: refusal("unauthenticated", "authentication_error", "No credential, or one that has expired or cannot be verified."),
  403: refusal("permission_denied", "permission_error", "The caller may see the thing, but not chat there."),
  409: refusal("failed_precondition", "invalid_request_error", "The caller has never synced."),
  429: refusal("resource_exhausted", "rate_limit_error", "Too many requests. Try again in a minute."),
  500: refusal("internal", "server_error", "Something went wrong on our side."),
  503: refusal("unavailable", "server_error", "Not at the moment; try again."),
};

export const COMPLETE_CHAT_DOCS: RawRouteDocs = {
  tag: "threads",
  description:
    "`model` says what it is about: `workspace` (all of the caller's own organization), `collection:col_…`, or `thread:thread_…`. " +
    "The last of the user's messages is asked in a thread, where question and answer stay: the named one; else the one in which the caller " +
    "had this conversation so far, known by the user's messages before; else a new one, in the collection, or in the personal collection " +
    "for `workspace`. Of a conversation that is not known the last two questions are asked there first. Each `[n]` of the answer has an " +
    "annotation with the exact sentence it rests on; `max_tokens`, `max_completion_tokens` (-1 and 0 set no limit) and `stop` are kept. " +
    "`system` and other messages that are not the user's, `tools` and pictures are not read. With `stream` the answer comes as server-sent " +
    "events: where a language model writes, each sentence once it is proven, while the next ones are written; else all of it at once. An error " +
    "is one more event, also where what was told does not stand in the end (`aborted`), as the model broke off or its sources were withdrawn.",
  security: [{ userToken: [] }, { apiKey: [] }],
  parameters: [],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: bodySchema(),
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
    404: refusal("not_found", "invalid_request_error", "There is no such collection or thread, or the caller may not read it."),
    413: refusal("invalid_argument", "invalid_request_error", "The body is larger than 1 MiB."),
    415: refusal("invalid_argument", "invalid_request_error", "The body is of another content type."),
    504: refusal("deadline_exceeded", "server_error", "The answer is still being written: it will stand in the thread."),
    ...REFUSALS,
  },
  errors: [],
};

export const LIST_CHAT_MODELS_DOCS: RawRouteDocs = {
  tag: "threads",
  description:
    "`workspace`, where the caller may `chat` in their personal collection, and the collections where they may: of the first 1,000 that they " +
    "may read.",
  security: [{ userToken: [] }, { apiKey: [] }],
  parameters: [],
  responses: {
    200: { description: "The models.", content: { "application/json": { schema: { type: "object" }, example: models } } },
    ...REFUSALS,
  },
  errors: [],
};

export const GET_CHAT_MODEL_DOCS: RawRouteDocs = {
  tag: "threads",
  description: "`workspace`, `collection:col_…`, or `thread:thread_…`, which `GET /v1/models` does not list.",
  security: [{ userToken: [] }, { apiKey: [] }],
  parameters: [],
  responses: {
    200: { description: "The model.", content: { "application/json": { schema: { type: "object" }, example: engines } } },
    404: refusal("not_found", "invalid_request_error", "There is no such model, or the caller may not read what it is about."),
    ...REFUSALS,
  },
  errors: [],
};

function bodySchema(): JsonSchema {
  const { $schema: _dialect, ...schema } = describeFields(z.toJSONSchema(chatRequest, { io: "input" }), "completeChat");
  return schema;
}
