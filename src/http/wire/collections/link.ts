import * as z from "zod";
import { countOf } from "../../../domain/count-of.ts";
import { invalidField } from "../../../domain/errors.ts";
import type { Link } from "../../../services/collections/internal/link-records.ts";
import { text } from "../fields.ts";
import { presentId } from "../identifier.ts";

const MAX_FLAGS = 16;
const MAX_FLAG_CHARS = 64;

/** Flags of a link. An omitted flag keeps its value. */
export const linkFlags = z
  .array(text(1, MAX_FLAG_CHARS))
  .max(MAX_FLAGS)
  .transform((flags) => [...new Set(flags)])
  .optional();

/** @throws ServiceError `invalid_argument` if path and body name different collections */
export function requireSameCollection(inPath: string, inBody: string | undefined): void {
  if (inBody !== undefined && inBody !== inPath)
    throw invalidField("collectionId", "is not the one in the path");
}

export function linkedMessage(data: object, changed: boolean, noun: "asset" | "thread"): string {
  if (!Array.isArray(data)) return "Dry run: nothing was changed.";
  return changed ? `${countOf(data.length, noun)} linked.` : `${countOf(data.length, noun)} linked before.`;
}

export function movedMessage(data: object, changed: boolean, noun: "asset" | "thread"): string {
  if (!Array.isArray(data)) return "Dry run: nothing was changed.";
  return changed ? `${countOf(data.length, noun)} moved.` : `${countOf(data.length, noun)} moved before.`;
}

/** Returns a function that presents a link. `name` is the field for the id of the asset or thread. */
export function presentLink<N extends "assetId" | "threadId">(name: N) {
  return ({ joinId, collectionId, id }: Link) =>
    ({ joinId: presentId(joinId), collectionId: presentId(collectionId), [name]: presentId(id) }) as Record<
      "joinId" | "collectionId" | N,
      number[]
    >;
}
