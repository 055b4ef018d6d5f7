import { base64url } from "jose";

const IV_BYTES = 12;
const PURPOSE = "knowledge/model-keys/1";

/** A secret that encrypts keys, with its id. */
export interface EncryptionSecret {
  readonly kid: string;
  readonly secret: Uint8Array<ArrayBuffer>;
}

/**
 * Owner and destination of a key. AES-GCM authenticates both, so that a copy of the ciphertext in another row
 * does not decrypt.
 */
export interface KeyBinding {
  readonly organizationId: string;
  readonly model: string;
  /** Base URL of the provider's API that receives the key. */
  readonly address: string;
}

export interface EncryptedKey {
  /** Id of the secret that encrypted the key. */
  readonly kid: string;
  /** 12-byte random IV and AES-GCM ciphertext, in base64url. */
  readonly sealed: string;
}

/** @param secrets encryption secrets; the first one encrypts new keys */
export async function encryptKey(
  [secret]: readonly EncryptionSecret[],
  binding: KeyBinding,
  key: string,
): Promise<EncryptedKey> {
  if (secret === undefined) throw new RangeError("There is no secret to seal with.");
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const bytes = await crypto.subtle.encrypt(
    cipher(iv, binding),
    await encryptionKey(secret, binding),
    bytesOf(key),
  );
  return { kid: secret.kid, sealed: base64url.encode(Uint8Array.from([...iv, ...new Uint8Array(bytes)])) };
}

/** Returns null if the secret was removed, or if the key belongs to another owner or destination. */
export async function decryptKey(
  secrets: readonly EncryptionSecret[],
  binding: KeyBinding,
  { kid, sealed }: EncryptedKey,
): Promise<string | null> {
  const secret = secrets.find((each) => each.kid === kid);
  if (secret === undefined) return null;
  try {
    const bytes = new Uint8Array(base64url.decode(sealed));
    const key = await encryptionKey(secret, binding);
    const opened = await crypto.subtle.decrypt(
      cipher(bytes.slice(0, IV_BYTES), binding),
      key,
      bytes.slice(IV_BYTES),
    );
    return new TextDecoder().decode(opened);
  } catch {
    return null;
  }
}

/** Derives the encryption key of an organization. */
async function encryptionKey(
  { secret }: EncryptionSecret,
  { organizationId }: KeyBinding,
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: bytesOf(organizationId), info: bytesOf(PURPOSE) };
  return await crypto.subtle.deriveKey(derivation, material, { name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
}

function cipher(iv: Uint8Array<ArrayBuffer>, { organizationId, model, address }: KeyBinding) {
  return { name: "AES-GCM", iv, additionalData: bytesOf(JSON.stringify([organizationId, model, address])) };
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(text));
}
