/** The weight of each feature in the log-odds. */
export type Weights = Readonly<Record<string, number>>;

/**
 * Weights of the classifier's features, one set for each level of semantic data. Features that begin with
 * `paired` apply to Chinese, Japanese and Korean, `joined` to Arabic. `npm run eval -- fit` fits the weights
 * and prints them; with `--write` it replaces them here. `strange` and `missing` were set by hand with the
 * other weights fixed (ADR 0025).
 */
export const WEIGHTS = {
  words: {
    one: -5.55,
    mass: 4.34,
    rare: 0.96,
    names: 2.24,
    grams: 6.55,
    unknown: -0.57,
    terms: 0.29,
    scope: -0.34,
    many: -1.48,
    fifth: 1.56,
    tenth: 0.93,
    paired: 1.29,
    pairedGrams: 2.7,
    pairedRare: 5.79,
    joined: 1.05,
  },
  similarWords: {
    one: -2.83,
    mass: 0.48,
    names: 1.48,
    grams: 2.98,
    similarMass: 2.94,
    soft: 3.53,
    terms: -0.38,
    scope: -0.46,
    many: -0.2,
    strange: -3,
    missing: -5,
  },
  sentences: {
    one: -3.4,
    mass: 0.31,
    names: 1.31,
    grams: 1.67,
    similarMass: 2.17,
    soft: 3.1,
    vector: 6.42,
    terms: -1.15,
    scope: -0.49,
    many: -1,
    strange: -3,
    missing: -6.5,
  },
} as const satisfies Readonly<Record<string, Weights>>;
