import { base64url } from "jose";
import { publicLinkToken } from "../../auth/public-link-token.ts";
import { requireAction } from "../../domain/authorized.ts";
import { notFound } from "../../domain/errors.ts";
import { type Id, newId } from "../../domain/ids.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import {
  endLinkStatements,
  findDelivery,
  findLink,
  findMessageOf,
  insertLink,
  mayShareThread,
  touchSharedThread,
} from "../../storage/d1/threads/thread-links.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { ifMatchAsserts, requireIfMatch } from "../context/if-match.ts";
import { hashOfPublicToken, publicAddress, publicTokenOf } from "./internal/public-token.ts";

export interface ShareThreadInput {
  readonly threadId: Id<"thread">;
  /** The last message that guests see. Null shows all messages, including future ones. */
  readonly messageId: Id<"msg"> | null;
  readonly method: "link" | "email";
  /**
   * Addresses to which clients deliver the link, with ASCII letters in lower case. The service sends no mail.
   */
  readonly emails: readonly string[];
}

export interface SharedThread {
  readonly tokenId: Id<"token">;
  /** Secret of the link. Empty after the link was revoked, and so is the URL that contains it. */
  readonly publicToken: string;
  readonly address: string;
}

const RANDOM_BYTES = 16;

/**
 * Creates the public link of a thread. A thread has at most one valid link, so the same batch revokes the
 * previous link.
 * @throws ServiceError `not_found` for the thread, or for the message in it
 * @throws ServiceError `permission_denied` without `share` on the thread's home
 */
export async function shareThread(ctx: Context, input: ShareThreadInput): Promise<SharedThread> {
  const { db, now } = ctx;
  const { threadId, messageId } = input;
  const { actor, rows } = await readAsUser(ctx, {
    thread: findThread(db, actorSql(ctx), threadId),
    message: findMessageOf(db, threadId, messageId ?? ""),
  });
  const thread = requireAction(rows.thread[0], "share", "thread");
  if (messageId !== null && rows.message[0] === undefined) throw notFound("message");
  requireIfMatch(ctx, thread);
  const tokenId = newId("token");
  const deliveryId = newId("event");
  const bits = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  const publicToken = await publicLinkToken(ctx.config.linkSecret, tokenId, bits);
  const link = {
    id: tokenId,
    threadId,
    messageId,
    shareMethod: input.method,
    sharedToEmails: JSON.stringify(input.emails),
    sharedBy: actor.id,
    sharedAt: now,
    randomBits: base64url.encode(bits),
    tokenHash: await hashOfPublicToken(publicToken),
  };
  const after = await commit(actor.writer, {
    asserts: [
      { name: "may_share", holds: mayShareThread(actor.id, threadId) },
      ...ifMatchAsserts(ctx, "threads", thread),
    ],
    writes: [
      ...endLinkStatements(db, threadId, deliveryId, now),
      insertLink(db, link),
      touchSharedThread(db, threadId, actor.id, now),
    ],
    audit: { organizationId: thread.organizationId, targetId: tokenId, changes: { threadId } },
    returning: { delivery: findDelivery(db, deliveryId) },
  });
  ctx.runInline(after.delivery);
  return { tokenId, publicToken, address: publicAddress(ctx, threadId, publicToken) };
}

/**
 * Returns a link that an earlier call created, in its current state.
 * @throws ServiceError `not_found`, `permission_denied`
 */
export async function getSharedThread(
  ctx: Context,
  input: { threadId: Id<"thread">; tokenId: Id<"token"> },
): Promise<SharedThread> {
  const { rows } = await readAsUser(ctx, {
    thread: findThread(ctx.db, actorSql(ctx), input.threadId),
    link: findLink(ctx.db, input.threadId, input.tokenId),
  });
  requireAction(rows.thread[0], "share", "thread");
  const link = rows.link[0];
  if (link === undefined) throw notFound("public link");
  const publicToken = await publicTokenOf(ctx, link);
  return { tokenId: input.tokenId, publicToken, address: publicAddress(ctx, input.threadId, publicToken) };
}
