import { log } from "../../../log.ts";
import { decryptKey, encryptKey, type EncryptionSecret } from "../../../models/encrypted-key.ts";
import type { Database } from "../../../storage/d1/core/database.ts";
import { selectKeysEncryptedWith, replaceEncryptedKey } from "../../../storage/d1/service/model-keys.ts";

/**
 * Encrypts at most `limit` keys again that older secrets encrypted, so that operators can remove those
 * secrets.
 */
export async function reencryptModelKeys(
  db: Database,
  secrets: readonly EncryptionSecret[],
  limit: number,
): Promise<void> {
  const older = secrets.slice(1).map(({ kid }) => kid);
  if (older.length === 0) return;
  const { rows } = await db.read({ rows: selectKeysEncryptedWith(db, older, limit) });
  const anew = await Promise.all(
    rows.map(async (row) => {
      const key = await decryptKey(secrets, row, row);
      return key === null ? [] : [replaceEncryptedKey(db, row, await encryptKey(secrets, row, key))];
    }),
  );
  const writes = anew.flat();
  if (writes.length > 0) await db.write(writes);
  if (rows.length > 0)
    log("info", "model_keys_resealed", { resealed: writes.length, unreadable: rows.length - writes.length });
}
