import { areOpposite } from "./polarity.ts";
import type { Statement } from "./statement.ts";

/** So many content words of a statement are looked at. */
const MAX_PLACES = 60;
/** How many content words may be between a verb and what it joins. */
const REACH = 5;
/** So many words must stand nearer to the other one. */
const MIN_MOVED = 2;
/** "The mole was built by Thrane": who acts stands behind the verb. */
const PASSIVE = /(?<![\p{L}\p{N}])(?:by|von|durch|par|por|da|door)(?![\p{L}\p{N}])/iu;

interface Place {
  readonly stem: string;
  readonly at: number;
  /** `capital`: a name or, in German, any noun. */
  readonly kind: "name" | "capital" | "number" | "other";
}

/**
 * Whether a statement says of one what a text says of another: "A sued B" where B sued A, "A in 1990, B in 1995" where it is the other way round.
 * What stands once in both is compared by its order and by what it stands near to.
 */
export function isSwapped(said: Statement, source: Statement): boolean {
  // A name that begins a sentence is known by where else it stands.
  const named = new Set([...said.words, ...source.words].flatMap(({ kind, stem }) => (kind === "name" ? [stem] : [])));
  const [own, theirs] = [placesOf(said, named), placesOf(source, named)];
  const at = new Map(theirs.map(({ stem, at: place }) => [stem, place]));
  const shared = own.filter(({ stem }) => at.has(stem));
  const isPassive = PASSIVE.test(said.text) !== PASSIVE.test(source.text);
  return (!isPassive && isTurnedRound(shared, at)) || hasChangedPlaces(shared, at);
}

/** What stands once: of a word that stands twice nobody knows which one is meant. */
function placesOf({ words }: Statement, named: ReadonlySet<string>): Place[] {
  const content = words.filter(({ kind }) => kind !== "function").slice(0, MAX_PLACES);
  const counts = new Map<string, number>();
  for (const { stem } of content) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return content.flatMap(({ stem, kind }, at): Place[] => {
    if ((counts.get(stem) ?? 0) > 1) return [];
    return [{ stem, at, kind: named.has(stem) ? "name" : kind === "content" || kind === "function" ? "other" : kind }];
  });
}

/** Subject, verb, object here; object, verb, subject there. One of the two at least is a name. */
function isTurnedRound(shared: readonly Place[], theirs: ReadonlyMap<string, number>): boolean {
  return shared.some((verb, middle) => {
    if (verb.kind !== "other") return false;
    const there = theirs.get(verb.stem) ?? 0;
    const near = ({ at, stem }: Place): boolean => Math.abs(at - verb.at) <= REACH && Math.abs((theirs.get(stem) ?? 0) - there) <= REACH;
    const before = shared
      .slice(Math.max(0, middle - REACH), middle)
      .filter((place) => near(place) && (theirs.get(place.stem) ?? 0) > there);
    const after = shared.slice(middle + 1, middle + 1 + REACH).filter((place) => near(place) && (theirs.get(place.stem) ?? 0) < there);
    return before.some((one) => after.some((other) => one.kind === "name" && other.kind === "name"));
  });
}

/** First and last name are not two. */
const areOneName = (one: Place, other: Place, theirs: ReadonlyMap<string, number>): boolean =>
  one.at + 1 === other.at || (theirs.get(one.stem) ?? 0) + 1 === theirs.get(other.stem);

/** Two names, or two numbers, of which each stands nearer to what the other one stands near to there. */
function hasChangedPlaces(shared: readonly Place[], theirs: ReadonlyMap<string, number>): boolean {
  for (const kind of ["name", "capital", "number"] as const) {
    const alike = shared.filter((place) => place.kind === kind);
    for (const [at, one] of alike.entries()) {
      const other = alike[at + 1];
      if (other === undefined || areOneName(one, other, theirs)) continue;
      if (movedBetween(one, other, shared, theirs) >= MIN_MOVED) return true;
    }
  }
  const others = shared.filter(({ kind }) => kind === "other");
  return others.some((one, at) =>
    others.slice(at + 1).some((other) => areOpposite(one.stem, other.stem) && movedBetween(one, other, shared, theirs) >= MIN_MOVED),
  );
}

/** How many more words stand nearer to the other one than stand as they do there. */
function movedBetween(one: Place, other: Place, shared: readonly Place[], theirs: ReadonlyMap<string, number>): number {
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
