import type { ChatTarget } from "../../domain/chat-target.ts";
import { notFound, ServiceError } from "../../domain/errors.ts";
import { type Id, newId } from "../../domain/ids.ts";
import type { Sampling } from "../../domain/events.ts";
import type { RequestedVerification } from "../../domain/verification-mode.ts";
import {
  type ChatHome,
  continueChatThread,
  findPersonalHome,
} from "../../storage/d1/threads/chat-threads.ts";
import type { CitationRow, MessageRow } from "../../storage/d1/threads/thread-view.ts";
import { PLAIN_PROMPT } from "../../thread-room/api.ts";
import { actorSql, type Context, readAsUser } from "../context/context.ts";
import { collectionOwnerIds } from "../context/collection-owner-ids.ts";
import { createThread } from "./create-thread.ts";
import { chatKeyOf } from "./internal/chat-key.ts";
import { requireAnswerModel } from "./internal/require-answer-model.ts";
import { subscribeVerified, type VerifiedText } from "./internal/subscribe-verified.ts";
import { getPosted, postMessage } from "./post-message.ts";

/**
 * Number of earlier questions to ask again if the service does not know the conversation. Follow-up questions
 * refer to at most as many earlier questions.
 */
const MAX_EARLIER_QUESTIONS = 2;
/**
 * Maximum number of one-minute waits for a streamed answer. Slow models may need six minutes for an answer.
 */
const MAX_MINUTES = 6;
const MESSAGES_SHOWN = 20;

export interface CompleteChatInput {
  readonly target: ChatTarget;
  /** Messages of the user, oldest first. The service answers the last one. */
  readonly questions: readonly [string, ...string[]];
  readonly sampling: Sampling;
  /** Id of the model that writes the answer. Empty selects the best one. */
  readonly writer: string;
  /** Empty selects the verification of the operator. */
  readonly verification: RequestedVerification;
}

/** The options of the language models. */
type ChatOptions = Pick<CompleteChatInput, "writer" | "verification">;

export interface CompletedChat {
  readonly threadId: Id<"thread">;
  readonly answer: MessageRow;
  /** Citations by ordinal, with the names of their documents. */
  readonly citations: readonly (CitationRow & { readonly displayName: string })[];
}

/**
 * Answers the last question of a stateless chat, whose client sends the whole conversation with each request.
 * The service stores the question in the requested thread, the thread of this conversation, or a new thread.
 * @param onProven receives the verified text while a model writes the answer
 * @throws the ServiceErrors of `postMessage` and `createThread`, and `invalid_argument` for an unknown writer
 * @throws ServiceError `deadline_exceeded` if the answer takes more than one minute, or six minutes when
 * streamed
 */
export async function completeChat(
  ctx: Context,
  { target, questions, sampling, writer, verification }: CompleteChatInput,
  onProven: ((words: VerifiedText) => void) | null = null,
): Promise<CompletedChat> {
  requireAnswerModel(ctx, writer, "writer");
  const options = { writer, verification };
  const threadId =
    target.kind === "thread" ? target.id : await findOrStartThread(ctx, target, questions, options);
  const messageId = newId("msg");
  const asked = { threadId, messageId, content: questions.at(-1) ?? "", sampling, ...options };
  if (onProven === null) return await ask(ctx, asked);
  const stopHearing = subscribeVerified(ctx, { threadId, questionId: messageId }, onProven);
  try {
    return await ask(ctx, asked, MAX_MINUTES);
  } finally {
    stopHearing();
  }
}

async function findOrStartThread(
  ctx: Context,
  target: Exclude<ChatTarget, { readonly kind: "thread" }>,
  questions: readonly string[],
  options: ChatOptions,
): Promise<Id<"thread">> {
  const before = questions.slice(0, -1);
  const chatKey = await chatKeyOf(target, questions);
  if (before.length > 0) {
    const known = continueChatThread(ctx.db, actorSql(ctx), await chatKeyOf(target, before), chatKey);
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
  for (const question of before.slice(-MAX_EARLIER_QUESTIONS))
    await ask(ctx, { threadId, messageId: newId("msg"), content: question, ...options });
  return threadId;
}

async function findHome(
  ctx: Context,
  target: Exclude<ChatTarget, { readonly kind: "thread" }>,
): Promise<ChatHome> {
  if (target.kind === "workspace") {
    const [home] = (await readAsUser(ctx, { home: findPersonalHome(ctx.db, actorSql(ctx)) })).rows.home;
    if (home === undefined) throw notFound("collection");
    return home;
  }
  return { homeId: target.id, ...(await collectionOwnerIds(ctx, target.id)), topId: null };
}

interface Asked extends ChatOptions {
  readonly threadId: Id<"thread">;
  /** Id of the question. */
  readonly messageId: Id<"msg">;
  readonly content: string;
  readonly sampling?: Sampling;
}

async function ask(
  ctx: Context,
  { threadId, messageId, content, writer, verification, sampling }: Asked,
  minutes = 1,
): Promise<CompletedChat> {
  const shown = { threadId, messageId, messagesLimit: MESSAGES_SHOWN };
  let posted = await postMessage(ctx, {
    ...shown,
    kind: "prompt",
    content,
    recipients: [],
    extras: { ...PLAIN_PROMPT, ...sampling, model: writer, verification },
  });
  for (let waited = 1; !posted.done && waited < minutes; waited += 1) posted = await getPosted(ctx, shown);
  const { messages, citations, assets } = posted.rows;
  const answer = messages.find(({ inReplyTo }) => inReplyTo === posted.messageId);
  if (!posted.done) {
    throw new ServiceError(
      "deadline_exceeded",
      `The answer is not ready yet. It will appear in ${threadId}.`,
    );
  }
  // Many concurrent questions in one thread can push this answer out of the thread's newest messages.
  if (answer === undefined)
    throw new ServiceError("aborted", `The answer is in ${threadId}, above newer messages.`);
  const names = new Map(assets.map(({ id, displayName }) => [id as string, displayName]));
  const cited = citations.filter(({ messageId, goneName }) => messageId === answer.id && goneName === null);
  return {
    threadId,
    answer,
    citations: cited.map((row) => ({ ...row, displayName: names.get(row.assetId) ?? "" })),
  };
}
