/** What one user may have of keys, ended ones that are still shown counted in. */
export const KEYS_PER_USER = 100;
export const COLLECTIONS_PER_KEY = 20;
/** Days. */
export const KEY_DAYS = 90;
export const MAX_KEY_DAYS = 366;
/** For how many days a key is still shown after its end. */
export const ENDED_KEY_DAYS = 30;

export const DAY_MS = 86_400_000;
