import * as z from "zod";
import { getDeletion as get } from "../../../services/collections/get-deletion.ts";
import { defineOperation } from "../../operation.ts";
import { deletionReceipt, presentDeletionReceipt } from "../../wire/collections/deletion.ts";
import { idParam } from "../../wire/identifier.ts";

export const getDeletion = defineOperation({
  id: "getDeletion",
  method: "GET",
  path: "/v1/deletions/{deletionID}",
  who: "user",
  access: "Who asked for it, and `own` on the organization's root",
  contract: { reader: "not_found" },
  tag: "collections",
  summary: "The receipt of a deletion for good.",
  description:
    "What was counted when it was asked for, and what has been removed since, by kind of record and by store. After a crash in the middle of a step the counts of the stores may be too low: whether anything is left, `/check` says.",
  params: z.object({ deletionID: idParam("op") }),
  message: ({ done }) => (done ? "The deletion is finished." : "The deletion is running."),
  data: deletionReceipt,
  async handle(ctx, { params }) {
    const receipt = await get(ctx, { deletionId: params.deletionID });
    return { data: presentDeletionReceipt(receipt), done: receipt.finishedAt !== null };
  },
});
