import { healOperation } from "./heal-missing-user-snapshots.ts";

/** The same operation as `healMissingUserSnapshots`, called with POST. */
export const orderHealingOfUserSnapshotsOperation = healOperation("orderHealingOfUserSnapshots", "POST");
