import * as z from "zod";
import { countOf } from "../../../domain/count-of.ts";
import { revokeSessions } from "../../../services/users/revoke-sessions.ts";
import { defineOperation } from "../../operation.ts";

export const revokeSessionsOperation = defineOperation({
  id: "revokeSessions",
  method: "DELETE",
  path: "/v1/sessions",
  audience: "user",
  access: "Own account",
  contract: { reader: "ok", stranger: "ok" },
  tag: "users",
  summary: "End your browser sessions everywhere.",
  description: "Tokens of the identity provider and API keys stay valid.",
  query: z.object({
    keepCurrent: z
      .enum(["true", "false"])
      .optional()
      .meta({ description: "`true` keeps the session of this request." }),
  }),
  message: ({ data }) => `${countOf(data.ended, "session")} ended.`,
  data: z.object({ ended: z.int().meta({ description: "Number of ended sessions." }) }),
  async handle(ctx, { query }) {
    return { data: { ended: await revokeSessions(ctx, { keepCurrent: query.keepCurrent === "true" }) } };
  },
});
