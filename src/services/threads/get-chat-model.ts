import type { ChatTarget } from "../../domain/chat-target.ts";
import { requireAction } from "../../domain/authorized.ts";
import { findCollection, findCollectionWith } from "../../storage/d1/collections/collections.ts";
import { personalHomeOf } from "../../storage/d1/threads/chat-threads.ts";
import { findThread } from "../../storage/d1/threads/threads.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";

/** A possible scope of a chat, listed as a model with name and creation time. */
export interface ChatModel {
  readonly target: ChatTarget;
  readonly label: string;
  readonly createdAt: Date;
}

/**
 * @throws ServiceError `not_found` if the caller may not read the scope, `permission_denied` without `chat`
 */
export async function getChatModel(
  ctx: Context,
  { target }: { readonly target: ChatTarget },
): Promise<ChatModel> {
  const { db } = ctx;
  const actor = actorSql(ctx);
  if (target.kind === "thread") {
    const { rows } = await readAsUser(ctx, { thread: findThread(db, actor, target.id) });
    const { label, createdAt } = requireAction(rows.thread[0], "chat", "thread");
    return { target, label, createdAt };
  }
  const found =
    target.kind === "workspace"
      ? findCollectionWith(db, actor, personalHomeOf(actor))
      : findCollection(db, actor, target.id);
  const { rows } = await readAsUser(ctx, { found });
  const { label, createdAt } = requireAction(rows.found[0], "chat", "collection");
  return { target, label, createdAt };
}
