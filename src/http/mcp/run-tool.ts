import type { OperationId } from "../../domain/operation-ids.ts";
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Context } from "../../services/context/context.ts";
import { mapError } from "../map-error.ts";
import { type AppContext, serviceContext } from "../request-scope.ts";
import { logError } from "../respond.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";

/** The result of a tool: a record for programs, and text for models that cannot process records. */
export interface ToolAnswer<R extends Record<string, unknown>> {
  readonly record: R;
  readonly words: string;
}

/**
 * Runs a use case as its operation.
 * @returns the result; a rejection becomes the tool's own error with the contract's code, so that a model can
 * react
 */
export async function runTool<R extends Record<string, unknown>>(
  c: AppContext,
  operation: OperationId,
  verb: (ctx: Context) => Promise<ToolAnswer<R>>,
): Promise<CallToolResult> {
  try {
    const { record, words } = await retryOnConflict(async () => await verb(contextOf(c, operation)));
    return { content: [{ type: "text", text: words }], structuredContent: record };
  } catch (thrown) {
    return { isError: true, content: [{ type: "text", text: await explained(c, thrown) }] };
  }
}

/**
 * Runs a use case for a resource.
 * @throws Error with a message that is safe for callers
 */
export async function runResource<T>(
  c: AppContext,
  operation: OperationId,
  verb: (ctx: Context) => Promise<T>,
): Promise<T> {
  try {
    return await verb(contextOf(c, operation));
  } catch (thrown) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, await explained(c, thrown));
  }
}

/**
 * The context of a tool call. The audit log records the tool's change under the operation that makes the
 * change.
 */
function contextOf(c: AppContext, operation: OperationId): Context {
  return { ...serviceContext(c), operation };
}

async function explained(c: AppContext, thrown: unknown): Promise<string> {
  const { operationId, platform } = c.var.scope;
  const error = logError(c, await mapError(platform, thrown));
  return `${error.code}: ${error.message} (${operationId})`;
}
