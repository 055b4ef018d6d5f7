import * as z from "zod";

const SEEN_FOR_MS = 1_000;
const ASK_TIMEOUT_MS = 2_000;

const hostState = z.object({
  startedAt: z.iso.datetime().transform((text) => new Date(text)),
  /**
   * Number of bytes that the service may still write before it rejects changes; 0 while it rejects changes.
   */
  room: z.number(),
  /** Free bytes of the disk. */
  freeBytes: z.number(),
  /** Resident memory of the service's processes. */
  memory: z.object({ host: z.number(), runtimes: z.number(), models: z.number() }),
  /** The moment of the last backup; null before the first one. */
  lastBackupAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
  /** Start of the last cleaning that included every store; null before the first one. */
  storesCleanedAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable(),
  readers: z.object({
    bornAt: z.iso
      .datetime()
      .transform((text) => new Date(text))
      .nullable(),
    residentBytes: z.number(),
    virtualBytes: z.number(),
    busy: z.int(),
    processes: z.int(),
  }),
});

/** The state that the host machine reports. */
export type HostState = Readonly<z.output<typeof hostState>>;

let seen: { readonly at: number; readonly state: HostState | null } | null = null;

/**
 * Queries the binding `HOST` at most once a second. The binding exists under `npm start`, not on Cloudflare.
 * @returns null without the binding, or if the host does not answer
 */
export async function askHost(host: Fetcher | undefined): Promise<HostState | null> {
  if (host === undefined) return null;
  if (seen !== null && Date.now() - seen.at < SEEN_FOR_MS) return seen.state;
  let state: HostState | null = null;
  try {
    const response = await host.fetch("http://host/", { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
    state = hostState.parse(await response.json());
  } catch {
    // An unknown state of the host must not reject requests.
  }
  seen = { at: Date.now(), state };
  return state;
}

/** The result of a one-time link: an ID token of the local issuer, `used`, or null for no such link. */
export type RedeemedLink = { readonly idToken: string } | "used" | "unsupported" | null;

const redeemedLink = z.union([
  z.object({ idToken: z.string() }),
  z.object({ idToken: z.null(), used: z.boolean() }),
]);

/**
 * Redeems a one-time link of the host machine. The host keeps only the hashes of its links, and at most one
 * request receives the token.
 * @param hash SHA-256 of the link's secret in hexadecimal
 * @returns `unsupported` without the binding
 */
export async function redeemOneTimeLink(host: Fetcher | undefined, hash: string): Promise<RedeemedLink> {
  if (host === undefined) return "unsupported";
  const signal = AbortSignal.timeout(ASK_TIMEOUT_MS);
  const response = await host.fetch(`http://host/one-time-links/${hash}`, { method: "POST", signal });
  const redeemed = redeemedLink.parse(await response.json());
  if (redeemed.idToken !== null) return { idToken: redeemed.idToken };
  return redeemed.used ? "used" : null;
}

/**
 * Requests a cleaning of the host's stores, because purged data remains in free database pages and logs. Does
 * nothing without the binding.
 */
export async function cleanStores(host: Fetcher | undefined): Promise<void> {
  if (host === undefined) return;
  try {
    await host.fetch("http://host/", { method: "POST", signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
  } catch {
    // Ignores the error, because the deletion check repeats the request while it waits.
  }
}
