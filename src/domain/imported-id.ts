import { sha256 } from "./hash.ts";
import { type Id, idFromBytes, type IdKind, idToBytes } from "./ids.ts";

/** Number of a UUID's leading bytes that hold its time. */
const TIME_BYTES = 6;
const ID_BYTES = 16;

/**
 * The new id of an imported record. It differs between imports, is stable within one, and keeps the time, so
 * records keep their order.
 * @param within an id inside which old ids are unique
 */
export async function importedId<K extends IdKind>(kind: K, importId: Id<"op">, old: Id, within = ""): Promise<Id<K>> {
  const digest = (await sha256(`${importId}/${kind}/${within}/${old}`)).slice(0, ID_BYTES - TIME_BYTES);
  const bytes = [...idToBytes(old).slice(0, TIME_BYTES), ...digest];
  // The version bits of a UUIDv7.
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return idFromBytes(kind, bytes);
}
