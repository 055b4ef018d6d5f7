import { areAntonyms } from "./contradiction.ts";
import type { ParsedSentence } from "./parsed-sentence.ts";

/** Maximum number of content words to compare. */
const MAX_POSITIONS = 60;
/** Maximum distance between a verb and its subject or object, in content words. */
const MAX_DISTANCE = 5;
/** Minimum number of words that moved from one name to the other. */
const MIN_MOVED = 2;
/**
 * Matches the preposition of a passive sentence, in which the agent follows the verb: "The mole was built by
 * Thrane".
 */
const PASSIVE = /(?<![\p{L}\p{N}])(?:by|von|durch|par|por|da|door)(?![\p{L}\p{N}])/iu;

interface WordPosition {
  readonly stem: string;
  readonly at: number;
  /** Kind of the word. `capital` may be a name or, in German, any noun. */
  readonly kind: "name" | "capital" | "number" | "other";
}

/**
 * True if a sentence swaps roles: "A sued B" for "B sued A", or "A in 1990, B in 1995" with the years
 * exchanged. Compares the order and the neighbors of words that occur once in both texts.
 */
export function hasRoleSwap(said: ParsedSentence, source: ParsedSentence): boolean {
  // A word at the start of a sentence counts as a name if it is a name elsewhere in the texts.
  const named = new Set(
    [...said.words, ...source.words].flatMap(({ kind, stem }) => (kind === "name" ? [stem] : [])),
  );
  const [own, theirs] = [positionsOf(said, named), positionsOf(source, named)];
  const at = new Map(theirs.map(({ stem, at: position }) => [stem, position]));
  const shared = own.filter(({ stem }) => at.has(stem));
  const isPassive = PASSIVE.test(said.text) !== PASSIVE.test(source.text);
  return (!isPassive && isReversed(shared, at)) || hasSwappedNeighbors(shared, at);
}

/**
 * Returns the positions of words that occur once. Repeated words have no clear counterpart in the other text.
 */
function positionsOf({ words }: ParsedSentence, named: ReadonlySet<string>): WordPosition[] {
  const content = words.filter(({ kind }) => kind !== "function").slice(0, MAX_POSITIONS);
  const counts = new Map<string, number>();
  for (const { stem } of content) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return content.flatMap(({ stem, kind }, at): WordPosition[] => {
    if ((counts.get(stem) ?? 0) > 1) return [];
    return [
      {
        stem,
        at,
        kind: named.has(stem) ? "name" : kind === "content" || kind === "function" ? "other" : kind,
      },
    ];
  });
}

/** True if both nouns are names and change places around the verb. */
function isReversed(shared: readonly WordPosition[], theirs: ReadonlyMap<string, number>): boolean {
  return shared.some((verb, middle) => {
    if (verb.kind !== "other") return false;
    const there = theirs.get(verb.stem) ?? 0;
    const near = ({ at, stem }: WordPosition): boolean =>
      Math.abs(at - verb.at) <= MAX_DISTANCE && Math.abs((theirs.get(stem) ?? 0) - there) <= MAX_DISTANCE;
    const before = shared
      .slice(Math.max(0, middle - MAX_DISTANCE), middle)
      .filter((position) => near(position) && (theirs.get(position.stem) ?? 0) > there);
    const after = shared
      .slice(middle + 1, middle + 1 + MAX_DISTANCE)
      .filter((position) => near(position) && (theirs.get(position.stem) ?? 0) < there);
    return before.some((one) => after.some((other) => one.kind === "name" && other.kind === "name"));
  });
}

/** True if two words are adjacent in both texts, like the first and last name of a person. */
const areOneName = (one: WordPosition, other: WordPosition, theirs: ReadonlyMap<string, number>): boolean =>
  one.at + 1 === other.at || (theirs.get(one.stem) ?? 0) + 1 === theirs.get(other.stem);

/** True if two names, numbers or antonyms exchange their neighbors. */
function hasSwappedNeighbors(shared: readonly WordPosition[], theirs: ReadonlyMap<string, number>): boolean {
  for (const kind of ["name", "capital", "number"] as const) {
    const alike = shared.filter((position) => position.kind === kind);
    for (const [at, one] of alike.entries()) {
      const other = alike[at + 1];
      if (other === undefined || areOneName(one, other, theirs)) continue;
      if (movedBetween(one, other, shared, theirs) >= MIN_MOVED) return true;
    }
  }
  const others = shared.filter(({ kind }) => kind === "other");
  return others.some((one, at) =>
    others
      .slice(at + 1)
      .some(
        (other) => areAntonyms(one.stem, other.stem) && movedBetween(one, other, shared, theirs) >= MIN_MOVED,
      ),
  );
}

/**
 * Returns the number of words that moved from one name to the other, minus the number of words that stayed.
 */
function movedBetween(
  one: WordPosition,
  other: WordPosition,
  shared: readonly WordPosition[],
  theirs: ReadonlyMap<string, number>,
): number {
  const [oneThere, otherThere] = [theirs.get(one.stem) ?? 0, theirs.get(other.stem) ?? 0];
  let moved = 0;
  for (const { stem, at } of shared) {
    if (stem === one.stem || stem === other.stem) continue;
    const there = theirs.get(stem) ?? 0;
    const here = Math.sign(Math.abs(at - one.at) - Math.abs(at - other.at));
    const before = Math.sign(Math.abs(there - oneThere) - Math.abs(there - otherThere));
    if (here * before < 0) moved += 1;
    else if (here * before > 0) moved -= 1;
  }
  return moved;
}
