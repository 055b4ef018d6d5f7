import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { AppContext } from "../request-scope.ts";
import { serverFor } from "./server.ts";

/** Serves one message of any revision, or rejects an array if its revision has none. */
export async function serveMessage(c: AppContext, message: unknown): Promise<Response> {
  const request = withAccept(c.req.raw);
  if (await isLegacyRequest(request, message)) return await serveEarlier(c, request, message);
  // The default answers JSON while no tool notifies. The option "json" prints a warning for each handler.
  const handler = createMcpHandler(() => serverFor(c), { legacy: "reject" });
  try {
    return await handler.fetch(request, { parsedBody: message });
  } finally {
    await handler.close();
  }
}

/** Revisions with `initialize`: the library's own handler would answer them as events only. */
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
 * The library rejects clients that do not accept both types. Every response is JSON, so the header does not
 * matter.
 */
function withAccept({ url, method, headers: sent, signal }: Request): Request {
  const headers = new Headers(sent);
  headers.set("accept", "application/json, text/event-stream");
  return new Request(url, { method, headers, signal });
}
