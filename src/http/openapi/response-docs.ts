import { responseRequest } from "../wire/threads/responses.ts";
import { bodySchema, exampleCitation, MODEL, refusal, REFUSALS } from "./chat-docs.ts";
import type { RawRouteDocs } from "./raw-docs.ts";

const { type, url_citation: cited, citation: exact } = exampleCitation;

const response = {
  id: "resp_01h455vb4pex5vsknk084sn02q",
  object: "response",
  created_at: 1_791_028_800,
  status: "completed",
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  model: MODEL,
  output: [
    {
      type: "message",
      id: "msg_01h455vb4pex5vsknk084sn02q",
      status: "completed",
      role: "assistant",
      content: [
        {
          type: "output_text",
          text: "“Engines can be analytical.” [1]",
          annotations: [{ type, ...cited, citation: exact }],
          logprobs: [],
        },
      ],
    },
  ],
  parallel_tool_calls: false,
  previous_response_id: null,
  temperature: null,
  text: { format: { type: "text" } },
  tool_choice: "none",
  tools: [],
  top_p: null,
  usage: {
    input_tokens: 410,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 419,
  },
  thread_id: "thread_01h455vb4pex5vsknk084sn02q",
  dropped_sentences: 0,
  sentences: [{ start: 0, end: 32, support: "quoted", ordinals: [1], reason: "" }],
};

export const CREATE_RESPONSE_DOCS: RawRouteDocs = {
  tag: "threads",
  description:
    "`model` selects the documents, as in `POST /v1/chat/completions`. `input` is a question, or a conversation of message " +
    "items. `previous_response_id` continues the thread of an earlier response with its scope; only the last message of the " +
    "user then counts. The service stores every question and answer in a thread and accepts, but does not use, `instructions`, " +
    "`tools`, `store` and messages that are not the user's. `sentences` marks the parts of the text with their support. " +
    "With `stream` the response arrives as server-sent events that end with `response.completed` or `error`.",
  security: [{ userToken: [] }, { session: [] }, { apiKey: [] }],
  parameters: [],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: bodySchema(responseRequest, "createResponse"),
        example: { model: MODEL, input: "What does the paper conclude?" },
      },
    },
  },
  responses: {
    200: {
      description: "The response.",
      content: {
        "application/json": { schema: { type: "object" }, example: response },
        "text/event-stream": {
          schema: { type: "string" },
          example: 'event: response.completed\ndata: {"type":"response.completed"}\n\n',
        },
      },
    },
    400: refusal("invalid_argument", "invalid_request_error", "A missing or wrong field.", "model"),
    404: refusal(
      "not_found",
      "invalid_request_error",
      "There is no such collection, thread or response, or the caller may not read it.",
    ),
    413: refusal("invalid_argument", "invalid_request_error", "The body is larger than 1 MiB."),
    415: refusal("invalid_argument", "invalid_request_error", "The body has another content type."),
    504: refusal("deadline_exceeded", "server_error", "The answer is pending; the thread will show it."),
    ...REFUSALS,
  },
  errors: [],
};
