import { createHash } from "node:crypto";

/**
 * Whether a group belongs to the half for fitting; the other half is for judging. The assignment is
 * deterministic.
 */
export function isInTrainSplit(group: string): boolean {
  return (createHash("sha256").update(group).digest()[0] ?? 0) % 2 === 0;
}
