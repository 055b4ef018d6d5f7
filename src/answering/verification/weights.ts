/**
 * Weights of the features in `term-overlap.ts`. Written by `npm run eval -- proof --data
 * tools/eval/squad2_half --data xquad/en --data xquad/de --data tools/eval/pubmedqa --data samples/harbour
 * --data samples/island`.
 */
export const VERIFICATION_WEIGHTS = {
  bias: 1.599,
  cited: 6.134,
  inContext: 3.595,
  inQuestion: 3.276,
  unknown: -8.893,
  unknownRun: -6.485,
  adjacentPairs: -2.46,
} as const;
