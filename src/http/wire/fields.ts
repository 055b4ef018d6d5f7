import * as z from "zod";
import { asciiLower } from "../../domain/ascii-lower.ts";
import { sanitizeName } from "../../domain/sanitize-name.ts";
import { locator } from "../../domain/locator.ts";
import { idField } from "./identifier.ts";

/** Text of a bounded length, in characters (code points); lone surrogates are refused, because no store keeps them. */
export function text(minimum: number, maximum: number) {
  return z
    .string()
    .min(minimum, minimum === 1 ? "must not be empty" : `must be at least ${minimum} characters`)
    .max(maximum, `must be at most ${maximum} characters`)
    .refine((value) => value.isWellFormed(), "must be well-formed Unicode");
}

/** A name that people are shown: control and bidirectional characters are taken out, and what is left must still be long enough. */
export function name(minimum: number, maximum: number) {
  return text(minimum, maximum)
    .transform(sanitizeName)
    .refine((value) => value.length >= minimum, "must hold visible characters");
}

/** Text that may be left out: "" then. */
export function optionalText(maximum: number) {
  return text(0, maximum).optional().default("");
}

/** A name that may be left out: "" then. */
export function optionalName(maximum: number) {
  return name(0, maximum).optional().default("");
}

/** Whose organization and tenant a request works in. */
export const organizationContext = z.object({ organizationId: idField("org"), tenantId: idField("tenant") });

/** An e-mail address in a body; ASCII lower-cased. */
export const emailAddress = z.email("must be an e-mail address").max(320).transform(asciiLower);

/** The values, each once, in the order of their first mention. */
export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** A place in a document, where its format has such places. */
export const nullableLocator = locator
  .nullable()
  .describe(
    "The place as people count it: page, slide, sheet and row, chapter, part or line, from 1, or the time in seconds. null if the format has no such places.",
  );
