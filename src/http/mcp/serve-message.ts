import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { AppContext } from "../request-scope.ts";
import { serverFor } from "./server.ts";

/** Serves one message of any protocol revision. Rejects an array if its revision does not allow arrays. */
export async function serveMessage(c: AppContext, message: unknown): Promise<Response> {
  const request = withAccept(c.req.raw);
  if (await isLegacyRequest(request, message)) return await serveEarlier(c, request, message);
  // By default, the handler answers with JSON while no tool sends notifications. The option "json" would
  // print a warning for each handler.
  const handler = createMcpHandler(() => serverFor(c), { legacy: "reject" });
  try {
    return await handler.fetch(request, { parsedBody: message });
  } finally {
    await handler.close();
  }
}

/** Serves revisions with `initialize`, which the library's own handler would answer only with events. */
async function serveEarlier(c: AppContext, request: Request, message: unknown): Promise<Response> {
  const server = serverFor(c);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/**
 * Adds both media types to the Accept header, because the library rejects clients without them. Every
 * response is JSON, so the header has no other effect.
 */
function withAccept({ url, method, headers: sent, signal }: Request): Request {
  const headers = new Headers(sent);
  headers.set("accept", "application/json, text/event-stream");
  return new Request(url, { method, headers, signal });
}
