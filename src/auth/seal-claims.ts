import { EncryptJWT, jwtDecrypt, type JWTPayload } from "jose";
import { hmacSha256 } from "./derived-secret.ts";

/** Uses of sealed claims. Each has its own key, so a text of one use never opens as another. */
export type SealPurpose = "sign-in" | "refresh-token";

const HEADER = { alg: "dir", enc: "A256GCM" } as const;

/**
 * Encrypts and authenticates claims (JWE with AES-256-GCM) by a key that derives from the link secret.
 * @param subject owner of the claims; they open for this owner only
 */
export async function sealClaims(
  linkSecret: Uint8Array<ArrayBuffer>,
  purpose: SealPurpose,
  subject: string,
  claims: JWTPayload,
  expiresAt: Date | null,
): Promise<string> {
  const sealed = new EncryptJWT(claims).setProtectedHeader(HEADER).setSubject(subject);
  if (expiresAt !== null) sealed.setExpirationTime(expiresAt);
  return await sealed.encrypt(await keyOf(linkSecret, purpose));
}

/** Returns null for a text that is damaged, expired, of another owner, or sealed by another secret. */
export async function openClaims(
  linkSecret: Uint8Array<ArrayBuffer>,
  purpose: SealPurpose,
  subject: string,
  sealed: string,
  now: Date,
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtDecrypt(sealed, await keyOf(linkSecret, purpose), {
      contentEncryptionAlgorithms: [HEADER.enc],
      keyManagementAlgorithms: [HEADER.alg],
      subject,
      currentDate: now,
    });
    return payload;
  } catch {
    return null;
  }
}

async function keyOf(
  linkSecret: Uint8Array<ArrayBuffer>,
  purpose: SealPurpose,
): Promise<Uint8Array<ArrayBuffer>> {
  const label = new TextEncoder().encode(`knowledge/${purpose}/1`);
  return await hmacSha256(linkSecret, Uint8Array.from(label));
}
