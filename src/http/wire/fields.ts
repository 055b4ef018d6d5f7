import * as z from "zod";
import { idField } from "./identifier.ts";

/** Text of a bounded length, in characters (code points); lone surrogates are refused, because no store keeps them. */
export function text(minimum: number, maximum: number) {
  return z
    .string()
    .min(minimum, minimum === 1 ? "must not be empty" : `must be at least ${minimum} characters`)
    .max(maximum, `must be at most ${maximum} characters`)
    .refine((value) => value.isWellFormed(), "must be well-formed Unicode");
}

/** Text that may be left out: "" then. */
export function optionalText(maximum: number) {
  return text(0, maximum).optional().default("");
}

/** Whose organization and tenant a request works in. */
export const organizationContext = z.object({ organizationId: idField("org"), tenantId: idField("tenant") });
