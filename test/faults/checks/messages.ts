import { describe, type Entry, isAcknowledged, keyOf } from "../journal.ts";
import { isAnswer, type StoredMessage, type StoredThread } from "../stored-thread.ts";
import type { Violation } from "./violation.ts";

/**
 * Acknowledged messages are stored once and unchanged. No message is stored twice, and none without a sender.
 */
export function checkMessages(thread: StoredThread, entries: readonly Entry[]): Violation[] {
  const said = Map.groupBy(
    thread.messages.filter((message) => !isAnswer(message)),
    keyOfStored,
  );
  const found: Violation[] = [];
  for (const entry of entries) {
    const copies = said.get(keyOf(entry)) ?? [];
    said.delete(keyOf(entry));
    const what = faultOf(entry, copies);
    if (what !== null)
      found.push({ round: entry.round, where: thread.threadId, what: `${describe(entry)} ${what}` });
  }
  for (const [key] of said)
    found.push({ round: null, where: thread.threadId, what: `message ${key} is stored, and nobody sent it` });
  return found;
}

/** Equals `keyOf` of the sent message. */
export function keyOfStored({ id, recipients }: StoredMessage): string {
  return recipients[0] ?? id;
}

function faultOf(entry: Entry, copies: readonly StoredMessage[]): string | null {
  if (entry.rejection !== null) return `was rejected: ${entry.rejection}`;
  if (copies.length > 1) return `is there ${copies.length} times`;
  const copy = copies[0];
  if (copy === undefined) return isAcknowledged(entry) ? "was acknowledged and is lost" : null;
  const kind = entry.kind.startsWith("prompt") ? "promptV2" : entry.kind;
  const isAsSent = copy.content === entry.content && copy.kind === kind && copy.authorId === entry.authorId;
  return isAsSent ? null : "is not as it was sent";
}

/** The label of the thread is its last rename. */
export function checkLabel(thread: StoredThread): Violation[] {
  const rename = thread.messages.findLast(({ kind }) => kind === "renameThreadV1");
  if (rename === undefined || rename.content === thread.label) return [];
  return [
    {
      round: null,
      where: thread.threadId,
      what: `the thread is called "${thread.label}", not "${rename.content}"`,
    },
  ];
}
