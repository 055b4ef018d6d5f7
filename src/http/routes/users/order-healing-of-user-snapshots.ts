import { healOperation } from "./heal-missing-user-snapshots.ts";

/** The same as POST: operators may call it either way. */
export const orderHealing = healOperation("orderHealingOfUserSnapshots", "POST");
