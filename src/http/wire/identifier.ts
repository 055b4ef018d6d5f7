import { idPhrase } from "../../domain/id-text.ts";
import * as z from "zod";
import { type Id, type IdKind, idToBytes, parseId } from "../../domain/ids.ts";

const byte = z.int().min(0).max(255);

/** An identifier in responses: 16 integers. */
export const idBytes = z.array(byte).length(16).meta({
  description:
    "An identifier as a byte sequence. With `Prefer: identifiers=text` it is a text such as `asset_01h455vb4pex5vsknk084sn02q`.",
});
export const nullableIdBytes = idBytes.nullable();
export const pathBytes = z.array(idBytes);

/** An identifier in a path or query, as text. */
export function idParam<K extends IdKind>(kind: K) {
  return z
    .string()
    .meta(spelling(kind))
    .transform((value, ctx): Id<K> => parsed(kind, value, ctx));
}

/** An identifier in a body, as text or as bytes. */
export function idField<K extends IdKind>(kind: K) {
  return z
    .unknown()
    .meta(eitherSpelling(kind))
    .transform((value, ctx): Id<K> => parsed(kind, value, ctx));
}

/** Documents an identifier in a body. */
export function eitherSpelling(kind: IdKind) {
  return {
    anyOf: [{ type: "string" as const, ...spelling(kind) }, { $ref: "#/components/schemas/IdentifierBytes" }],
  };
}

/** Documents the text form of an identifier. `parseId` validates identifiers. */
function spelling(kind: IdKind) {
  return {
    pattern: `^${kind}_[0-7][0-9a-hjkmnp-tv-z]{25}$`,
    examples: [`${kind}_01h455vb4pex5vsknk084sn02q`],
  };
}

/** An identifier as text, in a response. */
export function idString(kind: IdKind) {
  return z.string().regex(new RegExp(spelling(kind).pattern));
}

/** The text form of each result of `presentId`, because the bytes do not contain the kind. */
const TEXT_OF = new WeakMap<object, string>();

export function presentId(id: string): number[] {
  const bytes = idToBytes(id as Id);
  TEXT_OF.set(bytes, id);
  return bytes;
}

export function presentNullableId(id: string | null): number[] | null {
  return id === null ? null : presentId(id);
}

/** Replaces the identifiers of a response by their text form. */
export function withTextIdentifiers(data: unknown): unknown {
  if (typeof data !== "object" || data === null) return data;
  const text = TEXT_OF.get(data);
  if (text !== undefined) return text;
  if (Array.isArray(data)) return data.map(withTextIdentifiers);
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withTextIdentifiers(value)]));
}

function parsed<K extends IdKind>(kind: K, value: unknown, ctx: z.core.$RefinementCtx): Id<K> {
  const id = parseId(kind, value);
  if (id !== null) return id;
  ctx.issues.push({
    code: "custom",
    message: `must be ${idPhrase(kind)}, as a string or as 16 bytes`,
    input: value,
  });
  return z.NEVER;
}
