/** How often each stem occurs in a sentence. */
export type SentenceVector = ReadonlyMap<string, number>;

const DAMPING = 0.85;
const ITERATIONS = 30;
/** Less alike than this is chance. */
const MIN_SIMILARITY = 0.1;

/** The cosine of two sentences, 0 to 1; terms weigh by `weights`, or alike. */
export function similarity(a: SentenceVector, b: SentenceVector, weights?: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [term, count] of a) dot += count * (b.get(term) ?? 0) * (weights?.get(term) ?? 1) ** 2;
  return dot === 0 ? 0 : dot / (lengthOf(a, weights) * lengthOf(b, weights));
}

/** Continuous LexRank: each sentence's share in a random walk among similar sentences. Quadratic in the sentences. */
export function lexRank(vectors: readonly SentenceVector[]): number[] {
  const weights = inverseFrequencies(vectors);
  const edges = vectors.map((vector, from) =>
    vectors.map((other, to) => (from === to ? 0 : similarity(vector, other, weights))).map((value) => (value < MIN_SIMILARITY ? 0 : value)),
  );
  const sums = edges.map((row) => row.reduce((sum, value) => sum + value, 0));
  let ranks = vectors.map(() => 1 / vectors.length);
  for (let round = 0; round < ITERATIONS; round += 1) {
    const next = vectors.map(() => (1 - DAMPING) / vectors.length);
    for (const [from, row] of edges.entries()) {
      const share = (DAMPING * (ranks[from] ?? 0)) / (sums[from] || 1);
      for (const [to, value] of row.entries()) next[to] = (next[to] ?? 0) + share * value;
    }
    ranks = next;
  }
  return ranks;
}

function lengthOf(vector: SentenceVector, weights?: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [term, count] of vector) sum += (count * (weights?.get(term) ?? 1)) ** 2;
  return Math.sqrt(sum);
}

function inverseFrequencies(vectors: readonly SentenceVector[]): Map<string, number> {
  const holding = new Map<string, number>();
  for (const vector of vectors) for (const term of vector.keys()) holding.set(term, (holding.get(term) ?? 0) + 1);
  for (const [term, count] of holding) holding.set(term, Math.log(1 + vectors.length / count));
  return holding;
}
