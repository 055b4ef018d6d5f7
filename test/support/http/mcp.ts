import { type CallOptions, rawCall } from "./call.ts";

export interface McpAnswer {
  readonly status: number;
  /** `ok`, the contract's error code, or the number of the JSON-RPC error. */
  readonly code: string;
  readonly result: any;
  readonly text: string;
}

/** Sends one message to `/mcp`, as a client of a session-based protocol version does. */
export async function sendMcp(method: string, params: object, options: CallOptions = {}): Promise<McpAnswer> {
  const headers = {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": "2025-06-18",
    ...options.headers,
  };
  const response = await rawCall("POST", "/mcp", {
    ...options,
    headers,
    body: { jsonrpc: "2.0", id: 1, method, params },
  });
  const text = await response.text();
  const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
  const message = JSON.parse(data) as { code?: string; result?: any; error?: { code: number } };
  const told =
    message.result?.isError === true ? String(message.result.content[0].text).split(":")[0] : undefined;
  const code = message.code ?? told ?? (message.error === undefined ? "ok" : String(message.error.code));
  return { status: response.status, code, result: message.result, text };
}

export async function callTool(name: string, input: object, options: CallOptions = {}): Promise<McpAnswer> {
  return await sendMcp("tools/call", { name, arguments: input }, options);
}
