import type { KeyPrincipal } from "../../domain/principal.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { findLiveKey, recordKeyUse, startOfDay, withKey } from "../../storage/d1/users/api-keys.ts";

export interface UsedKey {
  readonly principal: KeyPrincipal;
  /** Database whose queries limit the rights of the user to the rights of the key. */
  readonly db: Database;
  /** Records that the key was used today. Null if this is already recorded. */
  readonly recordUse: (() => Promise<unknown>) | null;
}

/** Finds the valid key with this hash. Returns null if none exists. Takes one D1 round trip. */
export async function findKey(db: Database, hash: string, now: Date): Promise<UsedKey | null> {
  const { found } = await db.read({ found: findLiveKey(db, hash, now) });
  const key = found[0];
  if (key === undefined) return null;
  const { id, userId, actions, collectionIds, expiresAt, lastUsedAt } = key;
  const namesCollections = collectionIds.length > 0;
  const principal = { kind: "key", keyId: id, userId, actions, namesCollections, expiresAt } as const;
  const isNoted = (lastUsedAt?.getTime() ?? 0) >= startOfDay(now);
  const apart = db.withFreshStats();
  const recordUse = isNoted ? null : async () => await apart.write([recordKeyUse(apart, id, now)]);
  return { principal, db: withKey(db, principal), recordUse };
}
