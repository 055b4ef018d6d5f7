/** Returns the SHA-256 of bytes, or of a text in UTF-8, as 32 bytes. */
export async function sha256(input: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Returns the SHA-256 as 64 lower-case hexadecimal digits. */
export async function sha256Hex(input: string | Uint8Array<ArrayBuffer>): Promise<string> {
  return Array.from(await sha256(input), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
