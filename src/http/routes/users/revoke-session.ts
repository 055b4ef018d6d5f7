import * as z from "zod";
import { revokeSession } from "../../../services/users/revoke-session.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";

export const revokeSessionOperation = defineOperation({
  id: "revokeSession",
  method: "DELETE",
  path: "/v1/sessions/{sessionId}",
  audience: "user",
  access: "Own session",
  contract: { reader: "not_found" },
  tag: "users",
  summary: "End a browser session.",
  description: "The service rejects its next request and closes its sockets with 4401.",
  params: z.object({ sessionId: idParam("session") }),
  message: "Session ended.",
  data: z.object({}),
  async handle(ctx, { params }) {
    await revokeSession(ctx, params.sessionId);
    return { data: {} };
  },
});
