import { healOperation } from "./heal-missing-user-snapshots.ts";

/** The same as POST: operators may call it either way. */
export const orderHealingOfUserSnapshotsOperation = healOperation("orderHealingOfUserSnapshots", "POST");
