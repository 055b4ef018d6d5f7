/**
 * The Worker that reads files, fetches pages and sends webhooks. It has no storage, database or secrets of
 * the service, so a malicious file or page harms nothing else. It keeps nothing after a request except cached
 * robots.txt files.
 */
import { answerDocument } from "./handle-document.ts";
import { answerMembers } from "./handle-members.ts";
import { answerPage } from "./handle-page.ts";
import { answerWebhook } from "./handle-webhook.ts";
import { TURN_PREFIX } from "../ingestion/reading/turn.ts";
import { isSameSecret, SECRET_HEADER } from "../net/inner-secret.ts";
import { answerStranger, answerUnread } from "../net/answer-unread.ts";

interface SandboxEnv {
  /** Required where other programs on the machine could call this Worker. Unset behind a service binding. */
  readonly SECRET?: string;
}

export default {
  async fetch(request, { SECRET }) {
    if (SECRET !== undefined && !isSameSecret(request.headers.get(SECRET_HEADER) ?? "", SECRET)) return await answerStranger(request, 403);
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/documents") return await answerDocument(request);
    if (request.method === "POST" && pathname === "/entries") return await answerMembers(request);
    if (request.method === "POST" && pathname === "/pages") return await answerPage(request);
    if (request.method === "POST" && pathname === "/webhooks") return await answerWebhook(request);
    // This Worker starts every file immediately. Where a queue exists, it answers this request.
    if (request.method === "POST" && pathname.startsWith(TURN_PREFIX)) return await answerUnread(request, 204);
    return await answerUnread(request, 404);
  },
} satisfies ExportedHandler<SandboxEnv>;
