import { createMcpHandler } from "@modelcontextprotocol/server";
import * as z from "zod";
import { serverFor } from "../../mcp/server.ts";
import type { RawRoute } from "../../register.ts";

export const PROTECTED_RESOURCE_PATH = "/.well-known/oauth-protected-resource";

/** The Model Context Protocol over HTTP, without sessions: one request, one answer, by who calls at that moment. */
export const serveMcp: RawRoute = {
  id: "serveMcp",
  method: "POST",
  path: "/mcp",
  who: "user",
  byKey: true,
  access: "Oneself; each tool what its operation asks for",
  summary: "The Model Context Protocol: search, fetch, ask, list and add as tools.",
  body: z.unknown(),
  challenge: (origin) => `Bearer resource_metadata="${origin}${PROTECTED_RESOURCE_PATH}"`,
  async handle(c) {
    const handler = createMcpHandler(() => serverFor(c), { responseMode: "json" });
    try {
      return await handler.fetch(c.req.raw, { parsedBody: c.req.valid("json" as never) });
    } finally {
      await handler.close();
    }
  },
};
