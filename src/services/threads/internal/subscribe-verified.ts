import type { DraftFrame } from "../../../domain/events.ts";
import type { Id } from "../../../domain/ids.ts";
import { log } from "../../../log.ts";
import type { Context } from "../../context/context.ts";
import { openThreadEvents } from "../open-thread-events.ts";

/** Verified text of an unfinished answer. */
export interface VerifiedText {
  readonly threadId: Id<"thread">;
  /** Id of the answer. */
  readonly messageId: string;
  /** All verified text of the answer so far. */
  readonly text: string;
}

interface Heard {
  readonly threadId: Id<"thread">;
  readonly questionId: Id<"msg">;
}

/**
 * Subscribes to the verified text of an answer while a model writes it. The subscription uses a connection to
 * the thread's room on behalf of the caller, so that the room checks their access like any other. If the
 * connection fails, the subscription delivers nothing more. The caller gets the final answer in another way.
 * @returns a function that closes the connection
 */
export function subscribeVerified(
  ctx: Context,
  { threadId, questionId }: Heard,
  tell: (words: VerifiedText) => void,
): () => void {
  // Without a model, the room sends no drafts.
  if (ctx.platform.languageModels().length === 0) return () => {};
  const opened = open(ctx, threadId).then((socket) => {
    if (socket !== null) listen(socket, questionId, (messageId, text) => tell({ threadId, messageId, text }));
    return socket;
  });
  return () => ctx.defer(opened.then((socket) => endOf(socket)));
}

async function open(ctx: Context, threadId: Id<"thread">): Promise<WebSocket | null> {
  const session = {
    threadId,
    publicToken: "",
    since: null,
    subprotocol: null,
    rateKey: null,
    textIdentifiers: false,
    isStream: true,
  };
  try {
    const { webSocket } = await openThreadEvents(ctx, new Request(ctx.origin), {
      ...session,
      presence: false,
      drafts: true,
      times: false,
    });
    webSocket?.accept();
    return webSocket;
  } catch (error) {
    log("info", "drafts_not_heard", { threadId, kind: error instanceof Error ? error.name : "unknown" });
    return null;
  }
}

function listen(
  socket: WebSocket,
  questionId: string,
  tell: (messageId: string, text: string) => void,
): void {
  let before = { transformationId: "", text: "" };
  socket.addEventListener("message", ({ data }) => {
    const { draft } = JSON.parse(String(data)) as Partial<DraftFrame>;
    if (draft?.inReplyTo !== questionId) return;
    const { messageId, transformationId, from, proven } = draft;
    const text =
      (transformationId === before.transformationId ? before.text : "").slice(0, from) + draft.text;
    before = { transformationId, text };
    if (proven > 0) tell(messageId, text.slice(0, proven));
  });
}

function endOf(socket: WebSocket | null): void {
  try {
    socket?.close(1000);
  } catch {
    // The connection is already closed.
  }
}
