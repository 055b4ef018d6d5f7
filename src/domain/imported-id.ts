import { sha256 } from "./hash.ts";
import { type Id, idFromBytes, type IdKind, idToBytes } from "./ids.ts";

/** Of a UUID's bytes, those of its time. */
const TIME_BYTES = 6;
const ID_BYTES = 16;

/**
 * The id that a record of an archive has here: another one in each import, always the same within it, and of the same time, so that records
 * sort as before.
 * @param within ids that are unique only together with this one
 */
export async function importedId<K extends IdKind>(kind: K, importId: Id<"op">, old: Id, within = ""): Promise<Id<K>> {
  const digest = (await sha256(`${importId}/${kind}/${within}/${old}`)).slice(0, ID_BYTES - TIME_BYTES);
  const bytes = [...idToBytes(old).slice(0, TIME_BYTES), ...digest];
  // As of a UUIDv7.
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return idFromBytes(kind, bytes);
}
