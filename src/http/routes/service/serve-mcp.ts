import * as z from "zod";
import { answerMessages, CALL_MS } from "../../mcp/answer-messages.ts";
import { CallSlots } from "../../mcp/call-slots.ts";
import { callerKey } from "../../middleware/rate-limit.ts";
import type { RawRoute } from "../../register.ts";
import type { AppContext } from "../../request-scope.ts";

export const PROTECTED_RESOURCE_PATH = "/.well-known/oauth-protected-resource";

/** Shared by this isolate. Agents send a few calls concurrently, and further calls wait for a slot. */
// oxlint-disable-next-line workspace/no-shared-waiting -- a call that waits has a timer of its own, and a slot whose call has gone ends by itself
const slots = new CallSlots({ atOnce: 4, waiting: 32, heldMs: CALL_MS });

/**
 * Serves the Model Context Protocol over stateless HTTP. Each request has the access rights of its caller.
 */
export const serveMcpRoute: RawRoute = {
  id: "serveMcp",
  method: "POST",
  path: "/mcp",
  audience: "user",
  acceptsKeys: true,
  access: "The right of each tool's operation",
  summary: "The Model Context Protocol with tools for search, fetch, ask, list and add.",
  body: z.unknown(),
  challenge: (origin) => `Bearer resource_metadata="${origin}${PROTECTED_RESOURCE_PATH}"`,
  async handle(c) {
    const release = await slots.take(callerKey(c));
    const answered = answerMessages(c, c.req.valid("json" as never)).finally(release);
    // If the client disconnects, the call still ends and releases its slot.
    c.executionCtx.waitUntil(Promise.allSettled([answered]));
    const answer = await answered;
    return wantsEvents(c) ? await asEvent(answer) : answer;
  },
};

/** Whether the client accepts events but no JSON. All other clients get JSON, whichever types they accept. */
function wantsEvents(c: AppContext): boolean {
  const accept = c.req.header("accept") ?? "";
  return /text\/event-stream/i.test(accept) && !/application\/(json|\*)|\*\/\*/i.test(accept);
}

async function asEvent(answer: Response): Promise<Response> {
  if (answer.status !== 200) return answer;
  return new Response(`event: message\ndata: ${await answer.text()}\n\n`, {
    headers: { "content-type": "text/event-stream" },
  });
}
