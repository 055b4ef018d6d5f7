import { idFromBytes } from "../../../src/domain/ids.ts";
import { testEnv } from "../setup/env.ts";
import { call } from "./call.ts";
import type { Person } from "./person.ts";

const path = (threadId: string, questionId: string): string =>
  `/v1/threads/${threadId}/messages/${questionId}/answer`;

export async function askAgain(
  person: Person,
  threadId: string,
  questionId: string,
  headers: Record<string, string> = {},
  query = "",
) {
  return await call("POST", `${path(threadId, questionId)}${query}`, { token: person.token, headers });
}

export async function chooseAnswer(
  person: Person,
  threadId: string,
  questionId: string,
  answerId: string,
  headers: Record<string, string> = {},
) {
  return await call("POST", `${path(threadId, questionId)}/choose`, {
    token: person.token,
    headers,
    body: { answerId },
  });
}

export async function stopAnswer(person: Person, threadId: string, questionId: string) {
  return await call("DELETE", path(threadId, questionId), { token: person.token });
}

/** The messages of a thread's record in short form. */
export function messagesShownIn(thread: any) {
  return thread.messages.map(({ id, content, answerVersion, answerVersions }: any) => ({
    id: idFromBytes("msg", id),
    content,
    at: [answerVersion, answerVersions],
  }));
}

/** Every row of a thread's messages, hidden ones included, in order of creation. */
export async function answerVersionRows(threadId: string) {
  const query = `SELECT id, kind, content, state, position, answer_version AS version, asked_by AS askedBy FROM messages
    WHERE thread_id = ? ORDER BY rowid`;
  const { results } = await testEnv.DB.prepare(query).bind(threadId).all<{
    readonly id: string;
    readonly kind: string;
    readonly content: string;
    readonly state: string;
    readonly position: number;
    readonly version: number | null;
    readonly askedBy: string | null;
  }>();
  return results;
}
