/** Returns a random nonce. The author of a document cannot guess it. */
export function newNonce(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
