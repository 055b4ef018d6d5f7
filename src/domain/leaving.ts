import { DAY_MS } from "./api-key.ts";

/** Time in which a user can restore a deleted account. Then the service purges it. */
export const GRACE_MS = 30 * DAY_MS;

/** Delay of the purge when others would lose their only owner. */
export const TRIED_AGAIN_MS = DAY_MS;
