import type { Cited } from "../timeline/stored-messages.ts";

/** The service writes this in place of each sentence that rests on a deleted document. */
const DELETED = /\[deleted\]((?:\s*\[\d{1,3}\])+)/g;

/**
 * The numbers of sources whose documents were deleted. The service gives neither their quotes nor their names,
 * so only the text of the answer still has them: `[deleted] [1]`.
 */
export function goneNumbers(text: string, citations: readonly Pick<Cited, "ordinal">[]): number[] {
  const known = new Set(citations.map(({ ordinal }) => ordinal));
  const numbers = [...text.matchAll(DELETED)].flatMap(([, marks = ""]) =>
    [...marks.matchAll(/\d+/g)].map(([digits]) => Number(digits)),
  );
  return [...new Set(numbers)].filter((number) => !known.has(number)).toSorted((one, other) => one - other);
}
