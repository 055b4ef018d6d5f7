import { McpServer } from "@modelcontextprotocol/server";
import { addReadTools } from "./read-tools.ts";
import { addResources } from "./resources.ts";
import { addWriteTools } from "./write-tools.ts";
import type { AppContext } from "../request-scope.ts";

const INSTRUCTIONS =
  "Documents of one person or team. `ask` answers from them with exact quotes, or says that nothing in them answers; `search` finds " +
  "passages and `fetch` reads a document. Identifiers: col_… collections, asset_… documents, thread_… conversations.";

/** Creates a server for one request. Its tools have the access rights of the request's caller. */
export function serverFor(c: AppContext): McpServer {
  const { buildVersion } = c.var.scope.config;
  const server = new McpServer(
    { name: "knowledge-workspace", version: buildVersion, title: "Knowledge workspace" },
    { instructions: INSTRUCTIONS },
  );
  addReadTools(server, c);
  addWriteTools(server, c);
  addResources(server, c);
  return server;
}
