import type { ReadWindow } from "../read-passages.ts";

/**
 * Merges the readings of a follow-up alone and of the follow-up with its context. Alone, the reader finds the
 * right words, because the context asks for others. With the context, it knows better whether a passage
 * answers.
 * @returns windows with the mean of both probabilities, the most probable answer first
 */
export function mergeReadings(
  alone: readonly ReadWindow[],
  withContext: readonly ReadWindow[],
): ReadWindow[] {
  const read = new Map<string, number>();
  for (const { passage, probability } of withContext)
    read.set(passage.chunkId, Math.max(probability, read.get(passage.chunkId) ?? 0));
  return alone
    .map((window) => {
      const { probability, passage } = window;
      return { ...window, probability: (probability + (read.get(passage.chunkId) ?? probability)) / 2 };
    })
    .toSorted((one, other) => other.probability - one.probability);
}
