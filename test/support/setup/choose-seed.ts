const FIXED = "20261006";

/**
 * The seed of property tests. It is fixed, so that results repeat, unless `TEST_SEED` is a number or
 * `random`.
 */
export function chooseSeed(wanted = process.env["TEST_SEED"] ?? FIXED): number {
  const seed = wanted === "random" ? crypto.getRandomValues(new Int32Array(1))[0] : Number(wanted);
  if (seed === undefined || !Number.isSafeInteger(seed))
    throw new Error("TEST_SEED must be a whole number or `random`.");
  if (wanted === "random") {
    // Every process of the run that reads the configuration uses this seed.
    process.env["TEST_SEED"] = String(seed);
    console.log(`Property tests draw with TEST_SEED=${seed}`);
  }
  return seed;
}
