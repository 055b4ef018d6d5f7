import { MS_PER_DAY } from "./time.ts";

/**
 * Grace period in which a user can restore a deleted account, in milliseconds. The service purges the account
 * afterwards.
 */
export const ACCOUNT_DELETION_GRACE_MS = 30 * MS_PER_DAY;

/** Delay of the purge, in milliseconds, if a collection or organization would lose its only owner. */
export const ACCOUNT_DELETION_RETRY_MS = MS_PER_DAY;
