import * as z from "zod";
import { asciiLower } from "../../domain/ascii-lower.ts";
import { sanitizeName } from "../../domain/sanitize-name.ts";
import { locator } from "../../domain/locator.ts";
import { idField } from "./identifier.ts";

/**
 * Schema of text with limited length, in characters (code points). Rejects lone surrogates, because stores do
 * not preserve them.
 */
export function text(minimum: number, maximum: number) {
  return z
    .string()
    .min(minimum, minimum === 1 ? "must not be empty" : `must be at least ${minimum} characters`)
    .max(maximum, `must be at most ${maximum} characters`)
    .refine((value) => value.isWellFormed(), "must be well-formed Unicode");
}

/** Schema of a visible name. Removes control and bidirectional characters before the length check. */
export function name(minimum: number, maximum: number) {
  return text(minimum, maximum)
    .transform(sanitizeName)
    .refine((value) => value.length >= minimum, "must hold visible characters");
}

/** Schema of optional text; "" by default. */
export function optionalText(maximum: number) {
  return text(0, maximum).optional().default("");
}

/** Schema of an optional name; "" by default. */
export function optionalName(maximum: number) {
  return name(0, maximum).optional().default("");
}

/** The organization and tenant of a request. */
export const organizationContext = z.object({ organizationId: idField("org"), tenantId: idField("tenant") });

/** An e-mail address in a body, with ASCII letters in lower case. */
export const emailAddress = z.email("must be an e-mail address").max(320).transform(asciiLower);

/** The distinct values, in order of their first occurrence. */
export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** A position in a document; null if its format has no positions. */
export const nullableLocator = locator
  .nullable()
  .describe(
    "The place as people count it: page, slide, sheet and row, chapter, part or line, from 1, or the time in seconds. null if the format has no such places.",
  );
