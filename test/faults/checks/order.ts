import { describe, type Entry, keyOf } from "../journal.ts";
import type { StoredThread } from "../stored-thread.ts";
import { keyOfStored } from "./messages.ts";
import type { Violation } from "./violation.ts";

interface Misplaced {
  readonly entry: Entry;
  readonly what: string;
}

/**
 * A message acknowledged before another was sent precedes it, whoever sent them. Messages of one connection
 * keep their order.
 */
export function checkOrder(thread: StoredThread, entries: readonly Entry[]): Violation[] {
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const inOrder = thread.messages.flatMap((message) => byKey.get(keyOfStored(message)) ?? []);
  return [...overtaken(inOrder), ...swapped(inOrder)].map(({ entry, what }) => ({
    round: entry.round,
    where: thread.threadId,
    what,
  }));
}

function overtaken(inOrder: readonly Entry[]): Misplaced[] {
  const found: Misplaced[] = [];
  let earliest: Entry | null = null;
  for (const entry of inOrder.toReversed()) {
    if (earliest !== null && earliest.acknowledgedAt < entry.sentAt) {
      found.push({
        entry,
        what: `${describe(entry)} precedes ${describe(earliest)}, which was acknowledged before it was sent`,
      });
    }
    if (earliest === null || entry.acknowledgedAt < earliest.acknowledgedAt) earliest = entry;
  }
  return found;
}

function swapped(inOrder: readonly Entry[]): Misplaced[] {
  const before = new Map<string, Entry>();
  return inOrder.flatMap((entry) => {
    if (entry.connection === null) return [];
    const previous = before.get(entry.connection);
    before.set(entry.connection, entry);
    if (previous === undefined || previous.sentAt < entry.sentAt) return [];
    return [
      {
        entry,
        what: `${describe(entry)} follows ${describe(previous)}, which was sent after it on the same connection`,
      },
    ];
  });
}
