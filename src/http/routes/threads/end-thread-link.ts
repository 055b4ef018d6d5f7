import * as z from "zod";
import { endThreadLink } from "../../../services/threads/end-thread-link.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";

export const endThreadLinkOperation = defineOperation({
  id: "endThreadLink",
  method: "DELETE",
  path: "/v1/threads/{threadID}/share/{tokenId}",
  audience: "user",
  access: "`share` on the thread's home",
  tag: "threads",
  summary: "Revoke a public link of a thread.",
  description:
    "The token stops working, and its guests' sockets close with 4403. Revoking a revoked link changes nothing.",
  params: z.object({ threadID: idParam("thread"), tokenId: idParam("token") }),
  message: ({ data }) => data.message,
  data: z.object({ message: z.string() }),
  async handle(ctx, { params }) {
    const { changed } = await endThreadLink(ctx, { threadId: params.threadID, tokenId: params.tokenId });
    return { data: { message: changed ? "The link has ended." : "The link had ended before." } };
  },
});
