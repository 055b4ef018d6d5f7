import * as z from "zod";
import { countOf } from "../../../domain/count-of.ts";
import { listSessions } from "../../../services/users/list-sessions.ts";
import { defineOperation } from "../../operation.ts";
import { browserSession, presentBrowserSession } from "../../wire/users/browser-session.ts";

export const listSessionsOperation = defineOperation({
  id: "listSessions",
  method: "GET",
  path: "/v1/sessions",
  audience: "user",
  access: "Own account",
  contract: { stranger: "ok" },
  tag: "users",
  summary: "Your active browser sessions, newest first.",
  description: "The list covers all identities that sign in as you.",
  message: ({ data }) => `${countOf(data.sessions.length, "session")} found.`,
  data: z.object({ sessions: z.array(browserSession).meta({ description: "The sessions." }) }),
  async handle(ctx) {
    const current = ctx.principal.kind === "user" ? ctx.principal.sessionId : undefined;
    const sessions = await listSessions(ctx);
    return { data: { sessions: sessions.map((row) => presentBrowserSession(row, current)) } };
  },
});
