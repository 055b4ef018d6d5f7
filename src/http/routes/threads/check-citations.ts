import * as z from "zod";
import { MAX_CHECKED_BYTES } from "../../../domain/citation-check.ts";
import { countOf } from "../../../domain/count-of.ts";
import { checkCitations } from "../../../services/threads/check-citations.ts";
import { defineOperation } from "../../operation.ts";
import { idList } from "../../wire/collections/id-list.ts";
import { idParam, idString } from "../../wire/identifier.ts";
import { checkedCitation, presentCheckedCitation } from "../../wire/threads/checked-citation.ts";

export const checkCitationsOperation = defineOperation({
  id: "checkCitations",
  method: "POST",
  path: "/v1/threads/{threadID}/citations/check",
  audience: "user",
  acceptsKeys: true,
  changes: false,
  access: "`read` on the thread; without `read` on an asset: `gone`",
  contract: { trips: 1, reader: "ok" },
  tag: "threads",
  summary: "Check several citations of a thread.",
  description:
    "Like `checkCitation`, for up to 100 citations. The service reads and hashes each text once. It leaves out citations that the " +
    `thread does not have. After ${MAX_CHECKED_BYTES / 1024 ** 2} MiB of text it lists the remaining citations in \`unchecked\`; ` +
    "check those in another request.",
  params: z.object({ threadID: idParam("thread") }),
  body: z.object({ citationIds: idList("cite") }),
  example: { citationIds: ["cite_01h455vb4pex5vsknk084sn02q"] },
  message: ({ data }) => `${countOf(data.citations.length, "citation")} checked.`,
  data: z.object({
    citations: z
      .array(checkedCitation)
      .meta({ description: "The checked citations, in the order of the request." }),
    unchecked: z
      .array(idString("cite"))
      .meta({ description: "Citations that the size limit left unchecked." }),
  }),
  async handle(ctx, { params, body }) {
    const { checked, unchecked } = await checkCitations(ctx, {
      threadId: params.threadID,
      citationIds: body.citationIds,
    });
    return { data: { citations: checked.map(presentCheckedCitation), unchecked: [...unchecked] } };
  },
});
