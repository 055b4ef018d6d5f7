/** By which the service is told from others on the same machine, where there is no service binding. */
export const SECRET_HEADER = "x-sandbox-secret";

export function isSameSecret(given: string, secret: string): boolean {
  const encoder = new TextEncoder();
  const [one, other] = [encoder.encode(given), encoder.encode(secret)];
  return one.length === other.length && crypto.subtle.timingSafeEqual(one, other);
}
