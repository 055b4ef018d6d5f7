import * as z from "zod";
import { type Id, type IdKind, parseId } from "./ids.ts";

/** A string id of one kind, as in tokens, frames and stored JSON. */
export function idText<K extends IdKind>(kind: K) {
  return z.custom<Id<K>>((value) => typeof value === "string" && parseId(kind, value) !== null, `must be ${idPhrase(kind)}`);
}

/** `an asset_… identifier`, `a thread_… identifier`. */
export function idPhrase(kind: IdKind): string {
  return `${/^[aeio]/.test(kind) ? "an" : "a"} ${kind}_… identifier`;
}
