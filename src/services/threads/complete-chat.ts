import { notFound, ServiceError } from "../../domain/errors.ts";
import { sha256Hex } from "../../domain/hash.ts";
import type { Id } from "../../domain/ids.ts";
import type { Sampling } from "../../domain/events.ts";
import { type ChatHome, continueChatThread, findPersonalHome } from "../../storage/d1/threads/chat-threads.ts";
import type { CitationRow, MessageRow } from "../../storage/d1/threads/thread-view.ts";
import { PLAIN_PROMPT } from "../../thread-room/api.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { placeOf } from "../context/place-of.ts";
import { createThread } from "./create-thread.ts";
import { postMessage } from "./post-message.ts";

/** Questions of before that are asked again where the service does not know the conversation: as many as a follow-up looks back. */
const MAX_ASKED_BEFORE = 2;

/** What a chat is about. `workspace`: all of the caller's own organization. */
export type ChatTarget =
  | { readonly kind: "workspace" }
  | { readonly kind: "collection"; readonly id: Id<"col"> }
  | { readonly kind: "thread"; readonly id: Id<"thread"> };

export interface CompleteChatInput {
  readonly target: ChatTarget;
  /** What the user has said, oldest first: the last one is asked. */
  readonly questions: readonly [string, ...string[]];
  readonly sampling: Sampling;
}

export interface CompletedChat {
  readonly threadId: Id<"thread">;
  readonly answer: MessageRow;
  /** In the order of their ordinals, with the name of each one's document. */
  readonly citations: readonly (CitationRow & { readonly displayName: string })[];
}

/**
 * Answers the last question of a chat whose client sends all of it each time. It is asked in a thread, where it stays, with citations that can be
 * checked: the named one, or the one in which the caller has had this conversation so far, or a new one.
 * @throws ServiceError as `postMessage` and `createThread`; `deadline_exceeded` while the answer is still being written after a minute
 */
export async function completeChat(ctx: Context, { target, questions, sampling }: CompleteChatInput): Promise<CompletedChat> {
  const threadId = target.kind === "thread" ? target.id : await findOrStartThread(ctx, target, questions);
  return await ask(ctx, threadId, questions.at(-1) ?? "", sampling);
}

async function findOrStartThread(
  ctx: Context,
  target: Exclude<ChatTarget, { readonly kind: "thread" }>,
  questions: readonly string[],
): Promise<Id<"thread">> {
  const before = questions.slice(0, -1);
  const chatKey = await keyOf(target, questions);
  if (before.length > 0) {
    const known = continueChatThread(ctx.db, actorSql(ctx), await keyOf(target, before), chatKey);
    const [continued] = (await readAsUser(ctx, { known })).rows.known;
    if (continued !== undefined) return continued.id;
  }
  const home = await findHome(ctx, target);
  const { rows } = await createThread(ctx, {
    homeId: home.homeId,
    collectionIds: home.topId === null ? [] : [home.topId],
    assetIds: [],
    label: "",
    organizationContext: home,
    chatKey,
  });
  const threadId = rows.thread[0]?.id;
  if (threadId === undefined) throw notFound("thread");
  for (const question of before.slice(-MAX_ASKED_BEFORE)) await ask(ctx, threadId, question);
  return threadId;
}

/** The answers are left out, as clients may change what they show: the same questions about the same thing are the same conversation. */
async function keyOf(target: ChatTarget, questions: readonly string[]): Promise<string> {
  return await sha256Hex(JSON.stringify([target, questions]));
}

async function findHome(ctx: Context, target: Exclude<ChatTarget, { readonly kind: "thread" }>): Promise<ChatHome> {
  if (target.kind === "workspace") {
    const [home] = (await readAsUser(ctx, { home: findPersonalHome(ctx.db, actorSql(ctx)) })).rows.home;
    if (home === undefined) throw notFound("collection");
    return home;
  }
  return { homeId: target.id, ...(await placeOf(ctx, target.id)), topId: null };
}

async function ask(ctx: Context, threadId: Id<"thread">, content: string, sampling?: Sampling): Promise<CompletedChat> {
  const extras = { ...PLAIN_PROMPT, ...sampling };
  const posted = await postMessage(ctx, { threadId, kind: "promptV2", content, recipients: [], messagesLimit: 20, extras });
  const { messages, citations, assets } = posted.rows;
  const answer = messages.find(({ inReplyTo }) => inReplyTo === posted.messageId);
  if (!posted.done) {
    throw new ServiceError("deadline_exceeded", `The answer is still being written: it will stand in ${threadId}.`);
  }
  // Whoever asks very much at once in one thread pushes their own answer out of its newest messages.
  if (answer === undefined) throw new ServiceError("aborted", `The answer stands in ${threadId}, behind newer messages.`);
  const names = new Map(assets.map(({ id, displayName }) => [id as string, displayName]));
  const cited = citations.filter(({ messageId, goneName }) => messageId === answer.id && goneName === null);
  return { threadId, answer, citations: cited.map((row) => ({ ...row, displayName: names.get(row.assetId) ?? "" })) };
}
