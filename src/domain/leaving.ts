import { DAY_MS } from "./api-key.ts";

/** So long somebody who has left can come back: then they are forgotten. */
export const GRACE_MS = 30 * DAY_MS;

/** So much later it is tried again, when others would have lost their only owner. */
export const TRIED_AGAIN_MS = DAY_MS;
