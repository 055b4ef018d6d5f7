import { healOperation } from "./heal-missing-user-snapshots.ts";

/** The same operation as `healMissingUserSnapshots`, with POST. */
export const orderHealingOfUserSnapshotsOperation = healOperation("orderHealingOfUserSnapshots", "POST");
