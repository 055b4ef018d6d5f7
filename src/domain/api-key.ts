import {} from "./time.ts";

/** Maximum number of keys per user, including ended keys that lists still show. */
export const KEYS_PER_USER = 100;
export const COLLECTIONS_PER_KEY = 20;
/** Default lifetime of a key in days. */
export const KEY_DAYS = 90;
export const MAX_KEY_DAYS = 366;
/** Number of days for which lists still show an ended key. */
export const ENDED_KEY_DAYS = 30;
