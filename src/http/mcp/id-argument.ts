import * as z from "zod";
import { idPhrase, idText } from "../../domain/id-text.ts";
import type { Id, IdKind } from "../../domain/ids.ts";

/** Schema of an identifier as text, which models copy without errors. */
export function idArgument<K extends IdKind>(kind: K, description: string) {
  return z
    .string()
    .refine((value) => idText(kind).safeParse(value).success, `must be ${idPhrase(kind)}`)
    .transform((value) => value as Id<K>)
    .meta({ type: "string", description });
}
