import { type Action, effectiveActions, parseGranted } from "./access.ts";
import { notFound, ServiceError } from "./errors.ts";

declare const authorized: unique symbol;

/**
 * A record on which the service has checked that its reader holds `A`. Only the functions below create one.
 */
export type Authorized<T, A extends Action> = T & { readonly [authorized]: A };

/** A record from the database. `granted` lists the caller's grants along its path. */
export interface WithGrants {
  readonly granted: string | null;
}

/**
 * @param what the record's kind in the caller's terms
 * @throws ServiceError `not_found` when the caller may not read it, `permission_denied` when they may read it
 * but lack the action
 */
export function requireAction<T extends WithGrants, A extends Action>(record: T | undefined, action: A, what: string): Authorized<T, A> {
  const held = effectiveActions(parseGranted(record?.granted ?? null));
  if (record === undefined || !held.includes("read")) throw notFound(what);
  if (!held.includes(action))
    throw new ServiceError("permission_denied", `You may read this ${what}, but this operation needs "${action}".`);
  return record as Authorized<T, A>;
}
