import { DAY_MS } from "./api-key.ts";

/** Time in which a user can restore a deleted account. Then the service purges it. */
export const ACCOUNT_DELETION_GRACE_MS = 30 * DAY_MS;

/** Delay of the purge when others would lose their only owner. */
export const ACCOUNT_DELETION_RETRY_MS = DAY_MS;
