import { requireRate } from "../middleware/rate-limit.ts";
import type { AppContext } from "../request-scope.ts";
import { idOf, INVALID_REQUEST, rpcError, rpcRejection, TIMED_OUT } from "./rpc-error.ts";
import { serveMessage } from "./serve-message.ts";
import { MS_PER_SECOND } from "../../domain/time.ts";

/** Longer than the 60 seconds for which `ask` waits for an answer. */
export const CALL_MS = 90_000;
/**
 * The last protocol revision that allows an array of messages. A request without a revision is treated as
 * this one.
 */
const LAST_WITH_BATCHES = "2025-03-26";
const MAX_BATCH = 20;

/** Answers a message, or the messages of an array one by one within a common deadline. */
export async function answerMessages(c: AppContext, body: unknown): Promise<Response> {
  const deadline = Date.now() + CALL_MS;
  if (!Array.isArray(body)) return await answerInTime(c, body, deadline);
  const fault = batchFault(c.req.header("mcp-protocol-version") ?? LAST_WITH_BATCHES, body);
  if (fault !== null) return rpcError(null, INVALID_REQUEST, `invalid_argument: ${fault}`, 400);
  const answers: unknown[] = [];
  for (const [at, message] of body.entries()) {
    // The route has already counted the first message against the rate limit.
    const answer =
      (at === 0 ? null : await refusal(c, message)) ?? (await answerInTime(c, message, deadline));
    if (answer.body !== null) answers.push(await answer.json());
  }
  return answers.length === 0 ? new Response(null, { status: 202 }) : Response.json(answers);
}

function batchFault(revision: string, messages: readonly unknown[]): string | null {
  if (revision > LAST_WITH_BATCHES)
    return "Revisions after 2025-03-26 have no batches. Send each message by itself.";
  if (messages.length === 0 || messages.length > MAX_BATCH) return `A batch has 1 to ${MAX_BATCH} messages.`;
  if (messages.some(isInitialize)) return "`initialize` cannot be part of a batch.";
  return null;
}

function isInitialize(message: unknown): boolean {
  return (
    typeof message === "object" && message !== null && "method" in message && message.method === "initialize"
  );
}

async function refusal(c: AppContext, message: unknown): Promise<Response | null> {
  try {
    await requireRate(c, "request");
    return null;
  } catch (thrown) {
    const id = idOf(message);
    return id === null ? new Response(null, { status: 202 }) : rpcRejection(id, thrown, c.var.scope);
  }
}

async function answerInTime(c: AppContext, message: unknown, deadline: number): Promise<Response> {
  const { promise: late, resolve } = Promise.withResolvers<Response>();
  const end = (): void =>
    resolve(
      rpcError(
        idOf(message),
        TIMED_OUT,
        `deadline_exceeded: The call took longer than ${CALL_MS / MS_PER_SECOND} seconds.`,
      ),
    );
  const timer = setTimeout(end, Math.max(0, deadline - Date.now()));
  try {
    return await Promise.race([serveMessage(c, message), late]);
  } finally {
    clearTimeout(timer);
  }
}
