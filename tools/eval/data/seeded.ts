/** A seeded generator (mulberry32): the same seed draws the same questions. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws `count` items and keeps their order. @param count at least the number of items: all of them */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  if (count >= items.length) return [...items];
  const random = seededRandom(seed);
  const places = items.map((_, place) => place);
  for (let place = 0; place < count; place += 1) {
    const other = place + Math.floor(random() * (places.length - place));
    [places[place], places[other]] = [places[other] ?? 0, places[place] ?? 0];
  }
  const chosen = new Set(places.slice(0, count));
  return items.filter((_, place) => chosen.has(place));
}
