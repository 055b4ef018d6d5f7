import * as z from "zod";

const SEEN_FOR_MS = 1_000;
const ASK_TIMEOUT_MS = 2_000;

const hostState = z.object({
  startedAt: z.iso.datetime().transform((text) => new Date(text)),
  /** Bytes that may still be written before changes are refused; 0 when they are. */
  room: z.number(),
  /** When the last cleaning of the stores began that reached all of them; null before there was one. */
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

/** What the machine says that the service runs on. */
export type HostState = Readonly<z.output<typeof hostState>>;

let seen: { readonly at: number; readonly state: HostState | null } | null = null;

/**
 * Asks the host, at most once a second: the binding `HOST`, which `npm start` has. Cloudflare tells none of it.
 * @returns null where there is no such binding, or it does not answer
 */
export async function askHost(host: Fetcher | undefined): Promise<HostState | null> {
  if (host === undefined) return null;
  if (seen !== null && Date.now() - seen.at < SEEN_FOR_MS) return seen.state;
  let state: HostState | null = null;
  try {
    const response = await host.fetch("http://host/", { signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
    state = hostState.parse(await response.json());
  } catch {
    // What the host does not say is not known; nobody is refused for that.
  }
  seen = { at: Date.now(), state };
  return state;
}

/** Asks the host to clean its stores: what was deleted for good still stands in free pages and logs. Nothing where there is no such binding. */
export async function cleanStores(host: Fetcher | undefined): Promise<void> {
  if (host === undefined) return;
  try {
    await host.fetch("http://host/", { method: "POST", signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
  } catch {
    // The check of a deletion asks again while it waits.
  }
}
