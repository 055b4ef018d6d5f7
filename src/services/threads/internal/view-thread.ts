import { guestAuthors } from "../../../auth/guest-author.ts";
import { effectiveActions, parseGranted } from "../../../domain/access.ts";
import { notFound, ServiceError } from "../../../domain/errors.ts";
import { type Id, idFromBytes, idToBytes } from "../../../domain/ids.ts";
import type { MessageWindow } from "../../../domain/message-window.ts";
import { type GuestRows, guestView } from "../../../storage/d1/threads/guest-view.ts";
import type { ThreadRows } from "../../../storage/d1/threads/thread-view.ts";
import { type Context, readAsUser } from "../../context/context.ts";
import { getThread, memberQueries, requireWindowEnd } from "../get-thread.ts";
import { hashOfPublicToken } from "./public-token.ts";

type View =
  | { readonly kind: "member"; readonly rows: ThreadRows }
  | { readonly kind: "guest"; readonly rows: GuestRows };

export type ThreadViewing = View & {
  /** Number of an event that the view contains, with all events before it. Null unless requested. */
  readonly lastSeq: number | null;
};

export interface ViewThreadInput {
  readonly threadId: Id<"thread">;
  /** Public token of the link. Empty without one. */
  readonly publicToken: string;
  readonly window: MessageWindow;
  /** Whether to ask the room for its last event, which takes another D1 round trip. */
  readonly includeLastSeq: boolean;
}

/**
 * Returns the caller's view of a thread. Its readers receive the whole thread. Other callers receive the part
 * that the public token shows.
 * @throws ServiceError `not_found` without read access and without a valid token of this thread, or for an
 * unknown message in the window
 */
export async function viewThread(
  ctx: Context,
  { includeLastSeq, ...input }: ViewThreadInput,
): Promise<ThreadViewing> {
  if (!includeLastSeq) return { ...(await readView(ctx, input)), lastSeq: null };
  // Only a caller who may see the thread wakes its room.
  await readView(ctx, { ...input, window: { ...input.window, limit: 0 } });
  // D1 holds a change before its event gets a number. Therefore a later read contains every numbered event.
  const lastSeq = await lastSeqOf(ctx, input.threadId);
  return { ...(await readView(ctx, input)), lastSeq };
}

async function readView(
  ctx: Context,
  { threadId, publicToken, window }: Omit<ViewThreadInput, "includeLastSeq">,
): Promise<View> {
  if (publicToken === "") return { kind: "member", rows: await getThread(ctx, { threadId, window }) };
  const guest = guestView(ctx.db, threadId, await hashOfPublicToken(publicToken), window);
  if (ctx.principal.kind === "guest") {
    const rows = requireGuest(ctx, await ctx.db.read(guest), window);
    for (const { linkId } of rows.guestThread) ctx.onActor(linkId);
    return { kind: "guest", rows };
  }
  const { rows } = await readAsUser(ctx, { ...memberQueries(ctx, threadId, window), ...guest });
  const mayRead = effectiveActions(parseGranted(rows.thread[0]?.granted ?? null)).includes("read");
  if (!mayRead) return { kind: "guest", rows: requireGuest(ctx, rows, window) };
  requireWindowEnd(window, rows.windowEnd);
  return { kind: "member", rows };
}

async function lastSeqOf(ctx: Context, threadId: Id<"thread">): Promise<number> {
  try {
    return await ctx.platform.room(threadId).lastSeq();
  } catch (error) {
    throw new ServiceError("unavailable", "The service cannot reach the thread. Try again in a moment.", {
      cause: error,
    });
  }
}

/** Replaces the authors by pseudonyms of the thread. Real ids never leave this function. */
function requireGuest(ctx: Context, rows: GuestRows, window: MessageWindow): GuestRows {
  const thread = rows.guestThread[0];
  if (thread === undefined) throw notFound("thread");
  requireWindowEnd(window, rows.guestWindowEnd);
  const authorOf = guestAuthors(ctx.config.linkSecret, thread.id);
  const name = (userId: Id<"user">): Id<"user"> => idFromBytes("user", authorOf(idToBytes(userId)));
  return {
    ...rows,
    guestThread: [{ ...thread, createdBy: name(thread.createdBy) }],
    guestMessages: rows.guestMessages.map((message) => ({
      ...message,
      createdBy: name(message.createdBy),
      modifiedBy: name(message.modifiedBy),
      deletedBy: message.deletedBy === null ? null : name(message.deletedBy),
    })),
  };
}
