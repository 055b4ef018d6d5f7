import type { DraftFrame } from "../../domain/events.ts";
import type { Id } from "../../domain/ids.ts";
import { log } from "../../log.ts";
import type { Context } from "../context/context.ts";
import { openThreadEvents } from "./open-thread-events.ts";

/** What is proven of an answer that is being written. */
export interface ProvenWords {
  readonly threadId: Id<"thread">;
  /** The answer's. */
  readonly messageId: string;
  /** All of it so far. */
  readonly text: string;
}

interface Heard {
  readonly threadId: Id<"thread">;
  readonly questionId: Id<"msg">;
}

/**
 * Tells what is proven of the answer to a question while a model writes it, by a connection of the caller's own to the thread's room: so who may listen
 * is asked as it is of everybody. Where there is none to be had, or it breaks, nothing more is told; the answer itself comes another way.
 * @returns ends it
 */
export function hearProven(ctx: Context, { threadId, questionId }: Heard, tell: (words: ProvenWords) => void): () => void {
  // Nobody writes without a model.
  if (ctx.platform.languageModels().length === 0) return () => {};
  const opened = open(ctx, threadId).then((socket) => {
    if (socket !== null) listen(socket, questionId, (messageId, text) => tell({ threadId, messageId, text }));
    return socket;
  });
  return () => ctx.defer(opened.then((socket) => endOf(socket)));
}

async function open(ctx: Context, threadId: Id<"thread">): Promise<WebSocket | null> {
  const session = { threadId, publicToken: "", since: null, subprotocol: null, rateKey: null, textIdentifiers: false, isStream: true };
  try {
    const { webSocket } = await openThreadEvents(ctx, new Request(ctx.origin), { ...session, presence: false, drafts: true });
    webSocket?.accept();
    return webSocket;
  } catch (error) {
    log("info", "drafts_not_heard", { threadId, kind: error instanceof Error ? error.name : "unknown" });
    return null;
  }
}

function listen(socket: WebSocket, questionId: string, tell: (messageId: string, text: string) => void): void {
  let before = { transformationId: "", text: "" };
  socket.addEventListener("message", ({ data }) => {
    const { draft } = JSON.parse(String(data)) as Partial<DraftFrame>;
    if (draft?.inReplyTo !== questionId) return;
    const { messageId, transformationId, from, proven } = draft;
    const text = (transformationId === before.transformationId ? before.text : "").slice(0, from) + draft.text;
    before = { transformationId, text };
    if (proven > 0) tell(messageId, text.slice(0, proven));
  });
}

function endOf(socket: WebSocket | null): void {
  try {
    socket?.close(1000);
  } catch {
    // It has ended already.
  }
}
