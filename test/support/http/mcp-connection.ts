import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** A client of the Model Context Protocol, of either generation. */
export interface McpConnection {
  readonly callTool: (input: { name: string; arguments: Record<string, unknown> }) => Promise<any>;
  readonly listTools: () => Promise<any>;
  readonly listResources: () => Promise<any>;
  readonly readResource: (input: { uri: string }) => Promise<any>;
  readonly close: () => Promise<void>;
}

export async function connectSecondGeneration(origin: string, token: string): Promise<McpConnection> {
  const client = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
  );
  return client as unknown as McpConnection;
}

export async function connectFirstGeneration(origin: string, token: string): Promise<McpConnection> {
  const client = new FirstClient({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new FirstTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }) as never);
  return client as unknown as McpConnection;
}
