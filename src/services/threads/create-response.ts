import { invalidField, notFound } from "../../domain/errors.ts";
import type { Id } from "../../domain/ids.ts";
import { findThreadOfAnswer } from "../../storage/d1/threads/messages.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { completeChat, type CompleteChatInput, type CompletedChat } from "./complete-chat.ts";
import type { VerifiedText } from "./internal/subscribe-verified.ts";

export interface CreateResponseInput extends CompleteChatInput {
  /** Id of an earlier answer. Its thread continues, with the scope of that thread. */
  readonly previousAnswerId: Id<"msg"> | null;
}

/**
 * Answers the last question of a conversation, as `completeChat` does.
 * @param onProven receives the verified text while a model writes the answer
 * @throws the ServiceErrors of `completeChat`, and `not_found` for an unknown earlier answer
 */
export async function createResponse(
  ctx: Context,
  { previousAnswerId, ...input }: CreateResponseInput,
  onProven: ((words: VerifiedText) => void) | null = null,
): Promise<CompletedChat> {
  if (previousAnswerId === null) return await completeChat(ctx, input, onProven);
  const found = findThreadOfAnswer(ctx.db, actorSql(ctx), previousAnswerId);
  const [thread] = (await readAsUser(ctx, { found })).rows.found;
  if (thread === undefined) throw notFound("response");
  const { target } = input;
  if (target.kind === "thread" && target.id !== thread.threadId)
    throw invalidField("previous_response_id", "is not a response of this thread");
  return await completeChat(ctx, { ...input, target: { kind: "thread", id: thread.threadId } }, onProven);
}
