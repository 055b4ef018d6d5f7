/**
 * Weights of the features in `term-overlap.ts` and the thresholds of acceptance and full support. Written by `npm
 * run eval -- proof --data tools/eval/squad2_half --data xquad/en --data xquad/de --data tools/eval/pubmedqa
 * --data samples/harbour --data samples/island`.
 */
export const VERIFICATION_WEIGHTS = {
  features: {
    one: 1.599,
    said: 6.134,
    about: 3.595,
    asked: 3.276,
    strange: -8.893,
    run: -6.485,
    pairs: -2.46,
  },
  partialFrom: 0.796,
  supportedFrom: 0.964,
} as const;
