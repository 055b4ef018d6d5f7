import * as z from "zod";
import { invalidField } from "../../../domain/errors.ts";
import type { Id, IdKind } from "../../../domain/ids.ts";
import { idField, idParam } from "../identifier.ts";

/**
 * Records per call of link, unlink, delete and restore. Each record's index receives its own notification.
 */
const MAX_IDS = 100;

/** Identifiers in a body, without duplicates. */
export function idList<K extends IdKind>(kind: K) {
  return z
    .array(idField(kind))
    .min(1, "must name one")
    .max(MAX_IDS)
    .transform((ids): Id<K>[] => [...new Set(ids)]);
}

/** Identifiers in a query, in one or several parameters. */
export function idListParam<K extends IdKind>(kind: K) {
  return z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [value].flat())
    .pipe(z.array(idParam(kind)).max(MAX_IDS))
    .transform((ids): Id<K>[] => [...new Set(ids)]);
}

/**
 * Identifiers of the query and the body, without duplicates.
 * @throws ServiceError `invalid_argument` for none, or more than 100
 */
export function namedIds<T extends string>(
  field: string,
  inQuery: readonly T[] = [],
  inBody: readonly T[] = [],
): T[] {
  const ids = [...new Set([...inQuery, ...inBody])];
  if (ids.length === 0) throw invalidField(field, "must name one");
  if (ids.length > MAX_IDS) throw invalidField(field, `must name at most ${MAX_IDS}`);
  return ids;
}
