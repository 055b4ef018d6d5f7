import { effectiveActions, parseGranted } from "../domain/access.ts";
import { notFound } from "../domain/errors.ts";
import type { Id } from "../domain/ids.ts";
import { type GuestRows, guestView } from "../storage/d1/guest-view.ts";
import { type ThreadRows, threadView } from "../storage/d1/thread-view.ts";
import { actorSql, type Context, readAsUser } from "./context.ts";
import { getThread } from "./get-thread.ts";
import { hashOfPublicToken } from "./link-token.ts";

export type ThreadViewing = { readonly kind: "member"; readonly rows: ThreadRows } | { readonly kind: "guest"; readonly rows: GuestRows };

export interface ViewThreadInput {
  readonly threadId: Id<"thread">;
  /** "" without one. */
  readonly publicToken: string;
}

/**
 * A thread as the caller may see it: whole for those who may read it, else what the public token shows.
 * @throws ServiceError `not_found` when he may not read it and the token is no live one of this thread
 */
export async function viewThread(ctx: Context, { threadId, publicToken }: ViewThreadInput): Promise<ThreadViewing> {
  if (publicToken === "") return { kind: "member", rows: await getThread(ctx, { threadId }) };
  const guest = guestView(ctx.db, threadId, await hashOfPublicToken(publicToken));
  if (ctx.principal.kind === "guest") {
    const rows = requireGuest(await ctx.db.read(guest));
    for (const { linkId } of rows.guestThread) ctx.onActor(linkId);
    return { kind: "guest", rows };
  }
  const { rows } = await readAsUser(ctx, { ...threadView(ctx.db, actorSql(ctx), threadId), ...guest });
  const mayRead = effectiveActions(parseGranted(rows.thread[0]?.granted ?? null)).includes("read");
  return mayRead ? { kind: "member", rows } : { kind: "guest", rows: requireGuest(rows) };
}

function requireGuest(rows: GuestRows): GuestRows {
  if (rows.guestThread.length === 0) throw notFound("thread");
  return rows;
}
