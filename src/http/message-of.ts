import type { Message, MessageFacts } from "./operation.ts";

/** The message of an operation's response. */
export function messageOf(message: Message<unknown>, facts: MessageFacts<unknown>): string {
  return typeof message === "string" ? message : message(facts);
}
