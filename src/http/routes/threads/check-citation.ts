import * as z from "zod";
import { checkCitation } from "../../../services/threads/check-citation.ts";
import { defineOperation } from "../../operation.ts";
import { idParam } from "../../wire/identifier.ts";
import { checkedCitation, presentCheckedCitation } from "../../wire/threads/checked-citation.ts";

export const checkCitationOperation = defineOperation({
  id: "checkCitation",
  method: "GET",
  path: "/v1/threads/{threadID}/citations/{citationId}",
  audience: "user",
  acceptsKeys: true,
  access: "`read` on the thread; without `read` on the asset: `gone`",
  tag: "threads",
  summary: "Check a citation against the asset's current text.",
  description:
    "The service reads the asset's current text and hashes its bytes. `valid`: the quote is at the " +
    "cited position. `moved`: a newer text contains the quote at `place`. `changed`: the newer text " +
    "does not contain it; `place` refers to the cited text while that exists. `gone`: the asset is " +
    "deleted, unreadable for the caller, or without text.",
  params: z.object({ threadID: idParam("thread"), citationId: idParam("cite") }),
  message: ({ data }) => `The citation is ${data.state}.`,
  data: checkedCitation,
  async handle(ctx, { params: { threadID: threadId, citationId } }) {
    return { data: presentCheckedCitation(await checkCitation(ctx, { threadId, citationId })) };
  },
});
