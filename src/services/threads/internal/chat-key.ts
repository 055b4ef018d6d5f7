import type { ChatTarget } from "../../../domain/chat-target.ts";
import { sha256Hex } from "../../../domain/sha256.ts";

/**
 * Returns the key of a conversation. The same questions with the same scope have the same key. It does not
 * include the answers, because clients may change their text.
 */
export async function chatKeyOf(target: ChatTarget, questions: readonly string[]): Promise<string> {
  return await sha256Hex(JSON.stringify([target, questions]));
}
