import { idToBytes } from "../../data/ids.ts";

const TIME_BYTES = 6;

/** The time of a message whose page is not known: its id is a UUIDv7, which begins with milliseconds since 1970. */
export function messageTime(id: string): number {
  return idToBytes(id)
    .slice(0, TIME_BYTES)
    .reduce((sum, byte) => sum * 256 + byte, 0);
}
