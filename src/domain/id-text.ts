import * as z from "zod";
import { type Id, type IdKind, parseId } from "./ids.ts";

/** Returns the schema of a string id of one kind. Tokens, frames and stored JSON contain such ids. */
export function idText<K extends IdKind>(kind: K) {
  return z.custom<Id<K>>(
    (value) => typeof value === "string" && parseId(kind, value) !== null,
    `must be ${idPhrase(kind)}`,
  );
}

/** Describes an id of this kind: "an asset_… identifier", "a thread_… identifier". */
export function idPhrase(kind: IdKind): string {
  return `${/^[aeio]/.test(kind) ? "an" : "a"} ${kind}_… identifier`;
}
