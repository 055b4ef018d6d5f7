import { createHash } from "node:crypto";

/** Whether thresholds are fitted on the documents of a group, which the others are judged by: the same half each time. */
export function isFittedOn(group: string): boolean {
  return (createHash("sha256").update(group).digest()[0] ?? 0) % 2 === 0;
}
