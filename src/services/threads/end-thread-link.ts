import { requireAction } from "../../domain/authorized.ts";
import { notFound } from "../../domain/errors.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import {
  endLinkStatements,
  findDelivery,
  findLink,
  isLiveLink,
  mayShareThread,
  touchSharedThread,
} from "../../storage/d1/threads/thread-links.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";

/**
 * Revokes a public link and closes the sockets of its guests. Idempotent.
 * @throws ServiceError `not_found` for the thread, or for a link of another thread
 * @throws ServiceError `permission_denied` without `share` on the thread's home
 */
export async function endThreadLink(
  ctx: Context,
  input: { readonly threadId: Id<"thread">; readonly tokenId: Id<"token"> },
): Promise<{ readonly changed: boolean }> {
  const { db, now } = ctx;
  const { threadId, tokenId } = input;
  const { actor, rows } = await readAsUser(ctx, {
    thread: findThread(db, actorSql(ctx), threadId),
    link: findLink(db, threadId, tokenId),
  });
  const thread = requireAction(rows.thread[0], "share", "thread");
  const link = rows.link[0];
  if (link === undefined) throw notFound("public link");
  if (link.revokedAt !== null) return { changed: false };
  requireIfMatch(ctx, thread);
  const deliveryId = newId("event");
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_share", holds: mayShareThread(actor.id, threadId) },
      { name: "link_is_live", holds: isLiveLink(tokenId) },
      ...ifMatchAsserts(ctx, "threads", thread),
    ],
    writes: [
      ...endLinkStatements(db, threadId, deliveryId, now),
      touchSharedThread(db, threadId, actor.id, now),
    ],
    audit: { organizationId: thread.organizationId, targetId: tokenId, changes: { threadId } },
    returning: { delivery: findDelivery(db, deliveryId) },
  });
  ctx.runInline(after.delivery);
  return { changed: true };
}
