import type { OutgoingMessage } from "./frames.ts";
import { idFromBytes } from "./identifiers.ts";
import type { RequestInput, Schemas } from "./operation-types.ts";

export type ThreadQuery = NonNullable<RequestInput<"GET", "/v1/threads/{threadID}">["query"]>;

export type ReadThread = (query: ThreadQuery, signal?: AbortSignal) => Promise<Schemas["Thread"]>;

const PAGE = 500;
/**
 * The caller's own messages are among the newest, so the search stops after 5,000 messages (`MAX_PAGES`
 * pages).
 */
export const MAX_PAGES = 10;

/** Finds the given messages in the thread, newest page first. Rejects as `readThread` does. */
export async function findAcknowledged(
  readThread: ReadThread,
  messages: readonly OutgoingMessage[],
  signal: AbortSignal,
): Promise<readonly OutgoingMessage[]> {
  const found = new Set<OutgoingMessage>();
  let query: ThreadQuery = { messagesLimit: PAGE };
  for (let page = 0; page < MAX_PAGES && found.size < messages.length; page += 1) {
    const { messages: stored } = await readThread(query, signal);
    for (const message of messages) if (stored.some((each) => isSame(each, message))) found.add(message);
    const oldest = stored[0];
    if (oldest === undefined) break;
    query = { messagesLimit: PAGE, messagesBefore: idFromBytes("msg", oldest.id) };
  }
  return [...found];
}

/** In a campaign one message has several answers, so the requested transformation identifies each frame. */
function isSame(
  { id, transformations, transformationQueue }: Schemas["Message"],
  message: OutgoingMessage,
): boolean {
  if (idFromBytes("msg", id) !== message.messageId) return false;
  return (
    message.transformationId === "" ||
    [...transformations, ...transformationQueue].includes(message.transformationId)
  );
}
