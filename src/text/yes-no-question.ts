/** Matches the beginning of an English yes-or-no question. */
const POLAR =
  /^[^\p{L}\p{N}]*(?:is|are|was|were|does|do|did|can|could|may|must|should|will|would|has|have|had)(?![\p{L}\p{M}])/iu;

/** Whether an English question expects yes or no. */
export function isYesNoQuestion(question: string): boolean {
  return POLAR.test(question);
}
