import type { RawRouteDocs } from "./raw-docs.ts";

const message = { type: "object" } as const;
const text = { type: "string" } as const;

export const SERVE_MCP_DOCS: RawRouteDocs = {
  tag: "service",
  description:
    "Stateless Streamable HTTP of the revision 2026-07-28 and of earlier revisions, at the same URL. Tools: `search`, " +
    "`fetch`, `ask`, `list_collections`, `list_assets`, `add_text`, `add_url`; resources: `knowledge://asset/{id}`. Each tool " +
    "calls one operation of this document with the caller's current rights. A rejection is the tool's own error and starts " +
    "with the code. A notification gets 202 without a body. Responses are JSON, whatever `Accept` contains. A client that " +
    "accepts only `text/event-stream` gets the same message as one event. Every message counts as a request, and `ask` as a " +
    "message too. At most four calls of a user run at the same time, and 32 more wait. A call longer than 90 seconds ends " +
    "with the error -32001. Revisions up to 2025-03-26 may send an array of at most 20 messages, which run in order; later " +
    "revisions have no arrays.",
  security: [{ userToken: [] }, { apiKey: [] }],
  parameters: [
    {
      name: "MCP-Protocol-Version",
      in: "header",
      description: "The protocol's revision.",
      schema: { ...text, examples: ["2026-07-28"] },
    },
    {
      name: "Mcp-Method",
      in: "header",
      description: "The message's method.",
      schema: { ...text, examples: ["tools/call"] },
    },
    {
      name: "Mcp-Name",
      in: "header",
      description: "The tool or resource.",
      schema: { ...text, examples: ["ask"] },
    },
  ],
  requestBody: {
    required: true,
    content: {
      "application/json": {
        schema: message,
        example: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "ask", arguments: { question: "What does the paper conclude?" } },
        },
      },
    },
  },
  responses: {
    200: {
      description: "The answer to the message.",
      content: {
        "application/json": {
          schema: message,
          example: { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "No." }] } },
        },
        "text/event-stream": { schema: text, example: 'data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n' },
      },
    },
  },
  errors: [400, 401, 403, 409, 413, 415],
};

export const PROTECTED_RESOURCE_DOCS: RawRouteDocs = {
  tag: "service",
  description: "RFC 9728. `/mcp` refers to it when it rejects a credential.",
  security: [],
  parameters: [],
  responses: {
    200: {
      description: "The resource, and its authorization servers.",
      content: {
        "application/json": {
          schema: message,
          example: {
            resource: "https://knowledge.example.com/mcp",
            resource_name: "Knowledge workspace",
            authorization_servers: ["https://id.example.com"],
            bearer_methods_supported: ["header"],
          },
        },
      },
    },
  },
  errors: [],
};
