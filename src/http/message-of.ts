import type { Message, MessageFacts } from "./operation.ts";

/** The sentence that an operation's answer says. */
export function messageOf(message: Message<unknown>, facts: MessageFacts<unknown>): string {
  return typeof message === "string" ? message : message(facts);
}
