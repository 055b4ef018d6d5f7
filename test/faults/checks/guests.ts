import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { GuestReader } from "../guest-reader.ts";
import type { Violation } from "./violation.ts";

type Guest = Pick<GuestReader, "name" | "threadId" | "frames" | "faults">;

/** The id of the service, which is no user. */
const SERVICE = Array.from({ length: 16 }, () => 0).join();

const author = z.array(z.int()).length(16);
const scoped = z.looseObject({
  collectionAssets: z.unknown(),
  collectionReferenceIDs: z.unknown(),
  explicitAssets: z.unknown(),
});
const text = z.looseObject({ createdBy: author, provenance: z.looseObject({ scoped }) });
/** Stored as received except for the named fields. */
const frame = z.looseObject({
  seq: z.int(),
  textV1: text.optional(),
  renameThreadV1: z.looseObject({ createdBy: author }).optional(),
});
type Frame = z.output<typeof frame>;

/**
 * The frames for guests among those for members: text messages, answers and renames, without the scope and
 * the failed models of an answer.
 */
export function framesForGuests(frames: readonly string[]): Frame[] {
  return frames
    .map(parse)
    .filter(({ textV1, renameThreadV1 }) => textV1 !== undefined || renameThreadV1 !== undefined)
    .map(({ textV1, ...rest }) => (textV1 === undefined ? rest : { ...rest, textV1: withoutScope(textV1) }));
}

/**
 * Each guest received exactly those frames once, in order, under the members' numbers, and one pseudonym an
 * author for all guests.
 */
export function checkGuests(guests: readonly Guest[], expected: readonly Frame[]): Violation[] {
  const authors = new Pseudonyms(expected);
  return guests.flatMap(({ name, threadId, frames, faults }) => {
    const split = firstDifference(frames.map(parse), expected, authors);
    // Faults after the first follow from it.
    return [...faults.slice(0, 1), ...(split === null ? [] : [split])].map((what) => ({
      round: null,
      where: threadId,
      what: `${name} ${what}`,
    }));
  });
}

/** The guests' pseudonyms of the authors, as first received. */
class Pseudonyms {
  readonly #real: ReadonlySet<string>;
  readonly #pseudonymOf = new Map<string, string>();
  readonly #authorOf = new Map<string, string>();

  constructor(expected: readonly Frame[]) {
    this.#real = new Set(expected.map((each) => authorOf(each)));
  }

  /** @returns the fault in the pseudonym of the author, or null */
  fault(told: string, real: string): string | null {
    if (real === SERVICE) return told === SERVICE ? null : "a name for the service that is not its own";
    if (this.#real.has(told)) return "the id of an account";
    const [pseudonym, author] = [this.#pseudonymOf.get(real) ?? told, this.#authorOf.get(told) ?? real];
    this.#pseudonymOf.set(real, pseudonym);
    this.#authorOf.set(told, author);
    if (pseudonym !== told) return "a second pseudonym of one author";
    return author === real ? null : "one pseudonym for two authors";
  }
}

function authorOf({ textV1, renameThreadV1 }: Frame): string {
  return (textV1 ?? renameThreadV1)?.createdBy.join() ?? "";
}

function firstDifference(
  heard: readonly Frame[],
  expected: readonly Frame[],
  authors: Pseudonyms,
): string | null {
  for (let at = 0; at < Math.max(heard.length, expected.length); at += 1) {
    const [own, theirs] = [heard[at], expected[at]];
    if (theirs === undefined) return `heard number ${own?.seq}, behind the last that was for guests`;
    if (own === undefined || own.seq > theirs.seq) return `did not hear number ${theirs.seq}`;
    if (own.seq < theirs.seq) return `heard number ${own.seq}, which is not for guests`;
    const fields = differentFields(own, theirs);
    if (fields !== "") return `heard number ${own.seq} otherwise than it is: ${fields}`;
    const fault = authors.fault(authorOf(own), authorOf(theirs));
    if (fault !== null) return `heard number ${own.seq} under ${fault}`;
  }
  return null;
}

function differentFields(own: Frame, theirs: Frame): string {
  const [one, other] = [fieldsOf(own), fieldsOf(theirs)];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isDeepStrictEqual(one[name], other[name])).join(", ");
}

/** The fields of its only event, without the author, who has another name for guests. */
function fieldsOf({ textV1, renameThreadV1 }: Frame): Readonly<Record<string, unknown>> {
  const fields =
    textV1 === undefined
      ? { ...renameThreadV1 }
      : { ...textV1, ...textV1.provenance, provenance: Object.keys(textV1.provenance) };
  return { ...fields, createdBy: null };
}

function withoutScope(event: z.output<typeof text>): z.output<typeof text> {
  const shown = {
    ...event.provenance.scoped,
    collectionAssets: [],
    collectionReferenceIDs: [],
    explicitAssets: [],
  };
  return { ...event, provenance: { ...event.provenance, passedOver: [], scoped: shown } };
}

function parse(frameText: string): Frame {
  return frame.parse(JSON.parse(frameText));
}
