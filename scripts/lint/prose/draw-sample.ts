/** Draws `count` of `items` without repetition. The same seed draws the same items. */
export function drawSample<T>(items: readonly T[], count: number, seed: number): T[] {
  const rest = [...items];
  const random = mulberry32(seed);
  const drawn: T[] = [];
  while (drawn.length < count && rest.length > 0)
    drawn.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return drawn;
}

/** The generator mulberry32 by Tommy Ettinger (public domain): numbers in [0, 1). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
