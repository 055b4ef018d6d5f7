import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const CHARACTERS = 26;

/** Creates a job id: a TypeID of a UUIDv7. Never use it for a second job. */
export function newJobId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  let left = BigInt(`0x${bytes.toString("hex")}`);
  let text = "";
  for (let at = 0; at < CHARACTERS; at += 1) {
    text = (ALPHABET[Number(left & 31n)] ?? "") + text;
    left >>= 5n;
  }
  return `job_${text}`;
}
