import type { ChatTarget } from "../../../domain/chat-target.ts";
import { findKnownChatKeys } from "../../../storage/d1/threads/chat-threads.ts";
import { actorSql, type Context, readAsUser } from "../../context/context.ts";
import { getChatModel } from "../get-chat-model.ts";
import { answerChatTask } from "./answer-chat-task.ts";
import { chatKeyOf } from "./chat-key.ts";
import { type ChatTask, parseChatTask, type TaskField } from "./parse-chat-task.ts";

interface ClientTask {
  readonly target: ChatTarget;
  /** The only message of the user. */
  readonly prompt: string;
  /** Fields of the JSON object that the request demands. Null if it demands none. */
  readonly fields: readonly TaskField[] | null;
}

/**
 * Answers a chat client's request about a conversation, such as for its title. Stores nothing. Returns null
 * if the prompt is an ordinary question.
 * @throws ServiceError `not_found`, `permission_denied`
 */
export async function answerClientTask(
  ctx: Context,
  { target, prompt, fields }: ClientTask,
): Promise<string | null> {
  const task = parseChatTask(prompt);
  if (task === null) return null;
  const question = await firstQuestion(ctx, target, task);
  if (question === null) return null;
  await getChatModel(ctx, { target });
  return answerChatTask(question, fields ?? task.fields);
}

/**
 * The first question of the task's conversation. Without marks, a prompt may also be a question about a
 * pasted dialog, so the caller must have asked that question in this scope.
 */
async function firstQuestion(ctx: Context, target: ChatTarget, task: ChatTask): Promise<string | null> {
  const { questions, isMarked } = task;
  if (isMarked) return questions[0];
  const keys = await Promise.all(questions.map(async (each) => await chatKeyOf(target, [each])));
  const found = findKnownChatKeys(ctx.db, actorSql(ctx), keys);
  const known = new Set((await readAsUser(ctx, { found })).rows.found.map(({ key }) => key));
  return questions.find((_, at) => known.has(keys[at] ?? "")) ?? null;
}
