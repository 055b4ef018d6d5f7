/** How an English question begins that is answered by yes or no. */
const POLAR = /^[^\p{L}\p{N}]*(?:is|are|was|were|does|do|did|can|could|may|must|should|will|would|has|have|had)(?![\p{L}\p{M}])/iu;

/** Whether a question is answered by yes or no: an English one. */
export function asksYesOrNo(question: string): boolean {
  return POLAR.test(question);
}
