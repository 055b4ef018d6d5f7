/**
 * The Worker that reads files, fetches pages and sends webhooks. It has no storage, database or secrets of
 * the service, so a malicious file or page harms nothing else. Between requests it keeps only cached
 * robots.txt files.
 */
import { handleDocument } from "./handle-document.ts";
import { handleEntries } from "./handle-entries.ts";
import { handlePage } from "./handle-page.ts";
import { handleWebhook } from "./handle-webhook.ts";
import { SLOT_PREFIX } from "../ingestion/extraction/acquire-slot.ts";
import type { OutboundNetworks } from "../net/outbound-fetch.ts";
import { isSameSecret, SERVICE_SECRET_HEADER } from "../net/is-same-secret.ts";
import { rejectUnread, drainAndRespond } from "../net/drain-and-respond.ts";

interface SandboxEnv extends OutboundNetworks {
  /**
   * Secret that callers must send. Required if other programs on the machine can call this Worker, and unset
   * behind a service binding.
   */
  readonly SECRET?: string;
}

export default {
  async fetch(request, { SECRET, ...networks }) {
    if (SECRET !== undefined && !isSameSecret(request.headers.get(SERVICE_SECRET_HEADER) ?? "", SECRET))
      return await rejectUnread(request, 403);
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/documents") return await handleDocument(request);
    if (request.method === "POST" && pathname === "/entries") return await handleEntries(request);
    if (request.method === "POST" && pathname === "/pages") return await handlePage(request, networks);
    if (request.method === "POST" && pathname === "/webhooks") return await handleWebhook(request, networks);
    // This Worker starts every file immediately. In a deployment with a queue, the queue answers this
    // request.
    if (request.method === "POST" && pathname.startsWith(SLOT_PREFIX))
      return await drainAndRespond(request, 204);
    return await drainAndRespond(request, 404);
  },
} satisfies ExportedHandler<SandboxEnv>;
