import type { KeyPrincipal } from "../../domain/principal.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { findLiveKey, noteKeyUse, startOfDay, withKey } from "../../storage/d1/users/api-keys.ts";

export interface UsedKey {
  readonly principal: KeyPrincipal;
  /** Where the key's user holds what the key has in common with them, whatever is asked. */
  readonly db: Database;
  /** Notes that it was used today; null where that is known. */
  readonly noteUse: (() => Promise<unknown>) | null;
}

/** The live key with this hash; null when there is none. One trip. */
export async function findKey(db: Database, hash: string, now: Date): Promise<UsedKey | null> {
  const { found } = await db.read({ found: findLiveKey(db, hash, now) });
  const key = found[0];
  if (key === undefined) return null;
  const { id, userId, actions, collectionIds, expiresAt, lastUsedAt } = key;
  const namesCollections = collectionIds.length > 0;
  const principal = { kind: "key", keyId: id, userId, actions, namesCollections, expiresAt } as const;
  const isNoted = (lastUsedAt?.getTime() ?? 0) >= startOfDay(now);
  const apart = db.apart();
  const noteUse = isNoted ? null : async () => await apart.write([noteKeyUse(apart, id, now)]);
  return { principal, db: withKey(db, principal), noteUse };
}
