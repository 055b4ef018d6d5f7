/**
 * Weights of the features in `term-overlap.ts`, and the thresholds for acceptance and full support. Written
 * by `npm run eval -- proof --data tools/eval/squad2_half --data xquad/en --data xquad/de --data
 * tools/eval/pubmedqa --data samples/harbour --data samples/island`.
 */
export const VERIFICATION_WEIGHTS = {
  features: {
    bias: 1.599,
    cited: 6.134,
    inContext: 3.595,
    inQuestion: 3.276,
    unknown: -8.893,
    unknownRun: -6.485,
    adjacentPairs: -2.46,
  },
  partialFrom: 0.796,
  supportedFrom: 0.964,
} as const;
