import type { DraftFrame } from "../../../domain/events.ts";
import type { Id } from "../../../domain/ids.ts";
import { log } from "../../../log.ts";
import type { Context } from "../../context/context.ts";
import { openThreadEvents } from "../open-thread-events.ts";

/** The verified text of an unfinished answer. */
export interface VerifiedText {
  readonly threadId: Id<"thread">;
  /** The answer's id. */
  readonly messageId: string;
  /** All verified text so far. */
  readonly text: string;
}

interface Heard {
  readonly threadId: Id<"thread">;
  readonly questionId: Id<"msg">;
}

/**
 * Subscribes to the verified text of an answer while a model writes it. The caller opens their own connection
 * to the thread's room, so the room checks their access like any other. If the connection fails, no more text
 * arrives; the caller gets the final answer by another path.
 * @returns closes the connection
 */
export function subscribeVerified(ctx: Context, { threadId, questionId }: Heard, tell: (words: VerifiedText) => void): () => void {
  // Without a model, no draft exists.
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
    // The connection has closed already.
  }
}
