/**
 * The Worker that reads files, fetches pages and tells webhooks. It has no store, no database and no secret of the service: what a file or a page makes of
 * it harms nothing else. Nothing of a file or a page stays behind a request; the robots.txt of sites do for a while.
 */
import { answerDocument } from "./handle-document.ts";
import { answerMembers } from "./handle-members.ts";
import { answerPage } from "./handle-page.ts";
import { answerWebhook } from "./handle-webhook.ts";
import { TURN_PREFIX } from "../ingestion/reading/turn.ts";
import { isSameSecret, SECRET_HEADER } from "../net/inner-secret.ts";
import { answerStranger, answerUnread } from "../net/answer-unread.ts";

interface SandboxEnv {
  /** Where others of the same machine could ask: what only the service knows. Not set behind a service binding. */
  readonly SECRET?: string;
}

export default {
  async fetch(request, { SECRET }) {
    if (SECRET !== undefined && !isSameSecret(request.headers.get(SECRET_HEADER) ?? "", SECRET)) return await answerStranger(request, 403);
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && pathname === "/documents") return await answerDocument(request);
    if (request.method === "POST" && pathname === "/members") return await answerMembers(request);
    if (request.method === "POST" && pathname === "/pages") return await answerPage(request);
    if (request.method === "POST" && pathname === "/webhooks") return await answerWebhook(request);
    // Here every file begins to be read at once. Where there is a queue, it answers in this place.
    if (request.method === "POST" && pathname.startsWith(TURN_PREFIX)) return await answerUnread(request, 204);
    return await answerUnread(request, 404);
  },
} satisfies ExportedHandler<SandboxEnv>;
