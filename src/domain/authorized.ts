import { type Action, effectiveActions, parseGranted } from "./access.ts";
import { notFound, ServiceError } from "./errors.ts";

declare const authorized: unique symbol;

/**
 * A record for which the service has checked that its reader may perform action `A`. Only the functions of
 * this file create such records.
 */
export type Authorized<T, A extends Action> = T & { readonly [authorized]: A };

/** A record from the database. `granted` lists the grants of the caller along the path of the record. */
export interface WithGrants {
  readonly granted: string | null;
}

/**
 * @param what kind of the record, as the caller names it
 * @throws ServiceError `not_found` if the caller may not read the record, `permission_denied` if they may
 * read it but not perform the action
 */
export function requireAction<T extends WithGrants, A extends Action>(
  record: T | undefined,
  action: A,
  what: string,
): Authorized<T, A> {
  const held = effectiveActions(parseGranted(record?.granted ?? null));
  if (record === undefined || !held.includes("read")) throw notFound(what);
  if (!held.includes(action))
    throw new ServiceError(
      "permission_denied",
      `You may read this ${what}, but this operation needs "${action}".`,
    );
  return record as Authorized<T, A>;
}
