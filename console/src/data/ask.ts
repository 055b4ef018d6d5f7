import { invalidate } from "./cache.ts";
import { ApiError, client } from "./client.ts";
import { workspace } from "./session.ts";
import { RECENT } from "./recent-ids.ts";

/**
 * Creates a thread and asks its first question. The scope is a collection, or the person's whole library.
 * @returns the thread's id, once the thread holds the question
 * @throws ApiError; errors of the connection
 */
export async function ask(question: string, collectionId?: string): Promise<string> {
  const own = workspace.peek();
  if (own === null) throw new Error("Nobody is signed in.");
  const threadId =
    collectionId === undefined
      ? await threadOverAll(own.personalId, own.rootId)
      : await client.startThread(collectionId);
  const thread = client.openThread(threadId);
  try {
    await thread.send({ promptV2: { prompt: question } });
  } finally {
    thread.close();
  }
  invalidate(RECENT.threads);
  return threadId;
}

/**
 * A thread in the personal collection, which is private, over the whole organization. People who may not
 * share the organization's root ask about their own collection.
 */
async function threadOverAll(personalId: string, rootId: string): Promise<string> {
  try {
    return await client.startThread(personalId, { collectionIds: [rootId] });
  } catch (error) {
    const isNarrower = error instanceof ApiError && [403, 404, 409, 412].includes(error.status);
    if (!isNarrower) throw error;
    return await client.startThread(personalId);
  }
}
