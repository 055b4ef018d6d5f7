import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Http } from "../request-scope.ts";
import { serverFor } from "./server.ts";

/** Serves one message of any revision, or refuses an array whose revision has none. */
export async function serveMessage(c: Http, message: unknown): Promise<Response> {
  const request = withAccept(c.req.raw);
  if (await isLegacyRequest(request, message)) return await serveEarlier(c, request, message);
  // Its default answers JSON while no tool notifies; "json" prints a warning for each handler.
  const handler = createMcpHandler(() => serverFor(c), { legacy: "reject" });
  try {
    return await handler.fetch(request, { parsedBody: message });
  } finally {
    await handler.close();
  }
}

/** Revisions with an `initialize`: the library's own handler would answer them as events alone. */
async function serveEarlier(c: Http, request: Request, message: unknown): Promise<Response> {
  const server = serverFor(c);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

/** The library refuses clients that do not name both types. Every answer is JSON, so the header says nothing that it must know. */
function withAccept({ url, method, headers: sent, signal }: Request): Request {
  const headers = new Headers(sent);
  headers.set("accept", "application/json, text/event-stream");
  return new Request(url, { method, headers, signal });
}
