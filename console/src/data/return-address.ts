/** The address that a person wanted before they had to sign in. */
import { keep, kept } from "./kept.ts";

const NAME = "returnTo";
const OWNER = "device";
/** As long as a one-time link works. */
const KEPT_MS = 15 * 60_000;

/** Keeps it for this tab alone. */
export function keepReturnAddressOfTab(to: string): void {
  sessionStorage.setItem(NAME, to);
}

/** Keeps it for this tab, and for the tab in which the person opens a link. */
export function keepReturnAddress(to: string): void {
  keepReturnAddressOfTab(to);
  keep(OWNER, NAME, { to, at: Date.now() });
}

/** The address that `takeReturnAddress` would return. It stays kept. */
export function findReturnAddress(): string {
  const own = sessionStorage.getItem(NAME);
  if (own !== null && isOwnPath(own)) return own;
  const value = kept(OWNER, NAME) as { readonly to?: unknown; readonly at?: unknown } | null;
  const isFresh = typeof value?.at === "number" && Date.now() - value.at < KEPT_MS;
  return isFresh && typeof value.to === "string" && isOwnPath(value.to) ? value.to : "/";
}

/** The kept address, once; Home if there is none, or if it is not an address of this origin. */
export function takeReturnAddress(): string {
  const to = findReturnAddress();
  keep(OWNER, NAME, null);
  sessionStorage.removeItem(NAME);
  return to;
}

/** `//other.example` and `/\other.example` are other origins. */
export function isOwnPath(to: string): boolean {
  return /^\/(?![/\\])/.test(to) && !to.startsWith("/sign-in");
}
