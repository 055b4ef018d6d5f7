import { sha256 } from "./sha256.ts";
import { type Id, idFromBytes, type IdKind, idToBytes } from "./ids.ts";

/** Number of leading bytes of a UUIDv7 that contain its time. */
const TIME_BYTES = 6;
const ID_BYTES = 16;

/**
 * Returns the new id of an imported record. The id differs between imports and is stable within one. It keeps
 * the time of the old id, so records keep their order.
 * @param within id within which the old ids are unique
 */
export async function importedId<K extends IdKind>(
  kind: K,
  importId: Id<"op">,
  old: Id,
  within = "",
): Promise<Id<K>> {
  const digest = (await sha256(`${importId}/${kind}/${within}/${old}`)).slice(0, ID_BYTES - TIME_BYTES);
  const bytes = [...idToBytes(old).slice(0, TIME_BYTES), ...digest];
  // Sets the version and variant of a UUIDv7.
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return idFromBytes(kind, bytes);
}
