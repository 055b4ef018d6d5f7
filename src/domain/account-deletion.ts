import { DAY_MS } from "./api-key.ts";

/**
 * Grace period in which a user can restore a deleted account, in milliseconds. The service purges the account
 * afterwards.
 */
export const ACCOUNT_DELETION_GRACE_MS = 30 * DAY_MS;

/** Delay of the purge, in milliseconds, if a collection or organization would lose its only owner. */
export const ACCOUNT_DELETION_RETRY_MS = DAY_MS;
