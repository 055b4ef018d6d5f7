/** Header that authenticates the service where no service binding exists. */
export const SERVICE_SECRET_HEADER = "x-sandbox-secret";

export function isSameSecret(given: string, secret: string): boolean {
  const encoder = new TextEncoder();
  const [one, other] = [encoder.encode(given), encoder.encode(secret)];
  return one.length === other.length && crypto.subtle.timingSafeEqual(one, other);
}
